"""docs/gallery.md shows bugs that are kept, as they are now."""

import evidence
from bugs import gallery
from bugs.why import with_bug

ROWS = {row[0]: dict(zip(gallery.COLUMNS, row, strict=True)) for row in evidence.read("gallery").rows}


def test_each_bug_is_shown_as_it_is(tmp_path):
    assert list(ROWS) == [bug.name for _, bug in gallery.bugs()], "run `make gallery`"
    for zoo, bug in gallery.bugs():
        rtl = tmp_path / bug.name
        with_bug(zoo, bug, rtl)
        shown = ROWS[bug.name]
        assert (shown["story"], shown["change"]) == (bug.story, gallery.change(zoo, bug, rtl))


def test_gallery_boards_match_their_games():
    kept = {file.name for file in (evidence.REPOSITORY / "docs" / "gallery").iterdir()}
    assert kept == {name for row in ROWS.values() for name in row["boards"]}
