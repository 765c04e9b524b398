"""`loopline show --gif`: a game turn by turn, and of a saved failure what is wrong."""

import json

import pytest
from cli.running import run
from cosim.engines import ROOT
from loopline.report import animation

GAME = "@0/ B1\\ B2/"


@pytest.fixture
def images():
    """What opens pictures: Pillow, which is an extra."""
    pytest.importorskip("resvg_py")
    return pytest.importorskip("PIL.Image")


@pytest.fixture
def failed(tmp_path):
    """A game that `verify` has saved, with its failure beside it."""
    failure = {"name": "games", "state": "mismatch", "script": GAME, "signal": "vp_state.winner", "request": 2}
    failure |= {
        "says": "Winner is White; the model says Red",
        "expected": "2, Red",
        "found": "1, White",
        "format": "loopline failure 1",
    }
    (tmp_path / "failure.json").write_text(json.dumps(failure))
    game = tmp_path / "minimal.trx"
    game.write_text(f"# games; my engine; seed 7\ndelays:c0ff {GAME}\n")
    return game


def test_a_frame_for_each_turn(images, tmp_path):
    code, out, _ = run("show", GAME, "--gif", "a.gif", "--apng", "a.png", cwd=tmp_path)
    assert (code, out.count("3 frames")) == (0, 2)
    for name in ("a.gif", "a.png"):
        with images.open(tmp_path / name) as picture:
            assert (picture.n_frames, picture.info["loop"]) == (3, 0)


def test_a_failure_is_shown_last(images, failed, tmp_path):
    """In a colour that no other frame has; not if the game is another than the one that failed."""
    code, out, err = run("show", failed, "--gif", "a.gif", cwd=tmp_path)
    assert (code, err, "4 frames" in out) == (0, "", True)
    with images.open(tmp_path / "a.gif") as picture:
        wrong = []
        for number in range(picture.n_frames):
            picture.seek(number)
            image = picture.convert("RGB")
            words = image.crop((0, image.height - 60, *image.size))
            wrong.append(
                any(red > 150 and green < 60 and blue > 90 for _, (red, green, blue) in words.getcolors(10_000))
            )
    assert wrong == [False, False, False, True]
    failed.write_text("@0/ B1\\\n")
    assert "2 frames" in run("show", failed, "--gif", "a.gif", cwd=tmp_path)[1]


def test_the_last_frame_has_the_sentence_of_all_reports(failed, monkeypatch, tmp_path):
    frames = []
    monkeypatch.setattr(animation, "write", lambda path, drawn, form: frames.extend(drawn) or path.touch())
    animation.animate(str(failed), {"GIF": tmp_path / "a.gif"}, None, None)
    assert frames[-1].lines[-1] == "Winner is White; the model says Red"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("@0/ zz", "--gif", "a.gif"), "loopline: @0/ zz: name the game with --game"),
        ((GAME, "--gif", "no/a.gif"), "loopline: cannot write no/a.gif: No such file or directory"),
        ((GAME, "--gif", "a.gif", "--svg", "a.svg"), "loopline: --gif and --apng go with --game and --dut alone"),
        ((GAME, "--dut", "trax-engine"), "loopline: --dut goes with --gif and --apng"),
        ((GAME, "--gif", "a.gif", "--game", "chess"), "loopline: --game chess: no bundled engine plays it"),
    ],
)
def test_bad_input(images, options, error, tmp_path):
    code, out, err = run("show", *options, cwd=tmp_path)
    assert (code, out, err.startswith(error)) == (2, "", True), err
    assert not [*tmp_path.iterdir()]


def test_missing_gif_extra_is_reported(monkeypatch, tmp_path):
    (tmp_path / "resvg_py.py").write_text("raise ImportError")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    code, _, err = run("show", GAME, "--gif", "a.gif", cwd=tmp_path)
    assert (code, err) == (2, "loopline: pictures that move need Pillow and resvg: pip install 'loopline[gif]'\n")


def test_the_readme_shows_one():
    """Above the fold, and small."""
    assert "](docs/failure.gif)" in "".join((ROOT / "README.md").read_text().splitlines(keepends=True)[:10])
    assert (ROOT / "docs" / "failure.gif").stat().st_size < 300_000
