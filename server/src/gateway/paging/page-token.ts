import { invalid } from '../../problems.js';
import type { MasterKeys } from '../../secrets/secrets.js';
import type { PagePosition } from '../../store/page.js';

/** What a token is good for: it opens no other list, no other account's, and not this one under another filter. */
export interface TokenPlace {
  readonly accountId: string;
  readonly mode: string;
  readonly operation: string;
  readonly params: unknown;
  /** Query parameters but those of paging. */
  readonly filters: Readonly<Record<string, unknown>>;
}

export interface PageTokens {
  write(place: TokenPlace, position: PagePosition): string;
  /**
   * @param name of the query parameter, as it was sent. Default `page_token`.
   * @throws Problem `invalid` for a token that was not given for this place.
   */
  read(place: TokenPlace, token: string, name?: string): PagePosition;
}

const MAC_BYTES = 16;

/** Tokens are the position and a MAC over it and its place; nothing is kept, and every process reads those of the others. */
export function createPageTokens(keys: MasterKeys): PageTokens {
  const said = (place: TokenPlace, position: string): string => JSON.stringify([placeOf(place), position]);
  return {
    write: (place, position) => {
      const text = JSON.stringify(position);
      const mac = keys.mac('page-token', said(place, text)).subarray(0, MAC_BYTES);
      return Buffer.concat([mac, Buffer.from(text)]).toString('base64url');
    },
    read: (place, token, name = 'page_token') => {
      const bytes = Buffer.from(token, 'base64url');
      const text = bytes.subarray(MAC_BYTES).toString('utf8');
      const mac = bytes.subarray(0, MAC_BYTES);
      // By any key that is known: who polls has one token for weeks, and the master key may be replaced meanwhile.
      if (!keys.macMatches('page-token', said(place, text), mac)) throw wrongToken(name);
      // Only `write` makes what the MAC lets through.
      return JSON.parse(text) as PagePosition;
    },
  };
}

/** Filters in the order of their names, as clients may send them in any. */
function placeOf({ accountId, mode, operation, params, filters }: TokenPlace): string {
  const sorted = Object.keys(filters)
    .sort()
    .map((name) => [name, filters[name]]);
  return JSON.stringify([accountId, mode, operation, params, sorted]);
}

function wrongToken(name: string) {
  const message = 'The page token is not one of this list with these filters. Leave it out to begin at the first page.';
  const code = 'INVALID_PAGE_TOKEN';
  return invalid(message, { code, errors: [{ message, path: `/${name}`, code }] });
}
