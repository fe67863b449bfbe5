import { invalid } from '../../problems.js';
import type { AskedPage } from '../../store/page.js';
import type { PageTokens, TokenPlace } from './page-token.js';

/** Both spellings, as clients of different families send them. */
const TOKEN_NAMES = ['page_token', 'pageToken'] as const;
const SIZE_NAMES = ['page_size', 'pageSize'] as const;

/** Query parameters of every list. */
export const PAGE_NAMES = [...TOKEN_NAMES, ...SIZE_NAMES] as const;

type Query = Readonly<Record<string, unknown>>;

/** Items of a page, from `minSize`, or 1, to `maxSize`. */
export interface PageBounds {
  readonly defaultSize: number;
  readonly maxSize: number;
  readonly minSize?: number | undefined;
}

/** Which page a query asks for. @throws Problem `invalid` for a size out of bounds, or a token that is not of this list. */
export function askedPage(query: Query, bounds: PageBounds, tokens: PageTokens, place: TokenPlace): AskedPage {
  const size = oneOf(query, SIZE_NAMES);
  const token = oneOf(query, TOKEN_NAMES);
  return {
    size: size === undefined ? bounds.defaultSize : sizeOf(size, bounds, spelt(query, SIZE_NAMES)),
    // Clients that build the first address like all others send an empty token.
    after: token === undefined || token === '' ? undefined : tokens.read(place, token, spelt(query, TOKEN_NAMES)),
  };
}

/** The parameters of a query that choose what the list has: a token of one choice is not good for another. */
export function filtersOf(query: Query, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => query[name] !== undefined).map((name) => [name, query[name]]));
}

/** One value under all its spellings. @throws Problem `invalid` for several that differ, or a repeated one. */
function oneOf(query: Query, names: readonly string[]): string | undefined {
  const values = names.flatMap((name) => query[name] ?? []);
  const [value] = values;
  if (value === undefined) return undefined;
  if (values.some((other) => other !== value) || typeof value !== 'string') {
    const name = spelt(query, names);
    throw wrongParameter(name, `The query parameter ${name} is there more than once. Send it once.`);
  }
  return value;
}

/** The spelling that a query has. */
function spelt(query: Query, names: readonly string[]): string {
  return names.find((name) => query[name] !== undefined) ?? '';
}

function sizeOf(text: string, { minSize = 1, maxSize }: PageBounds, name: string): number {
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (size < minSize || size > maxSize) {
    throw wrongParameter(name, `The query parameter ${name} must be a whole number from ${minSize} to ${maxSize}.`);
  }
  return size;
}

function wrongParameter(name: string, message: string) {
  const code = 'INVALID_PARAMETER';
  return invalid(message, { code, errors: [{ message, path: `/${name}`, code }] });
}
