import type { SegmentRow } from '../shared/protocol.js';
import { codePieces } from './code-text.js';
import { make, mark } from './dom.js';
import { count, number } from './words.js';

/** Indents beyond this are drawn alike: the text would leave the view. */
const MOST_INDENT = 14;

export interface DrawnRowOptions {
  readonly index: number;
  readonly active: boolean;
  /** Of the active row: the element that is meant, absent for the row itself. */
  readonly element: number | undefined;
}

export function rowId(index: number): string {
  return `segment-${index}`;
}

export function cellId(index: number, element: number): string {
  return `segment-${index}-${element}`;
}

/** One segment as a row of the tree grid. */
export function drawSegmentRow(row: SegmentRow, { index, active, element }: DrawnRowOptions): HTMLElement {
  const severities = new Map(row.marks.map((one) => [one.element, one.severity]));
  const cell = (n: number): HTMLElement => {
    const severity = severities.get(n);
    const attributes = {
      role: 'gridcell',
      'data-element': String(n),
      ...(severity === 'error' ? { 'aria-invalid': 'true' } : {}),
    };
    const holder = make('span', { id: cellId(index, n), attributes });
    if (severity !== undefined) holder.classList.add('found', severity);
    if (active && element === n) holder.classList.add('active');
    return holder;
  };
  const code = make('span', { class: 'code' }, ...codePieces(row, { cell, tagClass: row.loop === '' ? '' : 'opener' }));
  const drawn = make(
    'div',
    {
      class: 'row segment',
      id: rowId(index),
      attributes: { role: 'row', 'aria-rowindex': String(index + 1), 'aria-level': String(row.indent + 1) },
    },
    make('span', { class: 'line-number', text: number(row.segment + 1), attributes: { 'aria-hidden': 'true' } }),
    make('span', { class: `gutter ${row.severity ?? ''}`, attributes: { 'aria-hidden': 'true' } }),
    fold(row),
    code,
    row.hidden > 0 ? make('span', { class: 'hidden-count', text: count(row.hidden, 'segment') }) : undefined,
    row.loop === '' ? undefined : make('span', { class: 'loop', text: row.loop }),
    make('span', {
      class: 'name',
      text: row.unplaced ? 'not in the guide' : row.name,
      attributes: { role: 'gridcell' },
    }),
  );
  drawn.dataset.indent = String(Math.min(row.indent, MOST_INDENT));
  mark(drawn, 'aria-expanded', row.folded === undefined ? undefined : String(!row.folded));
  if (row.unplaced) drawn.classList.add('unplaced');
  if (active) {
    drawn.classList.add('active');
    drawn.setAttribute('aria-selected', 'true');
  }
  return drawn;
}

function fold({ folded }: SegmentRow): HTMLElement {
  const symbol = folded === undefined ? '' : folded ? '▸' : '▾';
  return make('span', {
    class: folded === undefined ? 'fold' : 'fold can',
    text: symbol,
    attributes: { 'aria-hidden': 'true' },
  });
}
