import type { Finding, Severity } from 'ediloom';
import type { ElementMark, FindingCounts, FindingRow } from '../shared/protocol.js';
import type { SegmentIndex } from './segment-index.js';
import { ToldFindings } from './told-findings.js';

const WEIGHT: Readonly<Record<Severity, number>> = { error: 3, warning: 2, notice: 1 };

/** The findings of a file, each at its segment, in the order of the segments. */
export class PlacedFindings {
  /** Of all findings, those that are not listed included. */
  readonly counts: FindingCounts;
  readonly #told: ToldFindings;
  readonly #findings: readonly Finding[];
  readonly #segments: Uint32Array;

  /** @param listed in any order; the engine's own note that there are more is not one of them. */
  constructor(listed: readonly Finding[] = [], told: ToldFindings = new ToldFindings(), index?: SegmentIndex) {
    const ends = index === undefined ? [] : interchangeEnds(index);
    const found = listed.filter(({ reason }) => reason !== 'findings-limit');
    const placed = found.map((one) => ({ found: one, segment: segmentOf(one, index, ends) }));
    placed.sort((a, b) => a.segment - b.segment);
    this.#told = told;
    this.#findings = placed.map((one) => one.found);
    this.#segments = Uint32Array.from(placed, ({ segment }) => segment);
    this.counts = { ...told.counts };
  }

  get length(): number {
    return this.#findings.length;
  }

  rows(from: number, count: number): readonly FindingRow[] {
    return this.#findings.slice(from, from + count).map((found, i) => this.#row(found, from + i));
  }

  of(segment: number): readonly FindingRow[] {
    const [from, to] = [this.#firstAt(segment), this.#firstAt(segment + 1)];
    return this.rows(from, Math.min(to - from, 200));
  }

  /** The elements of a segment that have findings, 0 for the segment itself, each with its worst. */
  marks(segment: number): readonly ElementMark[] {
    const worst = new Map<number, Severity>();
    const to = this.#firstAt(segment + 1);
    for (let i = this.#firstAt(segment); i < to; i++) {
      const found = this.#findings[i];
      if (found === undefined) continue;
      const element = found.at.element ?? 0;
      const known = worst.get(element);
      if (known === undefined || WEIGHT[known] < WEIGHT[found.severity]) worst.set(element, found.severity);
    }
    return [...worst].map(([element, severity]) => ({ element, severity }));
  }

  /** The nearest segment with a finding behind a segment, or before it. Notices are passed over. */
  next(segment: number, back: boolean): { readonly segment: number; readonly element: number } | undefined {
    const step = back ? -1 : 1;
    let at = back ? this.#firstAt(segment) - 1 : this.#firstAt(segment + 1);
    while (this.#findings[at]?.severity === 'notice') at += step;
    const found = this.#findings[at];
    return found && { segment: this.#segments[at] ?? 0, element: found.at.element ?? 0 };
  }

  #row(found: Finding, at: number): FindingRow {
    const { code, place, text, advice } = this.#told.describe(found);
    const { severity } = found;
    return { segment: this.#segments[at] ?? 0, element: found.at.element ?? 0, severity, code, place, text, advice };
  }

  #firstAt(segment: number): number {
    let [low, high] = [0, this.#segments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#segments[middle] ?? 0) < segment) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export function worstOf(marks: readonly ElementMark[]): Severity | undefined {
  let worst: Severity | undefined;
  for (const { severity } of marks) if (worst === undefined || WEIGHT[worst] < WEIGHT[severity]) worst = severity;
  return worst;
}

/** What has no offset is about something that is missing: it stands at the end of what it is missing in. */
function segmentOf({ at }: Finding, index: SegmentIndex | undefined, ends: readonly number[]): number {
  const interchange = index?.interchanges[at.interchange - 1];
  if (index === undefined || interchange === undefined) return 0;
  if (at.segmentOffset !== undefined) return index.segmentAt(interchange.offset + at.segmentOffset);
  return ends[at.interchange - 1] ?? interchange.firstSegment;
}

function interchangeEnds({ interchanges, count }: SegmentIndex): readonly number[] {
  return interchanges.map((_, i) => Math.max((interchanges[i + 1]?.firstSegment ?? count) - 1, 0));
}
