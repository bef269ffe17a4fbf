// Making elements: text goes in as text, and what would reorder or hide its surroundings is made visible.

// Controls that change direction or hide text; ordinary letters of right-to-left scripts need none of them.
export const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const ALL_CONTROLS = new RegExp(CONTROLS, "g");

/**
 * A control by its code.
 * @param {string} character
 */
export function codeOf(character) {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {(Node | string)[]} content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, className = "", ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content.map((piece) => (typeof piece === "string" ? piece.replace(ALL_CONTROLS, codeOf) : piece)));
  return element;
}

/**
 * A button that does something.
 * @param {string} text
 * @param {string} label what a screen reader says
 * @param {() => void} act
 */
export function button(text, label, act) {
  const element = make("button", "quiet", text);
  element.type = "button";
  element.setAttribute("aria-label", label);
  element.addEventListener("click", act);
  return element;
}

/**
 * A labelled choice among values; the first is "any".
 * @param {string} name
 * @param {[string, string][]} options value and what is shown
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function choice(name, options, chosen, change) {
  const select = make("select");
  for (const [value, shown] of options) {
    const option = make("option", "", shown);
    option.value = value;
    select.append(option);
  }
  select.value = chosen;
  if (select.value !== chosen) select.selectedIndex = 0;
  select.addEventListener("change", () => change(select.value));
  return make("label", "choice", make("span", "", name), select);
}

/** @type {Record<string, string>} */
const WORDS = { "": "(none)", male: "masculine", female: "feminine", not_found: "not found" };

/**
 * A value for people: words instead of underscores.
 * @param {string} value
 */
export function shown(value) {
  return WORDS[value] ?? value.replaceAll("_", " ");
}
