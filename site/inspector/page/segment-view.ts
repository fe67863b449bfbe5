import type { Edited, FileState, SegmentRow } from '../shared/protocol.js';
import { make, mark } from './dom.js';
import type { WorkerLink } from './link.js';
import { SegmentEditing } from './segment-editing.js';
import { cellId, drawSegmentRow, rowId } from './segment-row.js';
import { VirtualList } from './virtual-list.js';

export const ROW_HEIGHT = 22;

/** A row with the revision that it was drawn from: what is done to it is meant as it was seen. */
type ShownRow = SegmentRow & { readonly revision: number };

export interface SegmentViewHandlers {
  /** The active segment changed, or the element of it. */
  readonly onActive: (segment: number, element: number | undefined) => void;
  readonly onState: (state: FileState) => void;
  readonly onEdited: (edited: Edited) => void;
  readonly say: (text: string) => void;
}

/** The segments of a file as a tree grid: rows and elements by the keyboard, folds, typing. */
export class SegmentView {
  readonly viewport = make('div', {
    class: 'list segments',
    attributes: { role: 'treegrid', tabindex: '0', 'aria-label': 'Segments', 'aria-readonly': 'true' },
  });
  readonly #link: WorkerLink;
  readonly #handlers: SegmentViewHandlers;
  readonly #list: VirtualList<ShownRow>;
  readonly #editing: SegmentEditing;
  #state: FileState | undefined;
  #active = 0;
  #element: number | undefined;

  get isTyping(): boolean {
    return this.#editing.isTyping;
  }

  constructor(link: WorkerLink, handlers: SegmentViewHandlers) {
    this.#link = link;
    this.#handlers = handlers;
    this.#list = new VirtualList({
      viewport: this.viewport,
      rowHeight: ROW_HEIGHT,
      fetch: async (from, count) => {
        const { rows, revision } = await link.call('rows', { from, count });
        return rows.map((row) => ({ ...row, revision }));
      },
      draw: (row, index) => drawSegmentRow(row, { index, active: index === this.#active, element: this.#element }),
      onDrawn: () => this.#drawn(),
    });
    this.#editing = new SegmentEditing(link, {
      ready: (row) => this.#list.ready(row),
      hold: (row) => {
        this.#list.pin(row);
        // The input has the focus, and the cells that could be named are gone.
        this.viewport.removeAttribute('aria-activedescendant');
        return this.#list.element(row);
      },
      release: () => {
        this.#list.pin(undefined);
        // Typing may have scrolled a long segment; the loops are at the left.
        this.viewport.scrollLeft = 0;
      },
      onEdited: handlers.onEdited,
      say: handlers.say,
      goTo: (segment) => this.goTo(segment),
      focus: () => this.viewport.focus({ preventScroll: true }),
    });
    this.viewport.addEventListener('keydown', (event) => this.#key(event));
    this.viewport.addEventListener('click', (event) => this.#click(event));
  }

  get activeSegment(): number | undefined {
    return this.#list.row(this.#active)?.segment;
  }

  /** The element that the keyboard is at. */
  get activeCell(): HTMLElement | undefined {
    return this.#element === undefined ? undefined : (this.#cell() ?? undefined);
  }

  get list(): VirtualList<ShownRow> {
    return this.#list;
  }

  /** Shows another file from its beginning. */
  reset(): void {
    this.#active = 0;
    this.#element = undefined;
    this.#list.clear();
  }

  update(state: FileState): void {
    const fresh = state.revision !== this.#state?.revision || state.rows < this.#list.count;
    this.#state = state;
    this.#list.setCount(state.rows, { fresh });
    mark(this.viewport, 'aria-rowcount', String(state.rows));
    mark(this.viewport, 'aria-readonly', String(!state.editable));
  }

  /** Makes a segment the active one, unfolding what hides it, and gives its row. */
  async goTo(segment: number, element?: number): Promise<number> {
    const { state, row } = await this.#link.call('reveal', { segment });
    if (state.rows !== this.#state?.rows) {
      this.#list.setCount(state.rows, { fresh: true });
      this.#handlers.onState(state);
    }
    this.#activate(row, element, 'center');
    this.#handlers.onActive(segment, element);
    return row;
  }

  async #fold(row: SegmentRow, folded: boolean): Promise<void> {
    await this.#changeFolds(this.#link.call('fold', { segment: row.segment, folded }));
  }

  async foldAll(folded: boolean): Promise<void> {
    await this.#changeFolds(this.#link.call('foldAll', { segment: this.activeSegment ?? 0, folded }));
  }

  async #changeFolds(change: Promise<{ readonly state: FileState; readonly row: number }>): Promise<void> {
    const { state, row } = await change;
    this.#list.setCount(state.rows, { fresh: true });
    this.#handlers.onState(state);
    // What was active may be hidden now: the fold itself is, then.
    this.#activate(row, undefined);
  }

  #activate(index: number, element: number | undefined, how?: 'center'): void {
    const before = this.#active;
    this.#active = Math.min(Math.max(index, 0), Math.max(this.#list.count - 1, 0));
    this.#element = element;
    this.#list.reveal(this.#active, how);
    if (before !== this.#active) this.#list.redraw(before);
    this.#list.redraw(this.#active);
    if (element !== undefined) this.#cell()?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  #move(index: number, element?: number): void {
    this.#activate(index, element);
    const row = this.#list.row(this.#active);
    if (row !== undefined) this.#handlers.onActive(row.segment, this.#element);
  }

  #cell(): HTMLElement | null {
    return document.getElementById(cellId(this.#active, this.#element ?? 0));
  }

  #drawn(): void {
    const id = this.#element === undefined ? rowId(this.#active) : cellId(this.#active, this.#element);
    if (this.#editing.isOpen) return;
    mark(this.viewport, 'aria-activedescendant', document.getElementById(id) === null ? undefined : id);
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== 'Home' && event.key !== 'End')) return;
    const row = this.#list.row(this.#active);
    const page = this.#list.math.page;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.#move(this.#active + 1, this.#element === undefined ? undefined : 0),
      ArrowUp: () => this.#move(this.#active - 1, this.#element === undefined ? undefined : 0),
      PageDown: () => this.#move(this.#active + page),
      PageUp: () => this.#move(this.#active - page),
      Home: () => this.#move(0),
      End: () => this.#move(this.#list.count - 1),
      ArrowRight: () => row && this.#right(row),
      ArrowLeft: () => row && this.#left(row),
      Enter: () => row && void this.#edit(row),
      F2: () => row && void this.#edit(row),
      Delete: () => row && this.#state?.editable === true && void this.#editing.remove(row, event.repeat),
      ' ': () => row?.folded !== undefined && void this.#fold(row, !row.folded),
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (move === undefined) return;
    event.preventDefault();
    move();
  }

  // As tree grids do: to the right a fold opens, then the elements follow; to the left back, then out.
  #right(row: SegmentRow): void {
    if (row.folded === true && this.#element === undefined) return void this.#fold(row, false);
    const next = (this.#element ?? -1) + 1;
    if (next <= row.elements.length) this.#move(this.#active, next);
  }

  #left(row: SegmentRow): void {
    if (this.#element !== undefined)
      return this.#move(this.#active, this.#element === 0 ? undefined : this.#element - 1);
    if (row.folded === false) return void this.#fold(row, true);
    void this.#out(row.segment);
  }

  async #out(segment: number): Promise<void> {
    const around = (await this.#link.call('details', { segment }))?.path.at(-1);
    if (around !== undefined) await this.goTo(around.segment);
  }

  // The second click of two begins to type: by then the row of the first may be another element, which hears no double click.
  #click(event: MouseEvent): void {
    const at = this.#at(event);
    if (at === undefined || this.#isTyping(event)) return;
    const row = this.#list.row(at.index);
    if (event.detail === 2 && !at.fold && row !== undefined) {
      void this.#edit(row, columnOf(row, at.element));
      return;
    }
    this.#move(at.index, at.element);
    if (at.fold && row?.folded !== undefined) void this.#fold(row, !row.folded);
  }

  async #edit(row: ShownRow, column?: number): Promise<void> {
    if (this.#state?.editable !== true) {
      this.#handlers.say(this.#state?.phase === 'done' ? 'Files of more than 5 MB are shown, not edited.' : '');
      return;
    }
    const { segment, revision, delimiters } = row;
    await this.#editing.begin(this.#active, { segment, revision, delimiters, column });
  }

  #isTyping({ target }: Event): boolean {
    return target instanceof HTMLInputElement;
  }

  #at({
    target,
  }: Event): { readonly index: number; readonly element: number | undefined; readonly fold: boolean } | undefined {
    if (!(target instanceof Element)) return undefined;
    const row = target.closest('.row.segment');
    if (row === null) return undefined;
    const element = target.closest<HTMLElement>('[data-element]')?.dataset.element;
    const index = Number(row.getAttribute('aria-rowindex')) - 1;
    return {
      index,
      element: element === undefined ? undefined : Number(element),
      fold: target.closest('.fold') !== null,
    };
  }
}

/** Where an element begins in the text of its segment. */
function columnOf({ tag, elements }: SegmentRow, element = 0): number {
  const before = elements.slice(0, Math.max(element - 1, 0));
  return element === 0 ? tag.length : before.reduce((sum, text) => sum + text.length + 1, tag.length + 1);
}
