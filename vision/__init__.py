"""Vision: from a photo of the table to the state of the game.

OpenCV reads its pixel limit once, when it is first imported, so it is set here, which every module
of the wing imports first. `photo.loader` refuses larger photos by their header, before decoding.

NumPy's linear algebra gets one thread, also set before its first import: our matrices are so small
that waking other threads takes ten times as long as the work.
"""

import os

MAX_PIXELS = 64_000_000  # a 50-megapixel phone passes; a decompression bomb doesn't

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
