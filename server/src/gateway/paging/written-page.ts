import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from '../call.js';
import { JSON_TYPE } from '../render-answer.js';
import type { ListRoute, WrittenPage } from '../route.js';
import type { PageTokens, TokenPlace } from './page-token.js';

/** Beside the main thread, as pages may have megabytes. */
const packed = promisify(gzip);

/** A page of items that are JSON already: neither read nor written anew. */
export function writtenPage(page: WrittenPage, tokens: PageTokens, place: TokenPlace): string {
  const { writtenItems, next, resume, beside } = page;
  const token = next === undefined ? undefined : tokens.write(place, next);
  const rest = JSON.stringify({
    ...beside,
    ...(token === undefined ? {} : { next_page_token: token, nextPageToken: token }),
    resumeToken: tokens.write(place, resume),
  });
  return `{"items":[${writtenItems.join(',')}],${rest.slice(1)}`;
}

/** The page as it goes out. @param size as it was asked for. */
export async function writtenAnswer(
  text: string,
  size: number,
  { packedAbove = Number.POSITIVE_INFINITY }: ListRoute['paged'],
): Promise<Answer> {
  if (size <= packedAbove) return { headers: { 'content-type': JSON_TYPE }, body: Buffer.from(text, 'utf8') };
  return { headers: { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' }, body: await packed(text) };
}
