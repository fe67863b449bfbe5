import { editsBetween } from 'ediloom/words';
import type { PayerRecord } from './schemas.js';
import { wordsOf } from './words.js';

/** How well a word that was found fits what was searched for. */
const EXACT = 100;
const PREFIX = 70;
const WITHIN = 40;
const NEAR = 30;
/** An id that is given whole is meant before any name. */
const OF_ID = 2;

/** Words of a query that are looked at: more narrow nothing. */
const MOST_WORDS = 12;
/** A word of so many letters may have one typing error, of so many two; shorter ones have none. */
const LETTERS_OF_ERRORS = [4, 8] as const;

interface Posting {
  /** Place in the list of payers. */
  readonly payer: number;
  readonly isId: boolean;
}

/** What was found of a query. */
export interface Found {
  readonly payer: number;
  readonly score: number;
}

/** Finds payers by words of their names and ids: whole, beginning or parts of them, and such with typing errors. */
export class PayerIndex {
  readonly #size: number;
  readonly #postings = new Map<string, Posting[]>();
  /** Of each payer, the words of its name. */
  readonly #names: readonly (readonly string[])[];
  /** Of each payer, its place in the order of names. */
  readonly order: Int32Array;

  constructor(payers: readonly PayerRecord[]) {
    this.#size = payers.length;
    this.order = orderOf(payers);
    this.#names = payers.map(({ displayName }) => wordsOf(displayName).map(({ plain }) => plain));
    for (const [payer, { displayName, names, aliases, platformId }] of payers.entries()) {
      for (const name of [displayName, ...names]) this.#add(payer, name, false);
      for (const id of [platformId, ...aliases]) this.#add(payer, id, true);
    }
  }

  #add(payer: number, text: string, isId: boolean): void {
    for (const { plain } of wordsOf(text)) {
      const postings = this.#postings.get(plain);
      if (postings === undefined) this.#postings.set(plain, [{ payer, isId }]);
      else postings.push({ payer, isId });
    }
  }

  /** Payers that have something for each word of a query, in no order. */
  find(query: string): readonly Found[] {
    const words = [...new Set(wordsOf(query).map(({ plain }) => plain))].slice(0, MOST_WORDS);
    if (words.length === 0) return [];
    const scores = new Float64Array(this.#size);
    const hits = new Uint8Array(this.#size);
    for (const word of words) {
      for (const [payer, score] of this.#scoresOf(word)) {
        scores[payer] = (scores[payer] ?? 0) + score;
        hits[payer] = (hits[payer] ?? 0) + 1;
      }
    }
    const found: Found[] = [];
    for (let payer = 0; payer < this.#size; payer++) {
      if (hits[payer] === words.length) found.push({ payer, score: scores[payer] ?? 0 });
    }
    return found;
  }

  /** Whether the name of a payer begins with these words or their beginnings, in this order. */
  nameBegins(payer: number, words: readonly string[]): boolean {
    const name = this.#names[payer];
    return words.every((word, place) => name?.[place]?.startsWith(word));
  }

  /** The best that each payer has for one word. */
  #scoresOf(word: string): ReadonlyMap<number, number> {
    const best = new Map<number, number>();
    for (const [known, postings] of this.#postings) {
      const fit = fitOf(word, known);
      if (fit === 0) continue;
      for (const { payer, isId } of postings) {
        const score = isId && fit === EXACT ? fit * OF_ID : fit;
        if (score > (best.get(payer) ?? 0)) best.set(payer, score);
      }
    }
    return best;
  }
}

/** 0: it does not fit. Of beginnings and parts, the one that leaves least out is best. */
export function fitOf(word: string, known: string): number {
  if (known === word) return EXACT;
  const share = word.length / known.length;
  if (known.startsWith(word)) return PREFIX + 20 * share;
  if (word.length >= 3 && known.includes(word)) return WITHIN + 20 * share;
  const errors = LETTERS_OF_ERRORS.filter((letters) => word.length >= letters).length;
  if (errors === 0 || Math.abs(known.length - word.length) > errors || !beginsAlike(word, known)) return 0;
  const edits = editsBetween(word, known);
  return edits <= errors ? NEAR - 10 * edits : 0;
}

/** Few words do, and only these are compared letter by letter. */
function beginsAlike(one: string, other: string): boolean {
  return one[0] === other[0] || one[0] === other[1] || one[1] === other[0];
}

/** What the order of names goes by: such keys stand in page tokens, too. */
export function nameKey({ displayName }: Pick<PayerRecord, 'displayName'>): string {
  return displayName.toLowerCase().slice(0, 60);
}

/** Sorted once: of searches that find nearly all, comparing names would be most of the work. */
function orderOf(payers: readonly PayerRecord[]): Int32Array {
  const keys = payers.map((payer, place) => ({ key: nameKey(payer), id: payer.platformId, place }));
  keys.sort((one, other) => {
    if (one.key !== other.key) return one.key < other.key ? -1 : 1;
    return one.id < other.id ? -1 : 1;
  });
  const order = new Int32Array(payers.length);
  for (const [rank, { place }] of keys.entries()) order[place] = rank;
  return order;
}
