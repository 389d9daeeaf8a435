"""Output: a job's PDF with its manifest, cut files, or pictures for a print shop.

`printer` makes a `Job` from the options and draws it, `files` writes all files together or none.
`plotter` is for cutting machines, `shop` for print shops. `profiles` compensates a printer's
errors, `result_card` draws the picture of a result. Lengths are mm from the page's top left, y
down, until they are converted to points for the PDF.
"""
