"""Pictures for the phones.

- `views`: the printed cards, the door's QR code, photos of the table
- `own_cards`: the cards of someyour own deck, drawn in a child process
- `svg`: an SVG that carries its letters and can do nothing
- `qr`: QR codes as SVG, and for the terminal
"""
