"""Photo: a file's bytes in, an upright picture out, or one clear `PhotoError`.

`loader` checks type, size and structure before anything is decoded, and decodes no more than is
asked for. `label` reads a whole deck from the QR code of a box label. Pictures are BGR or grey,
8 bits; places are px from the top left, y down.
"""
