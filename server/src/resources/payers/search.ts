import type { PagePosition } from '../../store/page.js';
import type { Catalogue } from './catalogue.js';
import { type PayerRecord, SEARCHED, type SearchedTransaction } from './schemas.js';
import { fitOf, nameKey } from './search-index.js';
import { wordsOf } from './words.js';

export interface PayerSearch extends Partial<Readonly<Record<SearchedTransaction, string | undefined>>> {
  readonly query?: string | undefined;
  readonly coverageTypes?: readonly string[] | undefined;
  readonly operatingStates?: readonly string[] | undefined;
  readonly programs?: readonly string[] | undefined;
}

export interface PayerHit {
  readonly payer: Omit<PayerRecord, 'transactionSupport'> & { readonly transactionSupport: object };
  readonly score: number;
  readonly matches?: Matches;
}

/** Where words of the query stand, between `<b>` and `</b>`; the text around them is escaped as in HTML. */
export interface Matches {
  readonly displayName?: string;
  readonly primaryPayerId?: string;
  readonly platformId?: string;
  readonly names?: readonly string[];
  readonly aliases?: readonly string[];
}

interface Ranked {
  readonly payer: PayerRecord;
  readonly score: number;
  /** In the order of names. */
  readonly rank: number;
}

/** The name begins with what is searched for, word by word. */
const WHOLE_NAME = 50;

/** Payers that fit, best first; of those that fit as well, by name. */
export function searchPayers({ payers, index }: Catalogue, asked: PayerSearch): readonly Ranked[] {
  const query = (asked.query ?? '').trim();
  const words = wordsOf(query).map(({ plain }) => plain);
  // Signs alone are no words, and nothing is known by them.
  const found: readonly Ranked[] =
    query === ''
      ? payers.map((payer, place) => ({ payer, score: 0, rank: index.order[place] ?? 0 }))
      : index.find(query).flatMap(({ payer: place, score }) => {
          const payer = payers[place];
          if (payer === undefined) return [];
          const whole = index.nameBegins(place, words) ? WHOLE_NAME : 0;
          return [{ payer, score: score + whole, rank: index.order[place] ?? 0 }];
        });
  return found
    .filter(({ payer }) => fits(payer, asked))
    .sort((one, other) => other.score - one.score || one.rank - other.rank);
}

/** What the order of hits is by, as page tokens hold it. */
export function rankOf({ payer, score }: Pick<Ranked, 'payer' | 'score'>): readonly [number, string, string] {
  return [-score, nameKey(payer), payer.platformId];
}

/** Whether a hit stands behind the last one of a page. */
export function isBehind(hit: Ranked, after: PagePosition): boolean {
  const [score = 0, name = '', id = ''] = after as [number, string, string];
  const [ownScore, ownName, ownId] = rankOf(hit);
  if (ownScore !== score) return ownScore > score;
  return ownName === name ? ownId > id : ownName > name;
}

function fits(payer: PayerRecord, asked: PayerSearch): boolean {
  const { transactionSupport } = payer;
  const isSupported = SEARCHED.every((name) => {
    const wanted = asked[name];
    const has = transactionSupport[name];
    return wanted === undefined || has === wanted || (wanted === 'EITHER' && has !== 'NOT_SUPPORTED');
  });
  const hasAll = (wanted: readonly string[] | undefined, has: readonly string[] | undefined) =>
    (wanted ?? []).every((one) => (has ?? []).includes(one));
  return (
    isSupported &&
    hasAll(asked.coverageTypes, payer.coverageTypes) &&
    hasAll(asked.operatingStates, payer.operatingStates) &&
    hasAll(asked.programs, payer.programs)
  );
}

export function showHit({ payer, score }: Ranked, query: string): PayerHit {
  const { claimSubmission: _, ...transactionSupport } = payer.transactionSupport;
  const matches = matchesOf(payer, query);
  return { payer: { ...payer, transactionSupport }, score, ...(matches === undefined ? {} : { matches }) };
}

function matchesOf(payer: PayerRecord, query: string): Matches | undefined {
  const words = wordsOf(query).map(({ plain }) => plain);
  const one = (text: string) => marked(text, words);
  const some = (texts: readonly string[]) => texts.flatMap((text) => one(text) ?? []);
  const found = {
    displayName: one(payer.displayName),
    primaryPayerId: one(payer.primaryPayerId),
    platformId: one(payer.platformId),
    names: some(payer.names),
    aliases: some(payer.aliases),
  };
  const entries = Object.entries(found).filter(([, value]) => value !== undefined && value.length > 0);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** `undefined`: no word of it fits. */
function marked(text: string, words: readonly string[]): string | undefined {
  let result = '';
  let at = 0;
  for (const { plain, from, to } of wordsOf(text)) {
    if (!words.some((word) => fitOf(word, plain) > 0)) continue;
    result += `${escaped(text.slice(at, from))}<b>${escaped(text.slice(from, to))}</b>`;
    at = to;
  }
  return at === 0 ? undefined : result + escaped(text.slice(at));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
