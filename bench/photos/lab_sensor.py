"""Sensor: what lens, sensor and the phyour own program make of light: blur, mosaic, noise, tone,
sharpening, JPEG.
"""

from __future__ import annotations

import cv2
import numpy as np

from bench.photos.lab_camera import Camera, Floats
from bench.photos.lab_paint import Box, bands, lattice, spread
from bench.photos.lab_prints import ONE, Deep, Pixels
from bench.photos.lab_scene import Scene

LENS = 0.55  # px: the blur that the sharpest lens leaves
LEVELS = 4095  # of the sensor
GAMMA = 2.2
ROWS = 256  # a strip
GRAINS = 1 << 20  # starts in the random numbers, one a strip: drawing all again takes half a second
LIGHT_STEP = 32  # px; light changes slowly
WARM = np.array([-0.35, 0.0, 0.3])  # what a lamp takes and adds, BGR


def develop(canvas: Deep, scene: Scene, camera: Camera, rng: np.random.Generator) -> Pixels:
    """The phone's picture, 8 bit BGR, from linear light."""
    kernel = point_spread(scene, float(rng.uniform(0, 180)))
    halo = max(4, (len(kernel) // 2 + 2) // 2 * 2)  # even, so that the mosaic doesn't shift
    tone = _tone(scene)
    grains = rng.standard_normal(GRAINS + 3 * (ROWS + 2 * halo) * canvas.shape[1], dtype=np.float32)
    picture = np.empty(canvas.shape, np.uint8)
    for box in bands(canvas, ROWS):
        wide = Box(0, max(0, box.top - halo), box.right, min(canvas.shape[0], box.low + halo))
        light = _through_lens(wide.part(canvas), kernel) * _lit(wide, scene, camera)
        start = int(rng.integers(GRAINS))
        counts = (_mosaic if scene.mosaic else _noisy)(
            light, scene.noise, grains[start : start + light.size]
        )
        soft = _toned(counts, tone)
        sharp = _sharpened(soft, scene.sharpen)
        picture[box.top : box.low] = sharp[box.top - wide.top : box.low - wide.top]
    return picture


def encoded(picture: Pixels, quality: int) -> bytes:
    """The picture as JPEG."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done, "OpenCV always can write JPEG"
    return data.tobytes()


def point_spread(scene: Scene, angle: float) -> Floats:
    """What becomes of a point: the lens' own blur, the disc of defocus and the line of motion in
    turn; sums to 1.
    """
    reach = int(np.ceil(3 * LENS + scene.defocus + scene.motion / 2)) + 1
    kernel: Floats = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    kernel[reach, reach] = 1
    fine = 8  # sub-pixels, for soft edges of disc and line
    if scene.defocus > 0.2:
        kernel = np.asarray(cv2.filter2D(kernel, -1, _disc(scene.defocus, fine)), np.float32)
    if scene.motion > 0.2:
        kernel = np.asarray(cv2.filter2D(kernel, -1, _line(scene.motion, angle, fine)), np.float32)
    soft = cv2.GaussianBlur(kernel, (0, 0), LENS)
    return np.asarray(soft / soft.sum(), np.float32)


def _disc(radius: float, fine: int) -> Floats:
    half = int(np.ceil(radius + 0.5))
    span = ((np.arange((2 * half + 1) * fine) + 0.5) / fine - half - 0.5) ** 2
    inside = (span[:, None] + span[None] <= radius**2).astype(np.float32)
    disc = cv2.resize(inside, (2 * half + 1, 2 * half + 1), interpolation=cv2.INTER_AREA)
    return np.asarray(disc / disc.sum())


def _line(length: float, angle: float, fine: int) -> Floats:
    half = int(np.ceil(length / 2 + 1))
    at = np.linspace(-length / 2, length / 2, max(2, int(length * fine)))
    line = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    for x, y in zip(
        at * np.cos(np.radians(angle)) + half, at * np.sin(np.radians(angle)) + half, strict=True
    ):
        left, top = int(x), int(y)
        right, down = x - left, y - top
        line[top : top + 2, left : left + 2] += np.outer(
            (1 - down, down), (1 - right, right)
        ).astype(np.float32)
    return np.asarray(line / line.sum())


def _through_lens(part: Deep, kernel: Floats) -> Floats:
    light = part.astype(np.float32) * np.float32(1 / ONE)
    if len(kernel) <= 7:
        side = cv2.getGaussianKernel(5, LENS, cv2.CV_32F)
        return np.asarray(cv2.sepFilter2D(light, -1, side, side))
    return np.asarray(cv2.filter2D(light, -1, kernel, borderType=cv2.BORDER_REPLICATE))


def _lit(box: Box, scene: Scene, camera: Camera) -> Floats:
    """Level, colour, fall-off and vignette of the light for each pixel of the strip."""
    half = np.array(camera.size) / 2
    off = (lattice(box, LIGHT_STEP) - camera.middle) / half[0]
    angle = np.radians(scene.light_from)
    along = off @ (np.cos(angle), -np.sin(angle))
    level = scene.light * (1 + scene.gradient * along) * (1 - scene.vignette * (off * off).sum(-1))
    return spread(np.maximum(level, 0)[..., None] * (1 + scene.warmth * WARM), box, LIGHT_STEP)


def _mosaic(light: Floats, noise: float, grains: Floats) -> Deep:
    """One colour a pixel (red at the top left), noise on it, and the others filled in again."""
    raw = np.empty(light.shape[:2], np.float32)
    for row, column, channel in ((0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 1, 0)):
        raw[row::2, column::2] = light[row::2, column::2, channel]
    return np.asarray(
        cv2.cvtColor(_noisy(raw, noise, grains[: raw.size]), cv2.COLOR_BayerRGGB2BGR), np.uint16
    )


def _noisy(light: Floats, noise: float, grains: Floats) -> Deep:
    """Counts from 0 to `LEVELS`: photons come at random (more light, more noise), reading adds a
    little.
    """
    counts = np.sqrt(light + np.float32(1 / 16))
    counts *= np.float32(noise)
    counts *= grains.reshape(light.shape)
    counts += light
    counts *= LEVELS
    return np.asarray(np.clip(counts, 0, LEVELS, out=counts), np.uint16)


def _tone(scene: Scene) -> list[Pixels]:
    """For each channel: 8 bit value of each count, white balance included."""
    counts = np.arange(LEVELS + 1) / LEVELS
    return [
        np.asarray(np.clip(counts * gain, 0, 1) ** (1 / GAMMA) * 255 + 0.5, np.uint8)
        for gain in scene.balance
    ]


def _toned(counts: Deep, tone: list[Pixels]) -> Pixels:
    return np.asarray(cv2.merge([tone[n][counts[..., n]] for n in range(3)]), np.uint8)


def _sharpened(picture: Pixels, amount: float) -> Pixels:
    if amount <= 0:
        return picture
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)
