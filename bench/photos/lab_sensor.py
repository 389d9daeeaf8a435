"""Sensor: what a phone's lens, sensor and program make of light: blur, mosaic, noise, tone,
sharpening, JPEG.
"""

from __future__ import annotations

import cv2
import numpy as np

from bench.photos.lab_paint import Box, bands, lattice, spread
from bench.photos.lab_prints import ONE, Deep, Pixels
from bench.photos.lab_scene import Camera, Floats, Rng, Scene

LENS = 0.55  # px: the blur that the sharpest lens leaves
LEVELS = 4095  # of the sensor
GAMMA = 2.2
GRAINS = 1 << 20  # starts in the random numbers, one a strip: drawing all again takes half a second
LIGHT_STEP = 32  # px; light changes slowly
FINE = 8  # sub-pixels, for soft edges of disc and line
WARM = np.array([-0.35, 0.0, 0.3])  # what a lamp takes and adds, BGR


def develop(canvas: Deep, scene: Scene, camera: Camera, rng: Rng) -> Pixels:
    """The phone's picture, 8 bit BGR, from linear light."""
    kernel = _point_spread(scene, float(rng.uniform(0, 180)))
    halo = max(4, (len(kernel) // 2 + 2) // 2 * 2)  # even, so that the mosaic doesn't shift
    # for each channel the 8 bit value of each count, white balance included
    counts = np.arange(LEVELS + 1) / LEVELS
    levels = (np.clip(counts * gain, 0, 1) ** (1 / GAMMA) * 255 + 0.5 for gain in scene.balance)
    tone = [each.astype(np.uint8) for each in levels]
    grains = rng.standard_normal(GRAINS + 3 * (256 + 2 * halo) * canvas.shape[1], dtype=np.float32)
    angle, colour = np.radians(scene.light_from), 1 + scene.warmth * WARM
    falling = np.array([np.cos(angle), -np.sin(angle)])  # the way in which it gets lighter
    picture = np.empty(canvas.shape, np.uint8)
    for box in bands(canvas):
        wide = Box(0, max(0, box.top - halo), box.right, min(canvas.shape[0], box.low + halo))
        light = wide.part(canvas).astype(np.float32) * np.float32(1 / ONE)
        if len(kernel) <= 7:
            side = cv2.getGaussianKernel(5, LENS, cv2.CV_32F)
            seen = cv2.sepFilter2D(light, -1, side, side)
        else:
            seen = cv2.filter2D(light, -1, kernel, borderType=cv2.BORDER_REPLICATE)
        # level, colour, fall-off and vignette of the light
        off = (lattice(wide, LIGHT_STEP) - camera.middle) / (camera.size[0] / 2)
        level = scene.light * (1 + scene.gradient * (off @ falling))
        level = np.maximum(level * (1 - scene.vignette * (off * off).sum(-1)), 0)
        lit = np.asarray(seen * spread(level[..., None] * colour, wide, LIGHT_STEP))
        counted = _mosaic(lit, scene.noise, grains[int(rng.integers(GRAINS)) :])
        soft = cv2.merge([tone[n][counted[..., n]] for n in range(3)])
        blurred = cv2.GaussianBlur(soft, (0, 0), 1.2)
        sharp = cv2.addWeighted(soft, 1 + scene.sharpen, blurred, -scene.sharpen, 0)
        picture[box.top : box.low] = sharp[box.top - wide.top : box.low - wide.top]
    return picture


def encoded(picture: Pixels, quality: int) -> bytes:
    """The picture as JPEG."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _point_spread(scene: Scene, angle: float) -> Floats:
    """What lens, defocus (a disc) and motion (a line) make of a point; sums to 1."""
    reach = int(np.ceil(3 * LENS + scene.defocus + scene.motion / 2)) + 1
    kernel: Floats = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    kernel[reach, reach] = 1
    if scene.defocus > 0.2:
        half = int(np.ceil(scene.defocus + 0.5))
        side = 2 * half + 1
        span = ((np.arange(side * FINE) + 0.5) / FINE - half - 0.5) ** 2
        inside = (span[:, None] + span[None] <= scene.defocus**2).astype(np.float32)
        disc = cv2.resize(inside, (side, side), interpolation=cv2.INTER_AREA)
        kernel = np.asarray(cv2.filter2D(kernel, -1, disc / disc.sum()), np.float32)
    if scene.motion > 0.2:
        length = scene.motion
        half = int(np.ceil(length / 2 + 1))
        at = np.linspace(-length / 2, length / 2, max(2, int(length * FINE)))
        line = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
        across, down = (at * way(np.radians(angle)) + half for way in (np.cos, np.sin))
        for x, y in zip(across, down, strict=True):
            left, top = int(x), int(y)
            right, low = x - left, y - top
            share = np.outer((1 - low, low), (1 - right, right)).astype(np.float32)
            line[top : top + 2, left : left + 2] += share
        kernel = np.asarray(cv2.filter2D(kernel, -1, line / line.sum()), np.float32)
    soft = cv2.GaussianBlur(kernel, (0, 0), LENS)
    return np.asarray(soft / soft.sum(), np.float32)


def _mosaic(light: Floats, noise: float, grains: Floats) -> Deep:
    """Counts of one colour a pixel (red at the top left), and the others filled in again.

    Photons come at random (more light, more noise), reading adds a little.
    """
    raw = np.empty(light.shape[:2], np.float32)
    for row, column, channel in ((0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 1, 0)):
        raw[row::2, column::2] = light[row::2, column::2, channel]
    counts = np.sqrt(raw + np.float32(1 / 16))
    counts *= np.float32(noise)
    counts *= grains[: raw.size].reshape(raw.shape)
    counts += raw
    counts *= LEVELS
    whole = np.asarray(np.clip(counts, 0, LEVELS, out=counts), np.uint16)
    return np.asarray(cv2.cvtColor(whole, cv2.COLOR_BayerRGGB2BGR), np.uint16)
