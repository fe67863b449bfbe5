import type { HeaderPair } from '../../http/post.js';
import type { Header } from './headers.js';

/** Headers of HTTP as MIME's: what was folded stands on one line. */
export function headersFrom(pairs: readonly HeaderPair[]): readonly Header[] {
  return pairs.map(([name, value]) => ({ name, value: unfolded(value) }));
}

// Line by line: an expression for the blanks around a line end begins anew at each blank of a long run, and anyone may send one.
function unfolded(value: string): string {
  const lines = value.split(/[\r\n]+/).map((line) => line.trim());
  return lines.join(' ').trim();
}

export function pairsFrom(headers: readonly Header[]): readonly HeaderPair[] {
  return headers.map(({ name, value }) => [name, value]);
}
