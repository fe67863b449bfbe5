import { invalid } from '../../problems.js';

/** Headers that describe an object and are kept with it, beside its type. */
const KEPT: ReadonlySet<string> = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
]);
const META = 'x-amz-meta-';
/** Characters of the names and values of metadata, all together, as with S3. */
const MOST_META = 2048;

/**
 * Those headers of a put that are kept with its object, and given back with it.
 * @param headers by names in small letters.
 * @throws Problem `invalid` with the code `METADATA_TOO_LARGE`.
 */
export function keptHeaders(headers: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  const kept: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of headers) {
    if (name.startsWith(META)) {
      size += name.length - META.length + value.length;
      kept[name] = value;
    } else if (KEPT.has(name)) {
      const said = name === 'content-encoding' ? withoutChunks(value) : value;
      if (said !== '') kept[name] = said;
    }
  }
  if (size > MOST_META) {
    const text = `Headers ${META}* have ${MOST_META} bytes at most, all together. Send less.`;
    throw invalid(text, { code: 'METADATA_TOO_LARGE' });
  }
  return kept;
}

/** `aws-chunked` says how the body came, and nothing of the object. */
function withoutChunks(encoding: string): string {
  if (!/aws-chunked/i.test(encoding)) return encoding;
  return encoding
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one.toLowerCase() !== 'aws-chunked')
    .join(', ');
}
