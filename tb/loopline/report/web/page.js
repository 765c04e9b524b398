// @ts-check
"use strict";

/** @typedef {{svg: string, text: string}} Picture A board: an SVG document, or none; and the same in characters. */
/** @typedef {[string, string, string | null]} Value A field of an answer: its name, expected, found. */
/** @typedef {{word: string, pictures: Picture[], answer: Value[], says: string}} Step */

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

/** @param {Picture | undefined} picture */
function drawn(picture) {
  if (!picture?.svg) return element("pre", picture?.text || "There is no picture of this step.");
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(picture.svg)}`;
  image.alt = picture.text;
  return image;
}

/**
 * One failing game, of which one step is shown.
 * @param {Element} section @param {Step[]} steps
 */
function step_through(section, steps) {
  const stepper = one(section, ".stepper", HTMLElement), slider = one(section, "input", HTMLInputElement);
  const words = [...section.querySelectorAll(".script li")], last = steps.length - 1;
  let at = last;

  /** @param {string} side @param {Picture | undefined} picture */
  function board(side, picture) {
    const figure = one(section, `.${side}`, HTMLElement);
    figure.querySelector(".board")?.remove();
    const place = document.createElement("div");
    place.className = "board";
    place.append(drawn(picture));
    figure.append(place);
  }

  /** @param {Value} value */
  function row([name, expected, found]) {
    const made = document.createElement("tr");
    made.append(...[name, expected, found ?? "–"].map((text) => element("td", text)));
    made.className = found !== null && found !== expected ? "wrong" : "";
    return made;
  }

  /** @param {number} number */
  function show(number) {
    at = Math.max(0, Math.min(last, number));
    const { word, pictures, answer, says } = steps[at];
    board("model", pictures[0]);
    board("hardware", pictures[pictures.length - 1]);
    one(section, ".same", HTMLElement).hidden = at !== last || pictures.length > 1;
    one(section, ".note", HTMLElement).textContent = at === last ? says : "No difference up to here.";
    one(section, "output", HTMLElement).textContent = `step ${at + 1} of ${last + 1}: ${word}`;
    one(section, ".answer tbody", HTMLElement).replaceChildren(...answer.map(row));
    one(section, ".answer", HTMLElement).hidden = answer.length === 0;
    words.forEach((item, index) => item.toggleAttribute("aria-current", index === at));
    words[at].setAttribute("aria-current", "step");
    slider.value = String(at + 1);
    one(section, ".back", HTMLButtonElement).disabled = at === 0;
    one(section, ".forth", HTMLButtonElement).disabled = at === last;
  }

  slider.addEventListener("input", () => show(Number(slider.value) - 1));
  one(section, ".back", HTMLElement).addEventListener("click", () => show(at - 1));
  one(section, ".forth", HTMLElement).addEventListener("click", () => show(at + 1));
  one(section, ".pin", HTMLElement).addEventListener("click", () => show(last));
  words.forEach((item, index) => item.addEventListener("click", () => show(index)));
  stepper.addEventListener("keydown", (event) => {
    /** @type {Record<string, number>} */
    const goals = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    if (!(event.key in goals) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(goals[event.key]);
  });
  show(last);
}

/**
 * Scroll a waveform to the first wrong cycle.
 * @param {Element} section
 */
function find_the_wrong_cycle(section) {
  const wrong = section.querySelector(".wave thead .wrong"), around = wrong?.closest(".scroll");
  if (!(wrong instanceof HTMLElement) || !around) return;
  around.scrollLeft = wrong.offsetLeft + wrong.offsetWidth / 2 - around.clientWidth / 2;
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
document.querySelectorAll(".failure").forEach((section, number) => {
  if (all[number].length) step_through(section, all[number]);
  find_the_wrong_cycle(section);
  offer_copies(section);
});
