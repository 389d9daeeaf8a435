"""What pages are made of, small enough for a phone at the edge of the Wi-Fi, and in its language.

- `packed`: modules and style sheets in one file each, and text compressed
"""
