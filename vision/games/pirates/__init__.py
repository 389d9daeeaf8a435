"""Pirates: how a photo of the map becomes its boards, ships and tracks; `row.py` is
where to begin.
"""
