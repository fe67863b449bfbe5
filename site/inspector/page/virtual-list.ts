import { make } from './dom.js';
import { WindowMath } from './window-math.js';

export interface VirtualListOptions<Row> {
  /** Scrolls, and has the keyboard's focus. */
  readonly viewport: HTMLElement;
  readonly rowHeight: number;
  /** Gives rows that are somewhere else; or `local` gives those that are at hand, the same object as long as a row is the same. */
  readonly fetch?: (from: number, count: number) => Promise<readonly Row[]>;
  readonly local?: (index: number) => Row | undefined;
  /** A new element for a row. */
  readonly draw: (row: Row, index: number) => HTMLElement;
  /** Told whenever rows came or went. */
  readonly onDrawn?: () => void;
}

const PAGE = 128;
/** Pages kept; the list is of any length, memory is not. */
const KEPT_PAGES = 40;
const BEYOND = 12;

interface Drawn<Row> {
  readonly element: HTMLElement;
  readonly row: Row | undefined;
}

/** A list of which only what is in view exists: rows are asked for as they come into view, and kept by pages. */
export class VirtualList<Row extends object> {
  readonly math: WindowMath;
  readonly #options: VirtualListOptions<Row>;
  readonly #spacer = make('div', { class: 'spacer', attributes: { role: 'presentation' } });
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #asked = new Set<number>();
  readonly #drawn = new Map<number, Drawn<Row>>();
  /** Answers to questions of an earlier state are dropped. */
  #turn = 0;
  #stale = new Set<number>();
  #planned = false;
  #pinned: number | undefined;

  constructor(options: VirtualListOptions<Row>) {
    this.#options = options;
    this.math = new WindowMath(options.rowHeight);
    const { viewport } = options;
    viewport.append(this.#spacer);
    viewport.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    viewport.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.#resized()).observe(viewport);
  }

  get count(): number {
    return this.math.rows;
  }

  /** Sets the number of rows; with `fresh` all that was fetched is asked for again, and shown as it was until then. */
  setCount(rows: number, { fresh = false }: { readonly fresh?: boolean } = {}): void {
    if (fresh) {
      this.#turn++;
      this.#asked.clear();
      this.#stale = new Set(this.#pages.keys());
    } else if (rows > this.math.rows) {
      this.#stale.add(Math.floor(Math.max(this.math.rows - 1, 0) / PAGE));
    }
    this.math.rows = rows;
    this.math.moveTo(this.math.top);
    this.#spacer.style.height = `${this.math.drawn}px`;
    this.#plan();
  }

  /** Forgets everything: another list begins. */
  clear(): void {
    this.#turn++;
    this.#pages.clear();
    this.#asked.clear();
    this.#stale.clear();
    this.math.moveTo(0);
    this.setCount(0);
    this.#options.viewport.scrollTop = 0;
  }

  row(index: number): Row | undefined {
    const { local } = this.#options;
    if (local !== undefined) return local(index);
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** The element of a row that is drawn. */
  element(index: number): HTMLElement | undefined {
    return this.#drawn.get(index)?.element;
  }

  reveal(index: number, how?: 'nearest' | 'center'): void {
    this.math.reveal(index, how);
    this.#options.viewport.scrollTop = this.math.scroll;
    this.#draw();
  }

  /** Waits, for two seconds at most, until a row has come. */
  async ready(index: number): Promise<void> {
    for (let frame = 0; frame < 120 && this.row(index) === undefined; frame++) {
      await new Promise((resume) => requestAnimationFrame(resume));
    }
    this.#draw();
  }

  /** Draws a row anew, such as when it became the active one. A pinned one stays as it is. */
  redraw(index: number): void {
    if (index === this.#pinned) return;
    this.#drawn.get(index)?.element.remove();
    this.#drawn.delete(index);
    this.#draw();
  }

  /** Keeps the element of a row as it is, whatever is scrolled or fetched: somebody types in it. */
  pin(index: number | undefined): void {
    const before = this.#pinned;
    this.#pinned = index;
    if (before !== undefined && before !== index) this.redraw(before);
  }

  #scrolled(): void {
    const { viewport } = this.#options;
    // What this list set itself comes back rounded, and says nothing new.
    if (Math.abs(viewport.scrollTop - this.math.scroll) > 1) this.math.scrolledTo(viewport.scrollTop);
    this.#plan();
  }

  // In a list that is scrolled in proportion a wheel would pass over thousands of rows.
  #wheel(event: WheelEvent): void {
    if (!this.math.isScaled || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : this.math.rowHeight;
    this.math.moveTo(this.math.top + event.deltaY * unit);
    this.#options.viewport.scrollTop = this.math.scroll;
    this.#plan();
  }

  #resized(): void {
    const { rowHeight, top, height } = this.math;
    const pinned = this.#pinned;
    const isTypedInView =
      pinned !== undefined && pinned * rowHeight >= top - rowHeight && pinned * rowHeight < top + height;
    this.math.height = this.#options.viewport.clientHeight;
    this.math.moveTo(this.math.top);
    // What is told above the list must not push out of view where somebody types.
    if (isTypedInView) this.reveal(pinned);
    this.#plan();
  }

  #plan(): void {
    if (this.#planned) return;
    this.#planned = true;
    requestAnimationFrame(() => {
      this.#planned = false;
      this.#draw();
    });
  }

  #draw(): void {
    const [from, to] = this.math.window(BEYOND);
    for (const [index, { element }] of this.#drawn) {
      if ((index >= from && index < to) || index === this.#pinned) continue;
      element.remove();
      this.#drawn.delete(index);
    }
    for (let index = from; index < to; index++) this.#drawRow(index);
    if (this.#pinned !== undefined) this.#place(this.#pinned);
    for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) this.#ask(page);
    this.#options.onDrawn?.();
  }

  #drawRow(index: number): void {
    const row = this.row(index);
    const drawn = this.#drawn.get(index);
    if (drawn !== undefined && (drawn.row === row || row === undefined || index === this.#pinned)) {
      this.#place(index);
      return;
    }
    drawn?.element.remove();
    const element =
      row === undefined
        ? make('div', { class: 'row waiting', attributes: { role: 'presentation' } })
        : this.#options.draw(row, index);
    this.#drawn.set(index, { element, row });
    this.#place(index);
    // In the order of the rows, as whoever hears the page goes by that.
    const next = this.#drawn.get(index + 1)?.element ?? null;
    this.#spacer.insertBefore(element, next);
  }

  #place(index: number): void {
    const element = this.#drawn.get(index)?.element;
    if (element !== undefined) element.style.transform = `translateY(${this.math.place(index)}px)`;
  }

  #ask(page: number): void {
    const { fetch } = this.#options;
    if (fetch === undefined) return;
    if (this.#asked.has(page) || (this.#pages.has(page) && !this.#stale.has(page))) return;
    this.#asked.add(page);
    const turn = this.#turn;
    this.#stale.delete(page);
    fetch(page * PAGE, PAGE).then(
      (rows) => this.#take(page, turn, rows),
      (error: unknown) => {
        this.#asked.delete(page);
        // Told by the page, as every answer that does not come.
        throw error;
      },
    );
  }

  #take(page: number, turn: number, rows: readonly Row[]): void {
    if (turn !== this.#turn) return;
    this.#asked.delete(page);
    this.#pages.delete(page);
    this.#pages.set(page, rows);
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= KEPT_PAGES) break;
      this.#pages.delete(old);
    }
    this.#draw();
  }
}
