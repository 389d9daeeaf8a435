"""Sweep: short videos of hard tables."""

import pytest

from bench.photos.lab_prints import Prints
from bench.photos.objects import draw_table
from bench.photos.sweep import Row, draw_frames, summary


@pytest.fixture(scope="module")
def prints(tmp_path_factory: pytest.TempPathFactory) -> Prints:
    """The cards of combust, printed."""
    return Prints.of("combust", tmp_path_factory.mktemp("prints"))


@pytest.mark.parametrize(
    ("seed", "finger", "shine", "smear"),
    [(0, True, False, 3), (1, True, True, 3), (2, False, False, 18)],
)
def test_what_is_hard_about_a_table_moves(
    prints: Prints, seed: int, finger: bool, shine: bool, smear: int
) -> None:
    """In turn a finger, a reflection, or the phone; a finger over every other table, too."""
    frames = draw_frames(draw_table("combust", seed), seed, prints)
    assert len({scene.turn for scene, _ in frames}) == len(frames)
    fingers = {(each["x"], each["y"]) for _, setting in frames for each in setting.fingers}
    assert len(fingers) == finger * len(frames)
    assert all((scene.glare > 0) == shine for scene, _ in frames)
    assert len({setting.lays[0].glare for _, setting in frames}) > 1
    assert max(scene.motion for scene, _ in frames) == pytest.approx(smear, abs=1)


def test_games_are_counted_apart() -> None:
    """The share of single frames is a mean over videos."""
    rows = [Row("giza", (), right, share) for right, share in ((True, 0.5), (False, 0.0))]
    rows.append(Row("rocks", ("board: 1, is 2",), right=False, share=1.0))
    assert summary(rows).splitlines()[2:] == [
        "| giza | 2 | 1 | 0 | 25 % |",
        "| rocks | 1 | 0 | 1 | 100 % |",
    ]
