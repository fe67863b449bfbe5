import type { SegmentRow } from '../shared/protocol.js';
import { cutText, visibleText } from '../shared/visible-text.js';
import type { Definitions } from './definitions.js';
import type { Folds } from './folds.js';
import { type PlacedFindings, worstOf } from './placed-findings.js';
import { RowKind, type SegmentIndex } from './segment-index.js';
import { delimitersOf, type SegmentTexts } from './segment-text.js';

/** What a row shows: more of it is in the details. */
const [ROW_BYTES, ROW_ELEMENTS, NAME_CHARACTERS, TAG_CHARACTERS] = [600, 60, 120, 12];

export interface RowSources {
  readonly index: SegmentIndex;
  readonly texts: SegmentTexts;
  readonly folds: Folds;
  readonly findings: PlacedFindings;
  readonly definitions: Definitions;
}

/** The rows of a window of the list. */
export function rowWindow(sources: RowSources, from: number, count: number): readonly SegmentRow[] {
  const rows: SegmentRow[] = [];
  const end = Math.min(from + count, sources.folds.rows);
  for (let row = Math.max(from, 0); row < end; row++) rows.push(rowOf(sources, sources.folds.segmentOf(row)));
  return rows;
}

function rowOf({ index, texts, folds, findings, definitions }: RowSources, segment: number): SegmentRow {
  const kind = index.kinds[segment] ?? 0;
  const delimiters = delimitersOf(index.interchangeOf(segment));
  const text = texts.beginning(segment, ROW_BYTES);
  const [tag = '', ...elements] = text.split(delimiters.element);
  const shown = elements.slice(0, ROW_ELEMENTS);
  const cut = elements.slice(ROW_ELEMENTS).reduce((sum, one) => sum + one.length + 1, 0);
  const opens = (kind & RowKind.opens) !== 0;
  const marks = findings.marks(segment);
  const loop = definitions.loops[index.loops[segment] ?? 0];
  const folded = opens ? folds.isFolded(segment) : undefined;
  return {
    segment,
    indent: index.indent(segment),
    tag: visibleText(cutText(tag, TAG_CHARACTERS).text),
    elements: shown.map(visibleText),
    more: Math.max((index.lengths[segment] ?? 0) - ROW_BYTES, 0) + cut,
    delimiters,
    whole: (kind & RowKind.whole) !== 0,
    name: cutText(definitions.segments[index.plans[segment] ?? 0]?.plan.title ?? '', NAME_CHARACTERS).text,
    loop: loop?.id ?? '',
    folded,
    hidden: folded === true ? index.regionEnd(segment) - segment - 1 : 0,
    severity: worstOf(marks),
    marks,
    unplaced: (kind & RowKind.unplaced) !== 0,
  };
}
