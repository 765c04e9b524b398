"""OUT/report.html in a real browser: every control, by keyboard and by mouse."""

import re
import shutil
import struct
from dataclasses import replace
from urllib.parse import unquote

import pytest
from cosim.engines import described, needs
from loopline.campaign.findings import Diagnosis, Suspect
from loopline.contract.game import Subject
from loopline.coverage import Total, UnusableFile, coverage_of
from loopline.report import page as report
from loopline.report.coverage import write_page
from loopline.simulation.job import ServedRequest, Trace, Waveform
from report import screenshots, test_overview
from report.pages import BLOCKS, EVIL, GAMES, campaign_of, conversation, mismatch, renamed, watched, write

#: Too wide for a small screen; the first wrong cycle is far to the right.
WAVEFORM = Waveform(
    cycles=[*range(100, 140, 2)],
    wrong=16,
    traces=[
        Trace(name="req_valid", found=[*"0011001100110011001"]),
        Trace(name="vp_state.left", found=[*"3333333344444444555"], expected=[*"3333333344444444655"]),
    ],
)

pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.gate


@pytest.fixture(scope="module")
def browser():
    if not shutil.which("chromium"):
        pytest.skip("chromium is not here")
    with screenshots.chromium() as chromium:
        yield chromium


@pytest.fixture(scope="module")
def screen(browser):
    """One page for all tests: a new one takes longer than most of them."""
    return browser.new_page()


@pytest.fixture
def opened(screen, tmp_path):
    """Opens the page of a mismatch; nothing may be complained of, asked for or said by it."""
    wrong, own = [], (tmp_path / "report.html").as_uri()
    listeners = {
        "console": lambda message: wrong.append(message.text),
        "pageerror": lambda error: wrong.append(str(error)),
        "dialog": lambda dialog: wrong.append(dialog.message),
        "request": lambda one: one.url.startswith(("data:", own)) or wrong.append(one.url),
    }

    def opened(name, size=(1280, 900), scheme="light", **more):
        campaign = campaign_of(name, tmp_path)
        if more.pop("events", False):
            more["waveform"] = watched(campaign, name)
        renamed(campaign, more.pop("design", campaign.plan.dut.name))
        write(campaign, conversation() if name == "player" else mismatch(campaign, name, **more))
        screen.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        screen.emulate_media(media="screen", color_scheme=scheme)
        screen.goto(own)
        return screen

    for event, listener in listeners.items():
        screen.on(event, listener)
    yield opened
    for event, listener in listeners.items():
        screen.remove_listener(event, listener)
    screen.context.clear_permissions()
    assert not wrong


@pytest.mark.parametrize("name", GAMES)
def test_the_keys_step_through_a_game(name, opened):
    page = opened(name)
    last = page.locator(".script li").count()
    at = page.locator("output")
    slider = page.locator("input.event")
    page.locator(".stepper").focus()
    for key, step in (("Home", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowLeft", 1), ("End", last)):
        page.keyboard.press(key)
        assert at.inner_text().startswith(f"step {step} of {last}: ")
        assert slider.input_value() == str(step)
        assert page.locator(".script li").nth(step - 1).get_attribute("aria-current") == "step"
    assert page.locator(".note").inner_text().startswith("First")
    assert page.locator(".first td").first.inner_text() == "4,136"


def test_a_game_that_agrees_is_stepped_through_alone(opened):
    page = opened("trax", state="agrees")
    assert page.locator(".hardware").is_hidden()
    assert page.locator(".pin").is_hidden()
    for key, step in (("Home", 1), ("ArrowRight", 2), ("End", 3)):
        page.locator(".stepper").focus()
        page.keyboard.press(key)
        assert page.locator("output").inner_text().startswith(f"step {step} of 3: ")
        assert page.locator(".note").inner_text() == ""
    assert page.locator(".answer tr").nth(1).locator("td:visible").count() == 2
    page.click("text=Copy the game")
    page.get_by_text("Copied.").wait_for()


def test_hardware_with_the_same_board_says_so_until_it_differs(opened):
    page = opened("trax")
    caption = page.locator(".hardware figcaption")
    for key, said in (("End", "hardware"), ("Home", "hardware (same board)"), ("End", "hardware")):
        page.locator(".stepper").focus()
        page.keyboard.press(key)
        assert caption.inner_text() == said


def test_a_board_that_never_differs_is_shown_once(opened):
    page = opened("trax", right=True)
    assert page.locator(".hardware").is_hidden()
    assert page.locator(".model figcaption").inner_text() == "model and hardware"


def test_left_and_right_work_at_once_on_the_failure_in_view(opened):
    page = opened("trax")
    page.keyboard.press("ArrowLeft")
    assert page.locator("output").inner_text().startswith("step 2 of 3")
    assert page.url.endswith("#failure-1/step-2")
    page.locator("summary").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("output").inner_text().startswith("step 3 of 3")


def test_the_address_names_failure_step_and_cycle(opened):
    page = opened("trax", events=True)
    own = page.url
    page.goto(f"{own}#failure-1/step-2/cycle-201")
    assert page.locator("output").inner_text().startswith("step 2 of 3: A0+ · event 1 of 2")
    page.keyboard.press("ArrowRight")
    assert page.url == f"{own}#failure-1/step-2/cycle-202"
    page.goto(f"{own}#failure-1/step-1")
    assert page.locator("output").inner_text().startswith("step 1 of 3")
    page.goto(f"{own}#failure-9/step-1")
    page.goto(own + "#<script>")
    assert page.locator("output").inner_text().startswith("step 1 of 3")
    page.reload()


def test_fields_that_agree_are_shown_on_demand(opened):
    page = opened("divider")
    rows, more = page.locator(".answer tbody tr:visible"), page.locator("button.agree")
    assert rows.all_inner_texts() == ["remainder\t1\t0"]
    assert more.inner_text() == "2 more fields agree"
    more.click()
    assert rows.count() == 3
    assert more.get_attribute("aria-expanded") == "true"
    page.locator(".stepper").focus()
    page.keyboard.press("Home")
    assert more.is_hidden()
    assert rows.count() == 3


def test_an_answer_in_which_nothing_is_wrong_is_shown_on_demand(opened):
    page = opened("divider", right=True)
    answer, more = page.locator(".answer"), page.locator("button.agree")
    assert answer.is_hidden()
    assert more.inner_text() == "3 fields agree"
    more.click()
    assert answer.locator("tbody tr:visible").count() == 3
    page.locator(".stepper").focus()
    page.keyboard.press("Home")
    assert more.is_hidden()
    assert answer.is_visible()


def test_the_keys_work_on_the_slider_too(opened):
    page = opened("trax")
    page.locator("input.event").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("output").inner_text() == "step 2 of 3: A0+"


def test_arrows_go_by_event_and_with_shift_by_step(opened):
    page, at = opened("trax", events=True), []
    page.locator(".stepper").focus()
    for key in ("Home", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "ArrowRight", "Shift+ArrowRight"):
        page.keyboard.press(key)
        at.append(re.sub(r": [^·]+", " ", page.locator("output").inner_text()))
    assert at == [
        "step 1 of 3 · event 1 of 2 · cycle 101",
        "step 1 of 3 · event 2 of 2 · cycle 102",
        "step 2 of 3 · event 1 of 2 · cycle 201",
        "step 2 of 3 · event 2 of 2 · cycle 202",
        "step 3 of 3 · event 1 of 3 · cycle 301",
        "step 3 of 3 · event 3 of 3 · cycle 4,136",
    ]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    assert page.locator("output").inner_text().startswith("step 2 of 3: A0+ · event 2 of 2: end of turn")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".answer").is_hidden()
    assert "2 tiles" in unquote(page.locator(".model img").get_attribute("src"))


def test_the_slider_over_cycles_ends_at_the_first_wrong_one(opened):
    page, at = opened("trax", events=True), []
    cycles = page.get_by_label("Cycle; the last one is the first wrong one")
    assert [cycles.get_attribute(name) for name in ("min", "max")] == ["101", "4136"]
    assert cycles.input_value() == "4136"
    for cycle in ("250", "101"):
        cycles.fill(cycle)
        at.append(page.locator("output").inner_text().split(" · ")[::2])
    assert at == [["step 2 of 3: A0+", "cycle 250"], ["step 1 of 3: @0/", "cycle 101"]]
    cycles.press("ArrowRight")
    assert page.locator("output").inner_text().endswith("event 2 of 2: end of turn at A1 · cycle 102")
    page.click(".pin")
    assert cycles.input_value() == "4136"
    assert opened("trax").locator("label.cycle").is_hidden()


def test_the_cycle_is_marked_among_the_signals(opened):
    page = opened(
        "trax", waveform=WAVEFORM.model_copy(update={"requests": [ServedRequest(taken=101), ServedRequest(taken=133)]})
    )
    page.locator(".stepper").focus()
    for key, column in (("Home", ["100–101"]), ("ArrowRight", ["132–133"])):
        page.keyboard.press(key)
        assert page.locator(".wave thead [aria-current]").all_inner_texts() == column


@pytest.mark.parametrize("name", [*GAMES, "divider"])
def test_f_turns_a_board_that_can_be_turned(name, opened):
    """The board in both pictures, by as much as the game says, and back; its texts stay upright."""
    page, can = opened(name), name not in ("reversi", "divider")
    page.locator(".stepper").focus()
    page.keyboard.press("Home")
    button, shown = page.locator("button.turn"), page.locator(".model .board")
    assert button.is_visible() == page.get_by_text("turns the board").is_visible() == can
    before = shown.screenshot() if can else b""
    page.keyboard.press("f")
    after = shown.screenshot() if can else b""
    assert (before != after) == can
    if can:
        svg = unquote(page.locator(".model img").get_attribute("src"))
        by = int(re.search(r'data-turn="(\d+)"', svg)[1])
        assert f"rotate: {by}deg" in svg
        assert f"rotate: -{by}deg" in svg
        assert svg == unquote(page.locator(".hardware img").get_attribute("src"))
        for _ in range(360 // by - 1):
            button.click()
        assert shown.screenshot() == before


def test_the_mouse_does_all_that_keys_do(opened):
    page = opened("trax")
    at = page.locator("output")
    for control, step in ((".back", 2), (".script li:first-child", 1), (".forth", 2), (".pin", 3)):
        page.click(control)
        assert at.inner_text().startswith(f"step {step} of 3")
    page.locator("input.event").fill("1")
    assert at.inner_text().startswith("step 1 of 3")


@pytest.mark.parametrize("allowed", [True, False])
def test_command_game_and_issue_are_copied(allowed, opened):
    """Into the clipboard itself; the old way, where the browser does not allow the new one."""
    page = opened("trax")
    page.context.grant_permissions(["clipboard-read", *(["clipboard-write"] if allowed else [])])
    if not allowed:
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject() }")
    for what, said in (("replay", "loopline replay"), ("game", "@0/ A0+ @1+"), ("issue", "vp_state.winner")):
        page.click(f"[data-copy={what}]")
        page.get_by_text("Copied.").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert said in copied
        assert copied == page.locator(f".copy-{what}").text_content()


@pytest.mark.parametrize("asked", [True, False])
def test_page_can_be_printed(asked, opened):
    """Light, whatever the screen is; nothing is wider than the sheet, and what cannot be used on it is left out."""
    traces = [Trace(name="vp_state.left", found=[f"{value}, a name" for value in range(15)])]  # as many as there are
    page = opened(
        "trax", (700, 900), "dark", waveform=Waveform(cycles=[*range(2000, 2032, 2)], wrong=10, traces=traces)
    )
    if asked:
        page.click("#theme")
        page.click("#theme")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("document.documentElement.scrollWidth") <= 700
    assert page.locator("output").is_visible()
    for left_out in (".back", ".pin", ".cycle", ".keys", ".copies", "#theme", "button.turn"):
        assert page.locator(left_out).is_hidden()
    marked = page.locator(".wave thead [aria-current]")  # nothing is drawn over its number
    assert marked.evaluate_all("found => found.map(mark => getComputedStyle(mark).outlineStyle)") in ([], ["none"])
    sheets = page.pdf(format="A4").count(b"/Type /Page\n")
    assert sheets == 2


def test_a_conversation_has_one_board(opened):
    page = opened("player")
    assert page.locator(".hardware").is_hidden()
    assert page.locator(".model figcaption").inner_text() == "after this line"
    page.locator(".stepper").focus()
    page.keyboard.press("Home")
    assert page.locator("output").inner_text() == "step 1 of 4: host: -W"
    page.keyboard.press("f")
    assert "rotate: 180deg" in unquote(page.locator(".model img").get_attribute("src"))


def test_the_keyboard_does_all_that_the_mouse_does(opened):
    """By tab and enter alone."""
    page = opened("trax")
    at, theme = page.locator("output"), "document.documentElement.dataset.theme"
    reached = []
    for _ in range(20):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.className || document.activeElement.id"))
        match page.evaluate("document.activeElement.textContent"):
            case "Dark":
                page.keyboard.press("Enter")
                assert page.evaluate(theme) == "dark"
            case "◀":
                page.keyboard.press("Enter")
                assert at.inner_text().startswith("step 2 of 3")
            case "failing step":
                page.keyboard.press("Enter")
                assert at.inner_text().startswith("step 3 of 3")
            case "Copy the game":
                page.keyboard.press("Enter")
                page.get_by_text("Copied.").wait_for()
                reached.append("copied")
            case "The game as text":
                page.keyboard.press("Enter")
                assert page.locator(".copy-game").is_visible()
                reached.append("opened")
    assert {"theme", "stepper", "back", "forth", "pin", "copied", "opened"} <= {*reached}


def test_a_block_from_outside_is_stepped_through(opened):
    page = opened("divider")
    page.locator(".stepper").focus()
    page.keyboard.press("Home")
    assert page.locator("output").inner_text() == "step 1 of 2: divide:7,2"
    assert [cell.inner_text() for cell in page.locator(".answer tr:has-text('quotient') td").all()] == [
        "quotient",
        "3",
        "3",
    ]
    assert page.locator(".boards").is_hidden()
    page.keyboard.press("End")
    assert page.locator(".answer tr.wrong td").first.inner_text() == "remainder"


def test_ten_thousand_cycles(opened):
    """A long game, and as many columns of signals: the first wrong cycle is in view, and each key has an effect."""
    bits = ["01"[cycle & 1] for cycle in range(10_000)]
    traces = [Trace(name="req_valid", found=bits)]
    waveform = Waveform(cycles=[*range(10_001)], wrong=9_000, traces=traces)
    page = opened("trax", script=" ".join(["@0/", "undo"] * 2_500), request=4_999, waveform=waveform)
    last = page.locator(".script li").count()
    assert last == 4_000
    wrong = page.locator(".wave thead .wrong")
    assert wrong.inner_text() == "9,000"
    left = wrong.bounding_box()["x"]
    assert 0 < left < 1280
    page.locator(".stepper").focus()
    for key, step in (("Home", 1), ("ArrowRight", 2), ("End", last)):
        page.keyboard.press(key)
        assert page.locator("output").inner_text().startswith(f"step {step} of {last}: ")


@pytest.mark.slow
def test_the_pictures_of_the_documentation_can_be_made_anew(browser, tmp_path):
    """They are small, and of the size of those that are kept."""
    needs("icarus")
    screenshots.make(screenshots.played(tmp_path, "icarus"), browser, tmp_path)
    for name, shot in screenshots.SHOTS.items():
        for file in (tmp_path / name, screenshots.DOCS / name):
            picture = file.read_bytes()
            assert struct.unpack(">II", picture[16:24]) == (shot.width, shot.height)
            assert 10_000 < len(picture) <= 100_000


def test_nothing_from_outside_is_run(opened):
    page = opened("trax", design=EVIL, says=EVIL)
    assert page.locator("h1").inner_text() == EVIL


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 900), (390, 800)])
def test_page_fits_the_screen_and_has_contrast(size, scheme, opened):
    """Nothing is wider than the screen, and all text stands out from its ground; so after the other scheme is asked
    for."""
    page = opened("reversi", size, scheme, waveform=WAVEFORM)
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert too_faint(page, texts=30) == []
        page.click("#theme")


@pytest.mark.parametrize("name", [*GAMES, *BLOCKS, "player"])
def test_no_failure_is_wider_than_a_telephone(name, opened):
    page = opened(name, (390, 800), events=name in GAMES)
    for key in ("Home", "End"):
        page.locator("input.event").press(key)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_axe_finds_nothing_wrong(opened, browser, tmp_path):
    """Not on the page of a failure, of a run that agrees, of what has been covered or measured; but if a picture has
    lost its text. Only colours depend on the scheme."""
    requests = [ServedRequest(taken=101), ServedRequest(taken=133)]
    page = opened("trax", waveform=WAVEFORM.model_copy(update={"requests": requests}))
    assert page.locator("button.turn").is_visible()
    assert page.locator("label.cycle").is_visible()
    assert complaints(page) == []
    page.evaluate("document.querySelector('.board').append(new Image())")
    assert complaints(page, {"runOnly": {"type": "rule", "values": ["image-alt"]}}) == ["image-alt"]
    page.emulate_media(color_scheme="dark")
    assert too_faint(page) == []
    timed = {"play": {9: 3, 40: 1}, "read": {2: 30}}
    assert complaints(opened("trax", state="agrees", script="", latency=timed)) == []
    subject = Subject.of(described())
    model = [group for group in coverage_of(subject).model if group.name in ("rule sets", "won at once")]
    bins = {group.name: dict.fromkeys(list(group.bins)[::2], 3) for group in model}
    games = {(model[0].name, one.name): "@0/ A0+" for one in model[0].bins.values()}
    covered = Total(subject, model, [tmp_path], 7, bins, [UnusableFile(tmp_path, "it is another's")], games)
    write_page(covered, tmp_path / "covered.html")
    for file in (tmp_path / "covered.html", test_overview.page(tmp_path)):
        page = browser.new_page(color_scheme="light", viewport={"width": 390, "height": 800})
        page.goto(file.as_uri())
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.emulate_media(color_scheme="dark")
        assert too_faint(page) == []
        page.close()


def test_a_script_that_scrolls_can_be_reached_by_keyboard(opened):
    page = opened("trax", size=(390, 800))
    words = page.locator(".script li")
    words.first.evaluate("word => { for (let n = 0; n < 80; n++) word.after(word.cloneNode(true)) }")
    assert words.count() > 80
    assert complaints(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 900), (390, 800)])
def test_axe_finds_nothing_wrong_with_several_failures(size, scheme, screen, tmp_path):
    """Each region has a name of its own."""
    campaign, lines = campaign_of("trax", tmp_path), [Suspect(file="rtl/a.v", line=7, text="a <= b;", reason="because")]
    write(
        campaign, *(mismatch(campaign, "trax", name=name, signal=name, waveform=WAVEFORM) for name in ("deck", "wins"))
    )
    for finding in campaign.findings:
        campaign.put(finding, replace(finding, why=Diagnosis(suspects=lines)))
    report.write([report.PlayedCampaign(campaign, ["loopline", "verify"])], tmp_path)
    screen.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    screen.emulate_media(media="screen", color_scheme=scheme)
    screen.goto((tmp_path / "report.html").as_uri())
    assert screen.locator(".failure").count() == 2
    assert complaints(screen) == []
    names = screen.locator("[role=region], [role=group], .script").evaluate_all(_NAMES)
    assert len(names) == len({*names}) >= 6
    assert screen.evaluate("document.documentElement.scrollWidth") <= size[0]


_NAMES = "found => found.map(element => element.getAttribute('aria-label'))"


def complaints(page, options=None):
    """What axe-core finds."""
    return [found["id"] for found in axe.Axe().run(page, options=options).response["violations"]]


def too_faint(page, texts=10):
    """The texts that do not stand out from their ground, of more than this number."""
    shown = page.evaluate(_COLOURS)
    assert len(shown) > texts
    return [one for one in shown if contrast(*map(rgb, one[1:])) < 4.5]


def test_the_first_wrong_cycle_can_be_seen(opened):
    page = opened("trax", (390, 800), waveform=WAVEFORM)
    wrong = page.locator(".wave thead .wrong")
    wrong.scroll_into_view_if_needed()
    assert page.evaluate("document.querySelector('.scroll').scrollLeft") > 0
    names = page.locator(".wave thead th").first.bounding_box()
    left, width = (wrong.bounding_box()[name] for name in ("x", "width"))
    assert names["x"] + names["width"] <= left < left + width < 390  # not below the names, which stay


def test_signals_that_agree_are_shown_on_demand(opened):
    page = opened("trax", waveform=WAVEFORM)
    names, more = page.locator(".wave tbody th:visible"), page.locator("button.signals")
    assert names.all_inner_texts() == ["vp_state.left", "model"]
    assert more.inner_text() == "1 more signal agrees up to the first wrong cycle"
    more.click()
    assert names.all_inner_texts() == ["req_valid", "vp_state.left", "model"]
    assert more.get_attribute("aria-expanded") == "true"
    page = opened("trax", waveform=WAVEFORM.model_copy(update={"traces": WAVEFORM.traces[:1]}))
    assert names.all_inner_texts() == ["req_valid"]
    assert more.is_hidden()


def test_a_signal_that_is_wrong_later_is_not_among_those_that_differ(opened):
    """A design that took another way differs in nearly all its signals soon."""
    later = Trace(name="resp_valid", found=[*"0" * 18, "1"], expected=[*"0" * 19])
    page = opened("trax", waveform=WAVEFORM.model_copy(update={"traces": [*WAVEFORM.traces, later]}))
    names, more = page.locator(".wave tbody th:visible"), page.locator("button.signals")
    assert names.all_inner_texts() == ["vp_state.left", "model"]
    assert more.inner_text() == "2 more signals agree up to the first wrong cycle"
    more.click()
    assert names.all_inner_texts() == ["req_valid", "vp_state.left", "model", "resp_valid", "model"]
    later = later.model_copy(update={"name": "vp_state.winner"})  # which is named as wrong
    page = opened("trax", waveform=WAVEFORM.model_copy(update={"traces": [*WAVEFORM.traces, later]}))
    assert names.all_inner_texts() == ["vp_state.left", "model", "vp_state.winner", "model"]


#: The text, its colour and its ground, of every element that has text of its own and can be used.
_COLOURS = """[...document.querySelectorAll("body *")]
    .filter(one => one.checkVisibility() && !one.disabled)
    .filter(one => [...one.childNodes].some(node => node.nodeType == 3 && node.data.trim()))
    .map(one => {
        let ground = one;
        while (getComputedStyle(ground).backgroundColor == "rgba(0, 0, 0, 0)") ground = ground.parentElement;
        return [one.textContent, getComputedStyle(one).color, getComputedStyle(ground).backgroundColor];
    })"""


def rgb(colour):
    return [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]


def contrast(one, other):
    """As WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
