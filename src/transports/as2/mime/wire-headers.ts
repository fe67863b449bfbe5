import type { HeaderPair } from '../../http/post.js';
import type { Header } from './headers.js';

/** Headers of HTTP as MIME's: what was folded stands on one line. */
export function headersFrom(pairs: readonly HeaderPair[]): readonly Header[] {
  return pairs.map(([name, value]) => ({ name, value: value.replace(/[ \t]*[\r\n]+[ \t]*/g, ' ').trim() }));
}

export function pairsFrom(headers: readonly Header[]): readonly HeaderPair[] {
  return headers.map(({ name, value }) => [name, value]);
}
