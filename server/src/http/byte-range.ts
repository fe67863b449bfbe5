/** Some bytes of a thing. */
export interface AskedRange {
  /** 0-based. */
  readonly from: number;
  readonly length: number;
}

/**
 * The bytes that a Range header asks for (RFC 9110, 14.1.2). A header with several ranges, or with none that can be read, counts as absent.
 * @returns `undefined`: all; `none`: there are no such bytes (416).
 */
export function rangeIn(header: string | undefined, size: number): AskedRange | 'none' | undefined {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { from: size - length, length };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return undefined;
  return from >= size ? 'none' : { from, length: to - from + 1 };
}
