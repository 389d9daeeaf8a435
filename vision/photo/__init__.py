"""From a file's bytes to an upright image, or to one clear `PhotoError`.

`loader` checks type, size and structure before decoding, and decodes no more than is needed.
`label` reads a whole deck from the QR code of a box label. Images are BGR or grey, 8 bits;
positions are px from the top left, y down.
"""
