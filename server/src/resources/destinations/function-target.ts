import { invalidRequest } from '../../schemas/check-shape.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Destinations } from '../../store/exchange-tables.js';
import type { Functions } from '../../store/function-tables.js';
import { OWN_HOST } from '../functions/own-host.js';
import { hasFunction } from '../functions/rows.js';

/** What stands before the name of a function where it is a destination. It is an address, as clients of this family know none but addresses. */
export const FUNCTION_URL = `https://${OWN_HOST}/functions/`;
const PATH = /^\/functions\/([^/]+)$/;

/** Whether an address leads to no network, but to a function of the account. @param text an address. */
export function leadsToFunction(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname === OWN_HOST;
}

/** The function that gets the events; `undefined`: they are sent, or the address names none. */
export function functionNamed(text: string): string | undefined {
  if (!leadsToFunction(text)) return undefined;
  const { pathname, search, port } = new URL(text);
  return search === '' && port === '' ? PATH.exec(pathname)?.[1] : undefined;
}

/** The mode of functions that get events of a destination. */
export function modeOfFunctions({ mode }: Pick<Destinations, 'mode'>): Functions['mode'] {
  return mode === 'test' ? 'test' : 'live';
}

/** A name that is misspelt is told now; a function that is deleted later fails what is for it. @throws Problem `invalid`. */
export async function demandFunction(
  queries: AccountQueries,
  destination: Pick<Destinations, 'mode'>,
  url: string | undefined,
): Promise<void> {
  if (url === undefined || !leadsToFunction(url)) return;
  if (await hasFunction(queries, { mode: modeOfFunctions(destination) }, functionNamed(url) ?? '')) return;
  const message = `There is no such function. Name one of the mode of the key, as ${FUNCTION_URL}NAME.`;
  throw invalidRequest([{ path: '/destinationUrl', message }]);
}
