// Making elements: text goes in as text.

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
  element.append(...content);
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
