"""Pictures for the phones.

- `views`: the printed cards, the QR code for joining, photos of the table
- `faces`: a printed face as SVG
- `own_cards`: the cards of your own deck, drawn in a child process
- `svg`: SVGs with embedded fonts and a strict policy, and QR codes
"""
