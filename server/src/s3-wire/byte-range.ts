import { type AskedRange, rangeIn } from '../http/byte-range.js';
import { S3Error } from './s3-error.js';

/**
 * The range that the header `Range` asks for.
 * @returns `undefined`: all of the object. @throws S3Error `InvalidRange` where the object has none of these bytes.
 */
export function askedRange(header: string | undefined, size: number): AskedRange | undefined {
  const range = rangeIn(header, size);
  if (range === 'none') throw new S3Error('InvalidRange');
  return range;
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
