"""Solitaire: from a photo of a board or of the tally mat to tops and a score. Start reading at
`row.py`.
"""
