import type { AskedPage, Page, PagePosition } from '../store/page.js';
import { type Arguments, demandNoWords, type Input, optionalText, UsageError } from './command.js';

const DEFAULT_LIMIT = 100;
/** One page is one statement, and on SQLite one that finds claims keeps all writers waiting. */
const MOST_LIMIT = 1_000;

/** Of every list of claims. */
export const PAGE_OPTIONS = {
  limit: { type: 'string', help: `at most so many; default: ${DEFAULT_LIMIT}` },
  after: { type: 'string', help: 'where the list before has ended, as it says; default: from the first on' },
} as const;

export interface Listed<Item> {
  readonly items: readonly Item[];
  /** Where the list goes on; absent: nowhere. */
  readonly next?: string | undefined;
  /** The account that was asked for by its id. */
  readonly account?: string;
}

/** Options of a list that takes no words. @throws UsageError. */
export function listInput(name: string, args: Arguments): Input {
  demandNoWords(name, args);
  return withLimit(args);
}

/** The same, whatever words stand beside them. */
export function withLimit(args: Arguments): Input {
  const limit = Number(args.options.limit ?? DEFAULT_LIMIT);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MOST_LIMIT)
    throw new UsageError(`--limit is a whole number from 1 to ${MOST_LIMIT}.`);
  return { ...args.options, limit };
}

/** A place is the sort key of the last item: what it is about may have gone meanwhile. */
export function pageIn(input: Input): AskedPage {
  const size = Number(input.limit);
  const after = optionalText(input, 'after');
  if (after === undefined) return { size };
  const [, at, id] = /^(\d{1,15})_([\w-]+)$/.exec(after) ?? [];
  if (at === undefined || id === undefined)
    throw new UsageError('--after takes what the list before has named; leave it out to list from the first on.');
  return { size, after: [Number(at), id] };
}

export function listed<Row, Shown>({ items, next }: Page<Row>, input: Input, show: (row: Row) => Shown): Listed<Shown> {
  const account = optionalText(input, 'account');
  return {
    items: items.map(show),
    ...(next === undefined ? {} : { next: placeOf(next) }),
    ...(account === undefined ? {} : { account }),
  };
}

function placeOf([at, id]: PagePosition): string {
  return `${Number(at)}_${id}`;
}

/** The line that goes on with the list. Without its account it would go on with another list. */
export function more(name: string, { next, account }: Pick<Listed<unknown>, 'next' | 'account'>): readonly string[] {
  if (next === undefined) return [];
  const words = ['ediloom-server', name, ...(account === undefined ? [] : ['--account', account]), '--after', next];
  return [`There are more: ${words.join(' ')}`];
}
