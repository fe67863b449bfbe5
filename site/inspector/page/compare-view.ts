import type { ComparedRow, ComparedRows, ComparedSegment, Comparison } from '../shared/protocol.js';
import { visibleText } from '../shared/visible-text.js';
import { codePieces } from './code-text.js';
import { button, make, mark } from './dom.js';
import type { WorkerLink } from './link.js';
import { listStep } from './list-steps.js';
import { ROW_HEIGHT } from './segment-view.js';
import { VirtualList } from './virtual-list.js';
import { count, number } from './words.js';

const KINDS = {
  same: '',
  changed: 'changed',
  removed: 'only on the left',
  added: 'only on the right',
} as const;

const NO_ROWS: ComparedRows = { rows: 0, differences: new Int32Array(0) };

/** Two files side by side, segment against segment. */
export class CompareView {
  readonly root = make('section', { class: 'compare', attributes: { 'aria-label': 'Comparison' } });
  readonly #summary = make('p', { class: 'summary', attributes: { role: 'status' } });
  readonly #names = make('div', { class: 'compare-names', attributes: { 'aria-hidden': 'true' } });
  readonly #viewport = make('div', {
    class: 'list compared',
    attributes: { role: 'grid', tabindex: '0', 'aria-label': 'Two files, segment against segment' },
  });
  readonly #list: VirtualList<ComparedRow>;
  /** Leaves out what is the same on both sides; kept from one comparison to the next. */
  readonly #short = make('input', { id: 'only-differences', attributes: { type: 'checkbox' } });
  #comparison: Comparison | undefined;
  #active = 0;

  constructor(link: WorkerLink, onClose: () => void) {
    const bar = make(
      'div',
      { class: 'compare-bar' },
      this.#summary,
      make(
        'label',
        { class: 'only', title: 'Leave out what is the same on both sides (d)' },
        this.#short,
        'Only differences',
      ),
      button('Previous', { class: 'plain', title: 'Previous difference (p)', press: () => this.jump(-1) }),
      button('Next', { class: 'plain', title: 'Next difference (n)', press: () => this.jump(1) }),
      button('Close', { class: 'plain', title: 'Back to the file (Escape)', press: onClose }),
    );
    this.root.append(bar, this.#names, this.#viewport);
    this.#list = new VirtualList({
      viewport: this.#viewport,
      rowHeight: ROW_HEIGHT,
      fetch: async (from, wanted) =>
        (await link.call('compared', { from, count: wanted, short: this.#short.checked })).rows,
      draw: (row, index) => this.#draw(row, index),
      onDrawn: () => {
        const id = `compared-${this.#active}`;
        mark(this.#viewport, 'aria-activedescendant', document.getElementById(id) === null ? undefined : id);
      },
    });
    this.#short.addEventListener('change', () => this.#switched());
    this.#viewport.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') onClose();
      else this.#key(event);
    });
    this.#viewport.addEventListener('click', ({ target }) => {
      const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined;
      if (index !== undefined) this.#activate(Number(index));
    });
  }

  show(comparison: Comparison, left: string, right: string): void {
    const { changed, removed, added, differences, unaligned } = comparison;
    this.#comparison = comparison;
    this.#active = 0;
    const words = [
      count(changed, 'segment changed', 'segments changed'),
      `${number(removed)} only on the left`,
      `${number(added)} only on the right`,
    ];
    this.#summary.textContent =
      differences.length === 0 ? 'Both files have the same segments.' : `${words.join(', ')}.`;
    if (unaligned > 0)
      this.#summary.textContent += ` They differ in so much that ${count(unaligned, 'stretch is', 'stretches are')} shown as a whole.`;
    this.#names.replaceChildren(...[left, right].map((name) => make('span', { text: visibleText(name) })));
    this.#list.clear();
    this.#list.setCount(this.#rows.rows);
    this.#viewport.focus({ preventScroll: true });
    this.#activate(this.#rows.differences[0] ?? 0, 'center');
  }

  /** Shows what is the same on both sides, or leaves it out. */
  toggleShort(): void {
    this.#short.checked = !this.#short.checked;
    this.#switched();
  }

  /** Goes to the next difference, or to the one before. */
  jump(by: -1 | 1): void {
    const places = this.#rows.differences;
    const next = by === 1 ? places.find((row) => row > this.#active) : places.findLast((row) => row < this.#active);
    if (next !== undefined) this.#activate(next, 'center');
  }

  get #rows(): ComparedRows {
    return this.#rowsOf(this.#short.checked);
  }

  #rowsOf(isShort: boolean): ComparedRows {
    return (isShort ? this.#comparison?.short : this.#comparison) ?? NO_ROWS;
  }

  // The difference that was looked at is looked at still.
  #switched(): void {
    const { differences: before } = this.#rowsOf(!this.#short.checked);
    const nth = Math.max(
      before.findLastIndex((row) => row <= this.#active),
      0,
    );
    this.#list.clear();
    this.#list.setCount(this.#rows.rows);
    this.#activate(this.#rows.differences[nth] ?? 0, 'center');
  }

  #key(event: KeyboardEvent): void {
    const step = listStep(event.key, this.#list.math.page, this.#list.count);
    if (step === undefined) return;
    event.preventDefault();
    this.#activate(this.#active + step);
  }

  #activate(index: number, how?: 'center'): void {
    const before = this.#active;
    this.#active = Math.min(Math.max(index, 0), Math.max(this.#list.count - 1, 0));
    this.#list.reveal(this.#active, how);
    this.#list.redraw(before);
    this.#list.redraw(this.#active);
  }

  #draw({ kind, left, right, leftOut = 0 }: ComparedRow, index: number): HTMLElement {
    const attributes = { role: 'row', 'aria-rowindex': String(index + 1), 'data-index': String(index) };
    const drawn = make(
      'div',
      { class: `row compared-row ${kind}`, id: `compared-${index}`, attributes },
      ...(kind === 'left-out'
        ? [make('span', { text: `${count(leftOut, 'segment')} the same`, attributes: { role: 'gridcell' } })]
        : [side(left, right, kind), side(right, left, kind)]),
    );
    if (kind !== 'same' && kind !== 'left-out')
      drawn.setAttribute('aria-label', `${KINDS[kind]}: segment ${(left ?? right)?.number ?? ''}`);
    if (index === this.#active) drawn.classList.add('active');
    return drawn;
  }
}

function side(
  own: ComparedSegment | undefined,
  other: ComparedSegment | undefined,
  kind: ComparedRow['kind'],
): HTMLElement {
  const holder = make('div', { class: `half${own === undefined ? ' none' : ''}`, attributes: { role: 'gridcell' } });
  if (own === undefined) return holder;
  const cell = (element: number): HTMLElement => {
    const differs = kind === 'changed' && element > 0 && own.elements[element - 1] !== other?.elements[element - 1];
    return make('span', differs ? { class: 'differs' } : {});
  };
  holder.append(
    make('span', { class: 'line-number', text: number(own.number), attributes: { 'aria-hidden': 'true' } }),
    make('span', { class: 'code' }, ...codePieces(own, { cell })),
  );
  return holder;
}
