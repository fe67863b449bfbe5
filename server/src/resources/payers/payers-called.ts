import type { Catalogue } from './catalogue.js';
import type { NamedPayer } from './find-payer.js';
import { searchPayers } from './search.js';
import { wordsOf } from './words.js';

/** Letters of a text that are looked at, and of a word by which alone payers are looked for. */
const MOST_LETTERS = 100;
const LEAST_LETTERS = 4;
/** Words that are looked for alone: the longest ones. */
const MOST_WORDS = 3;
/** Payers from which on a word says nothing: `health`, `plan`. */
const MANY = 20;

/**
 * Payers that answer eligibility checks and are called much like a text, best first: by all of its words, else by that one of them which the fewest
 * payers have. People write the name of a payer where its id belongs. A call looks at the words of the catalogue four times at most.
 */
export function payersCalled(catalogue: Catalogue, text: string, most: number): readonly NamedPayer[] {
  const find = (query: string) =>
    searchPayers(catalogue, { query, eligibilityCheck: 'EITHER' }).map(({ payer }) => payer);
  const words = [...new Set(wordsOf(text.slice(0, MOST_LETTERS)).map(({ plain }) => plain))];
  const telling = words.filter(({ length }) => length >= LEAST_LETTERS).sort((a, b) => b.length - a.length);
  if (telling.length === 0) return [];
  const whole = find(words.join(' '));
  if (whole.length > 0 || words.length === 1) return whole.slice(0, most);
  const found = telling.slice(0, MOST_WORDS).map(find);
  const [rarest = []] = found.filter(({ length }) => length > 0 && length < MANY).sort((a, b) => a.length - b.length);
  return rarest.slice(0, most);
}
