// Lists of sentences. A listbox: arrows move, Enter opens.

const PAGE = 40; // rows at a time on a phone
const BEYOND = 6; // rows drawn above and below what is in view
const TALLEST = 8_000_000; // pixels; browsers stop counting somewhat above

/** Very many rows of one height: only those in view exist. */
export class VirtualList {
  /**
   * @param {HTMLElement} viewport scrolls, and has the keyboard
   * @param {(row: number) => HTMLElement} render
   * @param {(row: number) => void} open
   */
  constructor(viewport, render, open) {
    this.viewport = viewport;
    this.render = render;
    this.open = open;
    /** @type {Uint32Array} */
    this.rows = new Uint32Array(0);
    this.active = -1;
    /** @type {Map<number, HTMLElement>} */
    this.drawn = new Map();
    viewport.classList.remove("paged");
    this.space = document.createElement("div");
    this.space.className = "space";
    this.space.setAttribute("role", "presentation");
    viewport.append(this.space);
    let waiting = false;
    viewport.addEventListener("scroll", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        this.draw();
      });
    });
    viewport.addEventListener("keydown", (event) => this.#key(event));
    viewport.addEventListener("click", (event) => {
      const element = /** @type {HTMLElement} */ (event.target).closest("[data-place]");
      if (!(element instanceof HTMLElement)) return;
      this.#activate(Number(element.dataset["place"]));
      this.#openActive();
    });
    new ResizeObserver(() => this.#resize()).observe(viewport);
  }

  /** @param {Uint32Array} rows */
  show(rows) {
    this.rows = rows;
    this.active = -1;
    this.viewport.removeAttribute("aria-activedescendant");
    this.viewport.scrollTop = 0;
    this.#resize();
  }

  #resize() {
    for (const element of this.drawn.values()) element.remove();
    this.drawn.clear();
    const probe = document.createElement("div");
    probe.className = "row";
    this.space.append(probe);
    this.rowHeight = probe.offsetHeight || 90;
    probe.remove();
    const whole = this.rows.length * this.rowHeight;
    this.space.style.height = `${Math.min(whole, TALLEST)}px`;
    // Past the tallest, one pixel of scrolling moves by more than one pixel of the list.
    const room = this.viewport.clientHeight;
    this.ratio = whole > TALLEST ? (whole - room) / (TALLEST - room) : 1;
    this.draw();
  }

  draw() {
    const height = this.rowHeight ?? 90;
    const scrolled = this.viewport.scrollTop;
    const top = scrolled * (this.ratio ?? 1);
    const first = Math.max(0, Math.floor(top / height) - BEYOND);
    const last = Math.min(this.rows.length, Math.ceil((top + this.viewport.clientHeight) / height) + BEYOND);
    for (const [place, element] of this.drawn) {
      if (place < first || place >= last) {
        element.remove();
        this.drawn.delete(place);
      }
    }
    for (let place = first; place < last; place++) {
      let element = this.drawn.get(place);
      if (!element) {
        element = this.render(this.rows[place] ?? 0);
        element.id = `row-${place}`;
        element.dataset["place"] = String(place);
        element.setAttribute("role", "option");
        element.setAttribute("aria-setsize", String(this.rows.length));
        element.setAttribute("aria-posinset", String(place + 1));
        element.setAttribute("aria-selected", String(place === this.active));
        this.drawn.set(place, element);
        this.space.append(element);
      }
      element.style.transform = `translateY(${place * height - top + scrolled}px)`;
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const page = Math.max(1, Math.floor(this.viewport.clientHeight / (this.rowHeight ?? 90)) - 1);
    const last = this.rows.length - 1;
    /** @type {Record<string, number>} */
    const moves = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to !== undefined && last >= 0) {
      event.preventDefault();
      this.#activate(Math.max(0, Math.min(last, to)));
    } else if (event.key === "Enter" && this.active >= 0) {
      event.preventDefault();
      this.#openActive();
    }
  }

  /** @param {number} place */
  #activate(place) {
    this.drawn.get(this.active)?.setAttribute("aria-selected", "false");
    this.active = place;
    const height = this.rowHeight ?? 90;
    const ratio = this.ratio ?? 1;
    const top = this.viewport.scrollTop * ratio;
    if (place * height < top) this.viewport.scrollTop = (place * height) / ratio;
    const bottom = (place + 1) * height - this.viewport.clientHeight;
    if (bottom > top) this.viewport.scrollTop = bottom / ratio;
    this.draw();
    this.drawn.get(place)?.setAttribute("aria-selected", "true");
    this.viewport.setAttribute("aria-activedescendant", `row-${place}`);
  }

  /** @param {number} by opens the next row, or the one before */
  step(by) {
    const to = this.active + by;
    if (to < 0 || to >= this.rows.length) return;
    this.#activate(to);
    this.#openActive();
  }

  #openActive() {
    const row = this.rows[this.active];
    if (row !== undefined) this.open(row);
  }
}

/** Rows as high as their text, a page at a time: for a phone. */
export class PagedList {
  /**
   * @param {HTMLElement} viewport
   * @param {(row: number) => HTMLElement} render
   * @param {(row: number) => void} open
   */
  constructor(viewport, render, open) {
    this.viewport = viewport;
    this.render = render;
    this.open = open;
    /** @type {Uint32Array} */
    this.rows = new Uint32Array(0);
    this.active = -1;
    this.count = 0;
    this.more = document.createElement("button");
    this.more.type = "button";
    this.more.className = "quiet";
    this.more.addEventListener("click", () => this.#add());
    viewport.classList.add("paged");
    viewport.addEventListener("click", (event) => {
      const element = /** @type {HTMLElement} */ (event.target).closest("[data-place]");
      if (element instanceof HTMLElement && element.parentElement === viewport) this.#open(Number(element.dataset["place"]));
    });
  }

  /** @param {Uint32Array} rows */
  show(rows) {
    this.rows = rows;
    this.active = -1;
    this.count = 0;
    this.viewport.replaceChildren();
    this.#add();
  }

  /** @param {number} by opens the next row, or the one before */
  step(by) {
    const to = this.active + by;
    if (to < 0 || to >= this.rows.length) return;
    while (to >= this.count) this.#add();
    this.#open(to);
  }

  #add() {
    this.more.remove();
    const end = Math.min(this.rows.length, this.count + PAGE);
    for (; this.count < end; this.count++) {
      const element = this.render(this.rows[this.count] ?? 0);
      element.dataset["place"] = String(this.count);
      element.setAttribute("role", "option");
      element.setAttribute("aria-selected", "false");
      this.viewport.append(element);
    }
    const left = this.rows.length - this.count;
    this.more.textContent = `${left.toLocaleString("en")} more`;
    if (left) this.viewport.append(this.more);
  }

  /** @param {number} place */
  #open(place) {
    this.active = place;
    const row = this.rows[place];
    if (row !== undefined) this.open(row);
  }
}
