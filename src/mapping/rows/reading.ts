import type { JsonObject } from '../../model/json.js';
import type { Notes } from '../notes.js';
import { isObject } from '../occurrences.js';
import type { CompiledRow } from './compiled-row.js';

type Getter = Pick<CompiledRow, 'keys' | 'inside' | 'get' | 'steps'>;

/** More keys have no bit of a small integer: their rows are always asked. */
const MOST_BITS = 30;
/** Sets of keys that are remembered; real data has a few dozen. */
const MOST_PICKS = 512;

/**
 * The get of rows that stand together. Most rows find nothing, so which ones may find something is remembered for each set
 * of keys that an object had: an object costs what it holds, not what it might. bench: `npm run bench:eligibility`.
 */
export class Reading {
  readonly #rows: readonly { readonly row: Getter; readonly bits: number }[];
  readonly #bits = new Map<string, number>();
  // Functions, not rows: those come in many hidden classes.
  readonly #picks = new Map<number, readonly Getter['get'][]>();

  constructor(rows: readonly Getter[]) {
    this.#rows = merged(rows.filter(({ keys }) => keys?.length !== 0)).map((row) => ({ row, bits: this.#bitsOf(row) }));
  }

  /** What {@link CompiledRow.keys} are for all of the rows. */
  static keysOf(rows: readonly Getter[]): readonly string[] | undefined {
    const keys = new Set<string>();
    for (const row of rows) {
      if (row.keys === undefined) return undefined;
      for (const key of row.keys) keys.add(key);
    }
    return [...keys];
  }

  get(node: JsonObject, out: JsonObject, notes: Notes): void {
    let mask = 0;
    for (const key in node) mask |= this.#bits.get(key) ?? 0;
    const picked = this.#picks.get(mask) ?? this.#pick(mask);
    for (let i = 0; i < picked.length; i++) picked[i]?.(node, out, notes);
  }

  /** The same with the rests of rows that have some. All rows are asked: few objects hold lists that are so long. */
  *steps(node: JsonObject, out: JsonObject, notes: Notes): Generator<undefined, void, undefined> {
    for (const { row } of this.#rows) {
      if (row.steps === undefined) row.get(node, out, notes);
      else yield* row.steps(node, out, notes);
    }
  }

  #pick(mask: number): readonly Getter['get'][] {
    if (this.#picks.size >= MOST_PICKS) this.#picks.clear();
    const picked = this.#rows.filter(({ bits }) => (bits & mask) !== 0 || bits === 0).map(({ row }) => row.get);
    this.#picks.set(mask, picked);
    return picked;
  }

  /** 0 for rows that are always asked. */
  #bitsOf({ keys }: Getter): number {
    let bits = 0;
    for (const key of keys ?? []) {
      let bit = this.#bits.get(key);
      if (bit === undefined) {
        if (this.#bits.size === MOST_BITS) return 0;
        bit = 1 << this.#bits.size;
        this.#bits.set(key, bit);
      }
      bits |= bit;
    }
    return bits;
  }
}

// Neighbours that read one segment go down to it together.
function merged(rows: readonly Getter[]): readonly Getter[] {
  const result: Getter[] = [];
  for (let from = 0; from < rows.length; ) {
    const first = rows[from];
    if (first === undefined) break;
    let to = from + 1;
    const key = first.inside === undefined ? undefined : first.keys?.[0];
    while (key !== undefined && rows[to]?.inside !== undefined && rows[to]?.keys?.[0] === key) to++;
    result.push(to - from > 1 && key !== undefined ? together(key, rows.slice(from, to)) : first);
    from = to;
  }
  return result;
}

function together(key: string, rows: readonly Getter[]): Getter {
  const inside = new Reading(rows.flatMap((row) => row.inside ?? []));
  return {
    keys: [key],
    get(node, out, notes) {
      const child = node[key];
      if (isObject(child)) inside.get(child, out, notes);
      else for (const row of rows) row.get(node, out, notes);
    },
  };
}
