import type { Page } from '../../store/page.js';
import type { PageTokens, TokenPlace } from './page-token.js';

/**
 * A list as it is answered. Clients read one spelling of the token or the other, so both are there; neither on the last page.
 * @param alsoAs a second name of `items`, for clients of a family that read that one.
 */
export function pageBody(
  page: Page<unknown>,
  tokens: PageTokens,
  place: TokenPlace,
  alsoAs?: string,
): Record<string, unknown> {
  const listed = { items: page.items, ...(alsoAs === undefined ? {} : { [alsoAs]: page.items }), ...page.beside };
  if (page.next === undefined) return listed;
  const token = tokens.write(place, page.next);
  return { ...listed, next_page_token: token, nextPageToken: token };
}
