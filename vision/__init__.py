"""Vision: from one picture of the table to the state of the game.

OpenCV reads its pixel cap once, when it is first imported; so it is set here, where every module of
the wing passes by. `photo.loader` refuses larger pictures by their header, before a single pixel is
decoded.

NumPy's linear algebra is given one thread, which it asks for when it is first imported: our
matrices are so small that waking others takes ten times as long as the work.
"""

import os

MAX_PIXELS = 64_000_000  # a 50-megapixel phone passes; a decompression bomb doesn't

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
