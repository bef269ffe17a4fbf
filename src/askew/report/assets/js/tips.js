// One small box beside the pointer or the focus: what a mark of a chart says, what a word such as ΔG means.

import { make } from "./elements.js";

function box() {
  let found = document.getElementById("tooltip");
  if (!found) {
    found = make("div", "tooltip");
    found.id = "tooltip";
    found.hidden = true;
    document.body.append(found);
  }
  return found;
}

/**
 * @param {(Node | string)[]} content
 * @param {number} x
 * @param {number} y
 */
export function showTip(content, x, y) {
  const tip = box();
  tip.replaceChildren(...content);
  tip.hidden = false;
  const right = x + tip.offsetWidth + 24 > innerWidth;
  tip.style.left = `${Math.max(4, right ? Math.min(x, innerWidth) - tip.offsetWidth - 12 : x + 14)}px`;
  tip.style.top = `${Math.max(4, Math.min(y + 14, innerHeight - tip.offsetHeight - 8))}px`;
}

export function hideTip() {
  box().hidden = true;
}

/** Words that say what they mean (``aria-description``) do so under the pointer and with the focus; Escape takes it away. */
export function explainWords() {
  /** @param {Event} event */
  const word = (event) => (event.target instanceof Element ? event.target.closest("[aria-description]") : null);
  /** @param {Event} event */
  const show = (event) => {
    const found = word(event);
    if (!(found instanceof HTMLElement || found instanceof SVGElement)) return;
    const place = found.getBoundingClientRect();
    showTip([found.getAttribute("aria-description") ?? ""], place.left - 10, place.bottom - 8);
  };
  /** @param {Event} event */
  const hide = (event) => {
    if (word(event)) hideTip();
  };
  document.addEventListener("pointerover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("pointerout", hide);
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hideTip();
  });
}
