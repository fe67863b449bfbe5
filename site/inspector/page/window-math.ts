/** Browsers draw no element that is much higher than this; longer lists are scrolled in proportion. */
const HIGHEST = 8_000_000;

/** Which rows of a long list are in view, and where they are drawn. Without a browser, so that it can be tested. */
export class WindowMath {
  rowHeight: number;
  rows = 0;
  height = 0;
  /** Pixels of the whole list above the view; beyond {@link HIGHEST} not what the scroll bar says. */
  top = 0;

  constructor(rowHeight: number) {
    this.rowHeight = rowHeight;
  }

  /** Pixels of all rows. */
  get total(): number {
    return this.rows * this.rowHeight;
  }

  /** Pixels that the scrolled element gets. */
  get drawn(): number {
    return Math.min(this.total, HIGHEST);
  }

  get #mostTop(): number {
    return Math.max(this.total - this.height, 0);
  }

  get #mostScroll(): number {
    return Math.max(this.drawn - this.height, 0);
  }

  get isScaled(): boolean {
    return this.total > HIGHEST;
  }

  /** What the scroll bar shows for {@link top}. */
  get scroll(): number {
    return this.isScaled && this.#mostTop > 0 ? (this.top / this.#mostTop) * this.#mostScroll : this.top;
  }

  /** Takes over what the scroll bar was moved to. */
  scrolledTo(scroll: number): void {
    this.moveTo(this.isScaled && this.#mostScroll > 0 ? (scroll / this.#mostScroll) * this.#mostTop : scroll);
  }

  moveTo(top: number): void {
    this.top = Math.min(Math.max(top, 0), this.#mostTop);
  }

  /** Moves as little as brings a row into view; `center` puts it into the middle where it is not in view. */
  reveal(row: number, how: 'nearest' | 'center' = 'nearest'): void {
    const from = row * this.rowHeight;
    const to = from + this.rowHeight;
    if (from >= this.top && to <= this.top + this.height) return;
    if (how === 'center') this.moveTo(from - (this.height - this.rowHeight) / 2);
    else this.moveTo(from < this.top ? from : to - this.height);
  }

  /** First row, and the row behind the last, that are to be drawn; a few more than are in view. */
  window(beyond: number): readonly [from: number, to: number] {
    const from = Math.max(Math.floor(this.top / this.rowHeight) - beyond, 0);
    const to = Math.min(Math.ceil((this.top + this.height) / this.rowHeight) + beyond, this.rows);
    return [from, to];
  }

  /** Where a row is drawn, in pixels of the scrolled element. */
  place(row: number): number {
    return Math.round(this.scroll + row * this.rowHeight - this.top);
  }

  /** Rows of one screen. */
  get page(): number {
    return Math.max(Math.floor(this.height / this.rowHeight) - 1, 1);
  }
}
