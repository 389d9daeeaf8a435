"""Calibration: a paper size in, the two-sided sheet out that shows what a printer does to a page,
mm.

`cli` is the command `rookery calibrate sheet`. Reading the sheet from photos is `vision`'s part.
"""
