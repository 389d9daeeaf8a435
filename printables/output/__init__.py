"""Output: a job in, files out: the PDF with its manifest, cut files, or a folder of pictures for a
print shop.

`jobs` turns what a person asks for into a `Job`, `printer` draws it, `files` writes everything
whole or not at all, `plotter` and `shop` write for machines and shops, `correction` and `profiles`
undo a printer's errors, `result_card` is the picture of a result. Pages are mm from the top left, y
down, until `printer` makes points of them.
"""
