import type { Trouble } from '../shared/protocol.js';

// The engine's advice is for who calls it: options and limits, which nobody can set on a page. Here it is put into words for the page.

/** What the engine says of an error that it threw. */
interface Thrown {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

const NOT_X12 =
  'There is no X12 interchange here that can be read. One begins with ISA; its header has 106 bytes, each element of a fixed width.';
const UNPACK = 'Unpack it, and open what is in it.';
const DECRYPT = 'Decrypt it, and open what is in it.';

/** What to do with a file that is something else, by what the engine says that it looks like. */
const INSTEAD: Readonly<Record<string, string>> = {
  JSON: 'The inspector reads X12; the command ediloom generate writes X12 from JSON.',
  gzip: UNPACK,
  'a zip archive': UNPACK,
  'a compressed file': UNPACK,
  'a PGP message': DECRYPT,
  'an S/MIME message': DECRYPT,
  'UTF-16 or UTF-32': 'Convert it to UTF-8 first.',
  EBCDIC: 'Convert it to UTF-8 first.',
  'X12 in lower case': 'Write ISA and the ids of all other segments in capitals.',
  'X12 without its ISA': 'Put the ISA that belongs to it in front.',
};

const LIMITS: Readonly<Record<string, (most: string) => string>> = {
  segmentBytes: (most) => `A segment has more than ${most} bytes. Look whether a segment terminator is missing`,
  elements: (most) => `A segment has more than ${most} elements. Look whether a segment terminator is missing`,
  scanBytes: (most) => `More than ${most} bytes are no X12. Remove what stands outside of the interchanges`,
  interchanges: (most) => `There are more than ${most} interchanges. Open them in several files`,
  depth: (most) => `More than ${most} loops are nested, which is more than the inspector shows`,
};

/** An error of the engine in words of the page; its own where they hold here as well. */
export function troubleOfEngine({ code, message, details = {} }: Thrown): Trouble {
  const { looksLike, limit, value, inputOffset } = details;
  if (typeof looksLike === 'string')
    return { code, text: `This file looks like ${looksLike}. ${INSTEAD[looksLike] ?? 'The inspector reads X12.'}` };
  if (code === 'X12_NOT_AN_INTERCHANGE') return { code, text: NOT_X12 };
  const words = typeof limit === 'string' && Object.hasOwn(LIMITS, limit) ? LIMITS[limit] : undefined;
  if (words === undefined) return { code, text: message };
  const place = typeof inputOffset === 'number' ? `, at byte ${inputOffset.toLocaleString('en')}` : '';
  return { code, text: `${words(Number(value).toLocaleString('en'))}${place}.` };
}

/** Advice of a finding without the option that would let more through, or write with other delimiters. */
export function pageAdvice(advice: string): string {
  return advice.replace(/,? or (raise limits\.\w+|write with delimiters[^.]*)/i, '');
}
