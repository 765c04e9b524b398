"""`loopline match` as a user meets it: screen, log, report, exit codes."""

import json
import os
import re
import signal
import socket
from importlib.metadata import version

import pytest
import reports
from cli.running import run, started
from cosim.engines import needs
from loopline.games.trax.model_checks import FIRST_TRAP
from match.boards import serve_socket
from match.playing import LIMIT, LOOP, scripted
from match.terminal import Terminal
from waiting import PATIENCE, until

TRAX = ("--game", "trax")


def match(tmp_path, *arguments, **options):
    """Exit code, output, complaints, log, report."""
    code, out, err = run("match", *TRAX, *arguments, "--out", tmp_path, **options)
    return code, out, err, (tmp_path / "match.trx").read_text(), reports.read(tmp_path / "match.json")


def test_a_match(tmp_path):
    a, b = scripted(LOOP, "AA"), scripted("@0/ X A2\\", "BB")
    code, out, err, log, report = match(tmp_path, a, b, "--limit", 20)
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[0] == f"loopline {version('loopline')} · {report['command']}"
    assert lines[1:7] == [
        f"A  {a}",
        f"B  {b}",
        "",
        "game 1  A White, B Red       1 turn  White wins, foul · "
        "Red: 'X': bad row: found the end, expected a row number",
        "game 2  B White, A Red      3 turns  Red wins, loop",
        "",
    ]
    assert re.fullmatch(r"player +won  as White  as Red  lost  no winner  fouls  late +mean +slowest", lines[7])
    # A row: name, won, so as White, so as Red, lost, no winner, fouls, late; then its clock.
    for line, name, figures in zip(
        lines[8:], (f"A {a[:30]}…", f"B {b[:30]}…"), ("2 1 1 0 0 0 0", "0 0 0 2 0 1 0"), strict=False
    ):
        assert line.startswith(name)
        words = line[len(name) :].split()
        assert words[:7] == figures.split()
        assert (len(words), words[8::2]) == (11, ["ms", "ms"])
    written = ", ".join(f"{tmp_path}/{name}" for name in ("match.trx", "match.json", "report.html"))
    assert lines[-1] == f"2 of 2 games, 4 turns. Written: {written}"
    assert (report["exit_code"], report["partial"], report["players"]) == (1, False, {"A": a, "B": b})
    first, second = report["games"]
    assert (first["sides"], first["identities"]) == ({"White": "A", "Red": "B"}, {"White": "AA", "Red": "BB"})
    assert (first["winner"], first["how"], first["fault"], first["moves"]) == ("A", "foul", "B", ["@0/"])
    assert (second["sides"]["White"], second["winner"], second["how"], second["fault"]) == ("B", "A", "loop", None)
    assert second["moves"] == LOOP.split()
    assert [len(game["seconds"]) for game in report["games"]] == [1, 3]
    assert log == (
        f"# game 1; a game that ends without a result is partial\n# White: A, {a} (AA)\n# Red: B, {b} (BB)\n1. @0/ \n"
        "# White wins, foul · Red: 'X': bad row: found the end, expected a row number\nWhite wins\n\n"
        f"# game 2; a game that ends without a result is partial\n# White: B, {b} (BB)\n# Red: A, {a} (AA)\n"
        "1. @0/ 2. B1\\ 3. A2\\ \n# Red wins, loop\nRed wins\n"
    )
    page, shown = stepped(tmp_path)
    assert [[step["word"] for step in one] for one in shown] == [one["moves"] for one in report["games"]]
    assert len({step["pictures"][0]["svg"] for step in shown[1]}) == 3
    assert all(step["pictures"][0]["svg"].startswith("<svg") for one in shown for step in one)
    assert shown[1][1]["says"].startswith("Red in ")
    assert "B White, A Red: Red wins, loop" in page
    assert page.count("<script") == 2


def stepped(tmp_path):
    """The page, and the steps of its games."""
    page = (tmp_path / "report.html").read_text()
    return page, json.loads(re.search(r'id="steps">(.*?)</script>', page, re.DOTALL)[1])


@pytest.mark.parametrize("game", ["evening", "globe", "tsolitaire"])
def test_each_game_has_pictures_and_the_first_games_are_shown(game, tmp_path):
    options = ("--game", game, "--games", 8, "--max-turns", 3, "--out", tmp_path)
    code, _, err = run("match", "random:1", "random:2", *options)
    assert (code, err) == (0, "")
    page, shown = stepped(tmp_path)
    assert [len(one) for one in shown] == [3] * 6
    assert all(step["pictures"][0]["svg"].startswith("<svg") for one in shown for step in one)
    assert len({step["pictures"][0]["svg"] for step in shown[0]}) == 3
    assert "There are no more pictures" not in page


def test_the_log_is_games_that_can_be_checked(tmp_path):
    code, _, _, log, report = match(tmp_path, "model", "model:2", "--games", 2)
    assert code == 0
    assert log.startswith(
        "# game 1; a game that ends without a result is partial\n# White: A, model (GM)\n# Red: B, model:2 (GM)\n1. @0"
    )
    code, out, _ = run("check", tmp_path / "match.trx", "--json", tmp_path / "check.json")
    assert code == 0
    assert out.endswith("2 games in 1 file: 2 legal, 0 illegal\n")
    checked = [json.loads(line) for line in (tmp_path / "check.json").read_text().splitlines()]
    for game, seen in zip(report["games"], checked, strict=True):
        assert (game["sides"][seen["winner"]], game["how"], len(game["moves"])) == (
            game["winner"],
            seen["how"],
            seen["turns"],
        )


def test_a_foul_is_in_the_log(tmp_path):
    moves = f"{FIRST_TRAP} A2/"
    code, _, _, log, report = match(tmp_path, scripted(moves), scripted(moves), "--games", 1)
    assert code == 1
    assert re.search(r"8\. A4\\ \n# Red wins, foul · White: 'A2/': trap: forced .*; the cell is \w+\nRed wins\n$", log)
    assert (report["games"][0]["fault"], report["games"][0]["winner"]) == ("A", "B")
    assert run("check", tmp_path / "match.trx")[0] == 0


def test_a_lost_player_is_exit_code_3(tmp_path):
    moves = "@0/ die:B1"
    code, out, _, log, report = match(tmp_path, scripted(moves), scripted(moves), "--games", 1)
    assert code == report["exit_code"] == 3
    words = r"no winner, *E_communication · Red: the program has ended, exit code 3; its last words: 'no \x1b[31m"
    assert words in out
    assert f"1. @0/ \n# {words}" in log
    assert log.endswith("\n*\n")


def test_a_late_player_is_exit_code_1(tmp_path):
    code, out, _, log, _ = match(tmp_path, scripted(LOOP), scripted("@0/ silent:"), "--games", 1, "--limit", LIMIT)
    assert code == 1
    assert f"White wins, *E_timeout · Red: no answer to @0/ within {LIMIT} s" in out
    assert log.endswith(f"Red: no answer to @0/ within {LIMIT} s\nWhite wins on time\n")


@pytest.mark.parametrize("way", ["escape", "markup", "nul"])
def test_what_a_player_says_does_not_reach_the_terminal(way, tmp_path):
    player = scripted(f"@0/ {way}:B1\\")
    code, out, err, log, _ = match(tmp_path, player, player, "--games", 1, FORCE_COLOR="1", TERM="xterm-256color")
    assert code == 1
    for text in (out, err, log):
        ours = re.sub(r"\x1b\[[\d;?]*[AKhlm]|\r", "", text)  # colours, and what moves the live board
        assert not re.search(r"[^\n\x20-\x7e\x80-\uffff]", ours)
    if way == "markup":
        assert "'[red]B1\\\\[/red]%s{0}'" in out


def test_a_name_does_not_reach_the_terminal_either(tmp_path):
    _, out, err, log, _ = match(tmp_path, "exec:echo \x1b[2J\n\x07", "model", "--games", 1)
    assert all(char.isprintable() or char == "\n" for char in out + err + log)
    assert "A  exec:echo \\x1b[2J\\n\\x07\n" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("model", "nobody"), "'nobody' is not a player; there are exec:COMMAND, "),
        (("random:x", "random"), "'random:x' is not a player; there is random[:SEED]"),
        (("human:2", "random"), "'human:2' is not a player; there are exec:COMMAND, "),
        (("model", "model", "--out", "/dev/null"), "cannot write to /dev/null: "),
    ],
)
def test_bad_input(arguments, complaint, tmp_path):
    code, _, err = run("match", *TRAX, *arguments, *([] if "--out" in arguments else ["--out", tmp_path]))
    assert code == 2
    assert err.startswith(f"loopline: {complaint}")


def test_a_drawn_seed_plays_the_same_match_again(tmp_path):
    *_, report = match(tmp_path, "random", "model", "--games", 2)
    drawn = report["players"]["A"]
    assert re.fullmatch(r"random:\d+", drawn)
    assert drawn in report["command"]
    *_, again = match(tmp_path, drawn, "model", "--games", 2)
    assert [game["moves"] for game in again["games"]] == [game["moves"] for game in report["games"]]


def test_a_bundled_player_by_its_name(tmp_path):
    needs("icarus")
    options = ("--sim", "icarus", "--games", 1, "--max-turns", 2, "--out", tmp_path)
    code, out, err = run("match", "trax-player", "random:1", *options)
    assert (code, err) == (0, "")
    assert "\nA  trax-player\nB  random:1\n" in out


def test_other_rules(tmp_path):
    code, _, _, _, report = match(tmp_path, "random:1", "random:2", "--rules", "mini-lines", "--games", 3)
    assert (code, len(report["games"])) == (0, 3)
    assert "--rules mini-lines" in report["command"]
    assert run("check", tmp_path / "match.trx", "--rules", "mini-lines")[0] == 0


def test_ctrl_c_keeps_the_log(tmp_path):
    process = started(
        "match", *TRAX, scripted("@0/ silent:"), scripted("@0/ silent:"), "--limit", 60, "--out", tmp_path
    )
    until(lambda: written(tmp_path, "1. @0/ "), process)
    assert reports.read(tmp_path / "match.json")["partial"] is True
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, "")
    assert "partial: interrupted after turn 1\n" in out
    assert "\nPARTIAL, interrupted: 0 of 2 games, 1 turn. Written: " in out
    assert (tmp_path / "match.trx").read_text().endswith("1. @0/ \n# partial: interrupted after turn 1\n")
    report = reports.read(tmp_path / "match.json")
    assert (report["partial"], report["exit_code"], report["games"][0]["moves"]) == (True, 130, ["@0/"])
    assert run("check", tmp_path / "match.trx")[0] == 0


def test_a_referee_that_is_killed_has_written_every_move(tmp_path):
    process = started(
        "match", *TRAX, scripted("@0/ B1+ silent:"), scripted("@0/ B1+"), "--limit", 60, "--out", tmp_path
    )
    until(lambda: written(tmp_path, "2. B1+ "), process)
    process.kill()
    process.communicate()
    assert (tmp_path / "match.trx").read_text().endswith("\n1. @0/ 2. B1+ ")
    assert reports.read(tmp_path / "match.json")["partial"] is True


def written(folder, text):
    return (folder / "match.trx").exists() and text in (folder / "match.trx").read_text()


def test_an_old_report_is_not_taken_for_a_new_one(tmp_path):
    assert match(tmp_path, "model", "model:2")[0] == 0
    assert run("match", *TRAX, "model", "exec:/no/such/program", "--out", tmp_path)[0] == 2
    assert reports.read(tmp_path / "match.json")["games"] == []
    assert (tmp_path / "match.trx").read_text() == ""


def test_a_player_is_told_where_to_connect(tmp_path):
    process = started("match", *TRAX, "model:2", "tcp-listen:0", "--limit", 20, "--out", tmp_path)
    while not (
        notice := re.match(r"waiting for a player to connect to 127\.0\.0\.1:(\d+)\n", process.stdout.readline())
    ):
        pass
    with socket.create_connection(("127.0.0.1", int(notice[1]))) as connected:
        serve_socket(connected)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert "\n2 of 2 games, " in out


# --- at a terminal ----------------------------------------------------------------------------------------------------


def test_the_live_board(tmp_path):
    code, text = Terminal("match", *TRAX, "model:2", "model", "--out", tmp_path).end()
    assert code == 0
    assert "game 1 of 2 · White: A model:2 (GM) · Red: B model (GM)" in text
    assert "game 2 of 2 · White: B model (GM) · Red: A model:2 (GM)" in text
    assert re.search(r"\x1b\[1A|\x1b\[\d*A", text)  # drawn over the one before
    assert re.search(r"\x1b\[1;38;[\d;]*m[═─╫╪]", text)
    assert "★" in text
    assert "White wins, line across" in text


def test_the_live_board_without_colour(tmp_path):
    _, text = Terminal("match", *TRAX, "model:2", "model", "--out", tmp_path, NO_COLOR="1").end()
    assert "★" in text
    assert not re.search(r"\x1b\[[\d;]*38;", text)


def test_of_a_large_board_the_last_move_is_seen(tmp_path):
    _, text = Terminal(
        "match", *TRAX, "model:2", "model", "--games", 1, "--out", tmp_path, columns=24, rows=16, NO_COLOR="1"
    ).end()
    last = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", text.rpartition("game 1 of 1")[2]).partition("\nplayer")[0]
    assert "●" in last
    assert "White wins, line" in last
    board = last.splitlines()[1:]
    assert len(board) <= 2 * 16  # on a busy machine what follows the last frame may be among it
    assert max(map(len, board)) <= 24


def test_a_person(tmp_path):
    terminal = Terminal("match", *TRAX, "human", scripted(LOOP), "--games", 1, "--limit", 20, "--out", tmp_path)
    assert "You are White. The first move is @0/ or @0+." in terminal.until("your move: ")
    terminal.type("\x1b[A@0/\n")
    assert re.search(r"'[^\x1b]*@0/': bad column: ", terminal.until("your move: "))
    terminal.type("?\n")
    assert "\n@0/ @0+\n" in terminal.until("your move: ").replace("\r", "")
    terminal.type("@0/\n")
    assert "2. B1\\ · Red in " in terminal.until("your move: ")
    terminal.type(" A2\\ \n")
    code, text = terminal.end()
    assert code == 0
    assert "★" in text
    assert "game 1  A White, B Red      3 turns  Red wins, loop" in text
    assert "1. @0/ 2. B1\\ 3. A2\\ \n" in (tmp_path / "match.trx").read_text()


def test_a_person_who_leaves(tmp_path):
    terminal = Terminal("match", *TRAX, "model", "human", "--games", 1, "--out", tmp_path)
    assert "You are Red. ? lists the legal moves; Ctrl-C" in terminal.until("your move: ")
    terminal.type("\x04")
    code, text = terminal.end()
    assert code == 3
    assert "no winner, *E_communication · Red: the terminal has been closed" in text


def test_ctrl_c_of_a_person(tmp_path):
    terminal = Terminal("match", *TRAX, "human", "human", "--out", tmp_path)
    terminal.until("your move: ")
    terminal.type("@0/\n")
    terminal.until("your move: ")
    terminal.type("\x03")
    code, text = terminal.end()
    assert code == 130
    assert "PARTIAL, interrupted: 0 of 2 games, 1 turn" in text
    assert os.access(tmp_path / "match.json", os.R_OK)
