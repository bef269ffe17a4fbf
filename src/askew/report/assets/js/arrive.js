// Arriving where a link leads, and staying there while the page is still being drawn.

/** @type {(() => void) | null} */
let leave = null;

/**
 * Brings an element to the top of the window, and back there whenever something above it changes its height; until the reader moves.
 * @param {Element} target
 * @param {Promise<unknown>} settled when nothing will change any more
 */
export function arrive(target, settled) {
  leave?.();
  for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  const go = () => target.scrollIntoView({ block: "start", behavior: "instant" });
  go();
  let place = scrollY;
  const follow = () => {
    if (scrollY !== place && !isThere(target)) stop(); // somebody else moved the page
    else go();
    place = scrollY;
  };
  const observer = new ResizeObserver(follow);
  const stop = () => {
    observer.disconnect();
    for (const name of MOVES) removeEventListener(name, stop);
    leave = null;
  };
  for (const name of MOVES) addEventListener(name, stop, { passive: true });
  observer.observe(document.body);
  leave = stop;
  settled.then(() => requestAnimationFrame(() => requestAnimationFrame(() => leave === stop && stop())));
}

const MOVES = ["wheel", "touchmove", "keydown", "pointerdown"];

/** @param {Element} target */
function isThere(target) {
  const gap = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return Math.abs(target.getBoundingClientRect().top - gap) < 3;
}

/**
 * The section an ordinary anchor names.
 * @param {string} hash
 */
export function anchored(hash) {
  return hash.length > 1 && !hash.includes("?") ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
}
