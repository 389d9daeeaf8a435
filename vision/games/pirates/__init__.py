"""Pirates: from a photo of the map to its boards, ships and tracks. Start reading at `row.py`."""
