import { S3Error } from './s3-error.js';

/** Bytes of an object; `from` is 0-based. */
export interface AskedRange {
  readonly from: number;
  readonly length: number;
}

/**
 * The range that the header `Range` asks for. One that cannot be read, or names several, counts for nothing, as RFC 9110 has it.
 * @returns `undefined`: all of the object. @throws S3Error `InvalidRange` where the object has none of these bytes.
 */
export function askedRange(header: string | undefined, size: number): AskedRange | undefined {
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    if (length === 0) throw new S3Error('InvalidRange');
    return { from: size - length, length };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return undefined;
  if (from >= size) throw new S3Error('InvalidRange');
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { from, length: to - from + 1 };
}

/** The range of `x-amz-copy-source-range`, which must be within the object. @throws S3Error. */
export function copiedRange(header: string | undefined, size: number): AskedRange | undefined {
  if (header === undefined) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(header) ?? [];
  const from = Number(first);
  const to = Number(last);
  if (first === '' || from > to)
    throw new S3Error('InvalidArgument', 'x-amz-copy-source-range is not of the form bytes=first-last.');
  if (to >= size) throw new S3Error('InvalidRange');
  return { from, length: to - from + 1 };
}
