"""Calibration: the two-sided sheet that shows what a printer does to a page, mm.

`cli` is the command `rookery calibrate sheet`. `vision` reads photos of the sheet.
"""
