import type { Guide } from 'ediloom';
import { type ElementReader, elementReader } from 'ediloom/compile';
import table from './identifying-elements.json' with { type: 'json' };

/** A number or code that people know a transaction by: of its order, invoice, claim. */
export interface IdentifyingValue {
  /** Such as `BEG-03`. */
  readonly element: string;
  /** The data element's number. */
  readonly elementId: string;
  readonly name: string;
  readonly value: string;
}

/** Of one transaction: a remittance of thousands of claims is found by its trace number all the same. */
export const MOST_IDENTIFIERS = 100;
const LONGEST_VALUE = 255;

interface Row extends Omit<IdentifyingValue, 'value'> {
  readonly read: ElementReader['read'];
}

/** Element paths by transaction set. */
const PATHS: Readonly<Record<string, readonly string[]>> = table;
/** Compiled once a guide; kept no longer than the guide is. */
const rows = new WeakMap<Guide, readonly Row[]>();

/** What people know a set by: the number of its order, invoice, claim; in the order of the table; empty values and repeated ones are left out. */
export function identifiersIn(guide: Guide, data: unknown): IdentifyingValue[] {
  const found = new Map<string, IdentifyingValue>();
  for (const { read, ...row } of rowsOf(guide)) {
    for (const value of read(data)) {
      const key = `${row.element} ${value}`;
      if (found.has(key) || value.trim() === '' || value.length > LONGEST_VALUE || !isStorable(value)) continue;
      if (found.size >= MOST_IDENTIFIERS) return [...found.values()];
      found.set(key, { ...row, value });
    }
  }
  return [...found.values()];
}

/** Text that every store can keep. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function rowsOf(guide: Guide): readonly Row[] {
  let known = rows.get(guide);
  if (known === undefined) {
    known = (PATHS[guide.x12.transactionSet.slice(0, 3)] ?? []).flatMap((path) => rowOf(elementReader(guide, path)));
    rows.set(guide, known);
  }
  return known;
}

function rowOf(reader: ElementReader | undefined): readonly Row[] {
  if (reader === undefined) return [];
  const { element, dataElement, title } = reader;
  return [
    {
      element: `${element.slice(0, -2)}-${element.slice(-2)}`,
      elementId: dataElement,
      name: title,
      read: reader.read.bind(reader),
    },
  ];
}
