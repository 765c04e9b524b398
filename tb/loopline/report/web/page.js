// @ts-check
"use strict";

/** @typedef {{svg: string, text: string}} Picture A board: an SVG document, or none; and the same in characters. */
/** @typedef {[string, string, string | null]} Value A field of an answer: its name, expected, found. */
/** @typedef {[number, string, Picture | null]} Moment An event within a step: its cycle, in words, the board after it. */
/** @typedef {{word: string, pictures: Picture[], answer: Value[], says: string, cycle: number | null, moments: Moment[]}} Step */
/** @typedef {{step: number, moment: number, whole: boolean, cycle: number | null}} Place A step, or an event within it; `whole`: the step is over. */

/**
 * The element of this kind below another; the page has it.
 * @template {Element} Kind
 * @param {ParentNode} parent @param {string} selector @param {new () => Kind} kind @returns {Kind}
 */
function one(parent, selector, kind) {
  const found = parent.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * A new element with a text.
 * @param {string} name @param {string} text
 */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** By how many degrees a picture says that its board may be turned. @param {Picture | undefined} picture */
function turns_by(picture) {
  return Number(/ data-turn="([0-9]+)"/.exec(picture?.svg ?? "")?.[1] ?? 0);
}

/** @param {Picture | undefined} picture @param {number} turns How often the board is turned; its texts stay upright. */
function drawn(picture, turns) {
  if (!picture?.svg) return element("pre", picture?.text || "There is no picture of this step.");
  const image = new Image(), angle = turns * turns_by(picture);
  const style = `[data-turn], [data-turn] text { rotate: ${angle}deg; transform-box: fill-box; transform-origin: center; } [data-turn] text { rotate: ${-angle}deg; }`;
  const svg = angle ? picture.svg.replace("</svg>", `<style>${style}</style></svg>`) : picture.svg;
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  image.alt = picture.text;
  return image;
}

/**
 * Each event of each step; of a step without events, the step.
 * @param {Step[]} steps @returns {Place[]}
 */
function places_of(steps) {
  return steps.flatMap(({ cycle, moments }, step) => [
    ...moments.slice(0, -1).map(([when], moment) => ({ step, moment, whole: false, cycle: when })),
    { step, moment: moments.length - 1, whole: true, cycle },
  ]);
}

/**
 * One game, of which one event is shown; or a failing one.
 * @param {Element} section @param {Step[]} steps
 */
function step_through(section, steps) {
  const stepper = one(section, ".stepper", HTMLElement), slider = one(section, "input.event", HTMLInputElement);
  const cycles = one(section, ".cycle input", HTMLInputElement);
  const words = [...section.querySelectorAll(".script li")], places = places_of(steps), last = places.length - 1;
  const fails = section.classList.contains("failure"), list = one(section, ".script", HTMLElement);
  const more = one(section, "button.agree", HTMLButtonElement), name = section.querySelector("h2")?.id ?? "";
  let at = last, turns = 0, open = false;

  /** @param {string} side @param {Picture | undefined} picture */
  function board(side, picture) {
    const figure = one(section, `.${side}`, HTMLElement);
    figure.querySelector(".board")?.remove();
    const place = document.createElement("div");
    place.className = "board";
    place.append(drawn(picture, turns));
    figure.append(place);
  }

  /** Show the fields of an answer; in the step that fails, those that agree only if they are asked for. @param {Value[]} answer */
  function answered(answer) {
    const rows = answer.map(row), agree = rows.filter((made) => !made.className), differ = agree.length < rows.length;
    const fields = agree.length === 1 ? "field agrees" : "fields agree", fold = fails && at === last;
    more.hidden = !fold || !agree.length;
    more.textContent = `${agree.length} ${differ ? "more " : ""}${fields}`;
    more.setAttribute("aria-expanded", String(open));
    one(section, ".answer tbody", HTMLElement).replaceChildren(...rows);
    agree.forEach((made) => { made.hidden = fold && !open; });
    one(section, ".answer", HTMLElement).hidden = rows.every((made) => made.hidden);
  }

  /** @param {Value} value */
  function row([name, expected, found]) {
    const made = document.createElement("tr");
    made.append(...[name, expected, found ?? "–"].map((text) => element("td", text)));
    made.className = found !== null && found !== expected ? "wrong" : "";
    return made;
  }

  /** The last place of a step; of the last one, if there is no such step. @param {number} step */
  function end_of(step) {
    return places.findLastIndex((place) => place.whole && place.step <= step);
  }

  /** Show a place, and name it in the address. @param {number} number @param {number | null} [cycle] */
  function go(number, cycle) {
    show(number, cycle);
    const now = cycle ?? places[at].cycle, words = [name, `step-${places[at].step + 1}`];
    if (now !== null) words.push(`cycle-${now}`);
    history.replaceState(null, "", `#${words.join("/")}`);
  }

  /** @param {number} number @param {number | null} [cycle] The cycle, if it is not the one of this place. */
  function show(number, cycle) {
    at = Math.max(0, Math.min(last, number));
    const { step, moment, whole } = places[at], { word, pictures, answer, says, moments } = steps[step];
    const now = cycle ?? places[at].cycle, shown = (whole ? null : moments[moment][2]) ?? pictures[0];
    board("model", shown);
    board("hardware", whole ? pictures[pictures.length - 1] : shown);
    one(section, ".same", HTMLElement).hidden = whole && pictures.length > 1;
    one(section, ".note", HTMLElement).textContent = at === last || !fails ? says : "No difference up to here.";
    one(section, "output", HTMLElement).textContent = [
      `step ${step + 1} of ${steps.length}: ${word}`,
      ...(moments.length ? [`event ${moment + 1} of ${moments.length}: ${moments[moment][1]}`] : []),
      ...(now === null ? [] : [`cycle ${now.toLocaleString("en")}`]),
    ].join(" · ");
    answered(whole ? answer : []);
    words.forEach((item, index) => item.toggleAttribute("aria-current", index === step));
    words[step].setAttribute("aria-current", "step");
    const item = words[step];
    if (item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.clientHeight / 2; // not the page
    slider.value = String(at + 1);
    if (now !== null) {
      cycles.value = String(now);
      mark_the_cycle(section, now);
    }
    one(section, ".back", HTMLButtonElement).disabled = at === 0;
    one(section, ".forth", HTMLButtonElement).disabled = at === last;
  }

  function turn() {
    turns += 1;
    go(at, cycles.disabled ? null : Number(cycles.value));
  }

  slider.max = String(last + 1);
  const first = places[0].cycle, wrong = places[last].cycle;
  cycles.disabled = first === null || wrong === null;
  if (!cycles.disabled) [cycles.min, cycles.max] = [String(first), String(wrong)];
  one(section, ".cycle", HTMLElement).hidden = cycles.disabled;
  one(section, ".keys", HTMLElement).hidden = false;
  const can_turn = steps.some(({ pictures }) => turns_by(pictures[0]));
  section.querySelectorAll(".turn").forEach((item) => item.toggleAttribute("hidden", !can_turn));
  one(section, "button.turn", HTMLElement).addEventListener("click", turn);
  slider.addEventListener("input", () => go(Number(slider.value) - 1));
  cycles.addEventListener("input", () => {
    const cycle = Number(cycles.value);
    go(at_cycle(cycle), cycle);
  });
  one(section, ".back", HTMLElement).addEventListener("click", () => go(at - 1));
  one(section, ".forth", HTMLElement).addEventListener("click", () => go(at + 1));
  one(section, ".pin", HTMLElement).addEventListener("click", () => go(last));
  more.addEventListener("click", () => {
    open = !open;
    show(at, cycles.disabled ? null : Number(cycles.value));
  });
  words.forEach((item, index) => item.addEventListener("click", () => go(end_of(index))));
  stepper.addEventListener("keydown", (event) => press(event));
  show(last);
  return { name, section, press, find };

  /** The last place not after a cycle. @param {number} cycle */
  function at_cycle(cycle) {
    return places.findLastIndex((place) => place.cycle !== null && place.cycle <= cycle);
  }

  /** Show what an address names. @param {number | null} step @param {number | null} cycle */
  function find(step, cycle) {
    if (cycle !== null && !cycles.disabled) show(at_cycle(cycle), cycle);
    else if (step !== null) show(end_of(step - 1));
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.key.toLowerCase() === "f" && can_turn) return turn();
    const { step, whole } = places[at], by_cycle = event.target === cycles && !event.shiftKey;
    const [back, forth] = event.shiftKey ? [step && end_of(step - 1), end_of(whole ? step + 1 : step)] : [at - 1, at + 1];
    /** @type {Record<string, number>} */
    const goals = { ArrowLeft: back, ArrowRight: forth, Home: 0, End: last };
    if (!(event.key in goals) || by_cycle) return;
    event.preventDefault();
    go(goals[event.key]);
  }
}

/**
 * The game that is in view: the one whose boards are nearest to the middle of the window.
 * @template {{section: Element}} Game
 * @param {Game[]} games
 */
function in_view(games) {
  /** @param {Game} game */
  const away = ({ section }) => {
    const { top, bottom } = section.getBoundingClientRect(), middle = innerHeight / 2;
    return Math.max(top - middle, middle - bottom, 0);
  };
  return [...games].sort((game, other) => away(game) - away(other))[0];
}

/**
 * Scroll a waveform to the first wrong cycle: into the middle of what the names of signals leave free.
 * @param {Element} section
 */
function find_the_wrong_cycle(section) {
  const wrong = section.querySelector(".wave thead .wrong"), around = wrong?.closest(".scroll");
  if (!(wrong instanceof HTMLElement) || !around) return;
  const names = one(section, ".wave thead th", HTMLElement).offsetWidth;
  around.scrollLeft = wrong.offsetLeft + wrong.offsetWidth / 2 - (around.clientWidth + names) / 2;
}

/**
 * Of the signals show those that are wrong by the first wrong cycle; all if none is, or if they are asked for.
 * @param {Element} section
 */
function offer_signals(section) {
  const rows = [...section.querySelectorAll(".wave tbody tr")], button = section.querySelector("button.signals");
  const agree = rows.filter((row) => row.matches(".later") || !row.matches(".model, :has(+ .model)"));
  if (!(button instanceof HTMLButtonElement) || !agree.length || agree.length === rows.length) return;
  const signals = agree.filter((row) => row.matches(".signal")).length;
  /** @param {boolean} open */
  const set = (open) => {
    agree.forEach((row) => row.toggleAttribute("hidden", !open));
    button.setAttribute("aria-expanded", String(open));
    find_the_wrong_cycle(section);
  };
  button.textContent = `${signals} more ${signals === 1 ? "signal agrees" : "signals agree"} up to the first wrong cycle`;
  button.hidden = false;
  button.addEventListener("click", () => set(button.getAttribute("aria-expanded") === "false"));
  set(false);
}

/**
 * Mark the column of a waveform in which a cycle is.
 * @param {Element} section @param {number} cycle
 */
function mark_the_cycle(section, cycle) {
  const columns = [...section.querySelectorAll(".wave thead [data-from]")];
  const at = columns.findLastIndex((column) => Number(column.getAttribute("data-from")) <= cycle);
  columns.forEach((column, index) => column.toggleAttribute("aria-current", index === at));
  if (at >= 0) columns[at].setAttribute("aria-current", "true");
}

/** @param {Element} section */
function offer_copies(section) {
  one(section, ".copies", HTMLElement).hidden = false;
  for (const button of section.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const text = one(section, `.copy-${button.getAttribute("data-copy")}`, HTMLElement).textContent ?? "";
      const told = one(section, ".copied", HTMLElement);
      told.textContent = (await copy(text)) ? "Copied." : "The browser does not allow it.";
    });
  }
}

/**
 * Whether it is in the clipboard now. From a file some browsers allow the old way only.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

function offer_themes() {
  const button = one(document, "#theme", HTMLButtonElement), root = document.documentElement;
  const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const name = () => { button.textContent = dark() ? "Light" : "Dark"; };
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    name();
  });
  button.hidden = false;
  name();
}

/** @type {Step[][]} */
const all = JSON.parse(one(document, "#steps", HTMLElement).textContent ?? "[]");
offer_themes();
const games = [...document.querySelectorAll("[data-steps]")].flatMap((section) => {
  const steps = all[Number(section.getAttribute("data-steps"))];
  find_the_wrong_cycle(section);
  offer_signals(section);
  offer_copies(section);
  return steps.length ? [step_through(section, steps)] : [];
});

// Left and right work at once. What has the focus and uses these keys itself comes first.
document.addEventListener("keydown", (event) => {
  const own = event.target instanceof Element && event.target.closest(".stepper, .scroll, input, textarea, pre");
  if (!own && /^(ArrowLeft|ArrowRight|f)$/.test(event.key)) in_view(games)?.press(event);
});

/** Go to what the address names: #failure-2/step-3/cycle-275. */
function follow_the_address() {
  const [, name, step, cycle] = /^#([\w-]+?)(?:\/step-(\d+))?(?:\/cycle-(\d+))?$/.exec(location.hash) ?? [];
  const game = games.find((found) => found.name === name);
  if (!game || (!step && !cycle)) return;
  game.find(step ? Number(step) : null, cycle ? Number(cycle) : null);
  game.section.scrollIntoView();
}
addEventListener("hashchange", follow_the_address);
follow_the_address();
