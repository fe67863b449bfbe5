import { invalid } from '../../problems.js';
import type { Page, PagePosition } from '../../store/page.js';
import type { PageTokens, TokenPlace } from './page-token.js';

/** Both spellings, as clients of different families send them. */
const TOKEN_NAMES = ['page_token', 'pageToken'] as const;
const SIZE_NAMES = ['page_size', 'pageSize'] as const;

type Query = Readonly<Record<string, unknown>>;

export interface AskedPage {
  readonly size: number;
  readonly after: PagePosition | undefined;
}

/** Which page a query asks for. @throws ApiError 400 for a size out of bounds or a token from elsewhere. */
export function askedPage(
  query: Query,
  bounds: { readonly defaultSize: number; readonly maxSize: number },
  tokens: PageTokens,
  place: TokenPlace,
): AskedPage {
  const size = oneOf(query, SIZE_NAMES);
  const token = oneOf(query, TOKEN_NAMES);
  return {
    size: size === undefined ? bounds.defaultSize : sizeOf(size, bounds.maxSize),
    after: token === undefined || token === '' ? undefined : tokens.read(place, token),
  };
}

/** A list as it is answered: clients read one spelling of the token or the other. */
export function pageBody(
  page: Page<unknown>,
  tokens: PageTokens,
  place: TokenPlace,
  alsoAs?: string,
): Record<string, unknown> {
  const listed = { items: page.items, ...(alsoAs === undefined ? {} : { [alsoAs]: page.items }) };
  if (page.next === undefined) return listed;
  const token = tokens.write(place, page.next);
  return { ...listed, next_page_token: token, nextPageToken: token };
}

/** The query without paging. */
export function filtersOf(query: Query, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => query[name] !== undefined).map((name) => [name, query[name]]));
}

function oneOf(query: Query, names: readonly string[]): string | undefined {
  const values = names.flatMap((name) => query[name] ?? []);
  const [value] = values;
  if (value === undefined) return undefined;
  if (values.some((other) => other !== value) || typeof value !== 'string') {
    throw invalid(`The query parameter ${names[0]} is there more than once. Send it once.`, {
      code: 'INVALID_PARAMETER',
    });
  }
  return value;
}

function sizeOf(text: string, maxSize: number): number {
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (size < 1 || size > maxSize) {
    throw invalid(`The query parameter page_size must be a whole number from 1 to ${maxSize}.`, {
      code: 'INVALID_PARAMETER',
    });
  }
  return size;
}
