import { X12Error } from '../model/error.js';
import { decodeLatin1 } from './encoding.js';

/** Bytes that {@link foreignInputError} would like to see. */
export const SNIFF_BYTES = 128;

interface Signature {
  readonly prefixes: readonly string[];
  readonly what: string;
  readonly advice: string;
}

// Prefixes as one character a byte.
const ENCODINGS: readonly Signature[] = [
  {
    prefixes: ['\xff\xfe', '\xfe\xff', 'I\0S\0', '\0I\0S', 'I\0\0\0', '\0\0\0I', '\0\0\xfe\xff'],
    what: 'UTF-16 or UTF-32',
    advice: 'Convert it to UTF-8 or ISO 8859-1 first',
  },
  {
    prefixes: ['\xc9\xe2\xc1'],
    what: 'EBCDIC',
    advice: 'Convert it first, with decodeEbcdic of ediloom/encodings',
  },
];

const CONTENTS: readonly Signature[] = [
  { prefixes: ['\x1f\x8b'], what: 'gzip', advice: 'Decompress it first' },
  { prefixes: ['PK\x03\x04', 'PK\x05\x06'], what: 'a zip archive', advice: 'Extract the files first' },
  { prefixes: ['BZh', '\xfd7zXZ', '\x28\xb5\x2f\xfd'], what: 'a compressed file', advice: 'Decompress it first' },
  {
    prefixes: ['-----BEGIN PGP', '\x85\x01', '\x85\x02', '\xc1\xc0\x4c', '\x84\x8c'],
    what: 'a PGP message',
    advice: 'Decrypt it first',
  },
  {
    prefixes: ['MIME-Version:', 'Content-Type:', '-----BEGIN PKCS7', '-----BEGIN CMS', '\x30\x80\x06\x09', '\x30\x82'],
    what: 'an S/MIME message',
    advice: 'Decrypt it or verify its signature first',
  },
  { prefixes: ['UNA', 'UNB'], what: 'EDIFACT', advice: 'This engine reads X12' },
  { prefixes: ['STX='], what: 'TRADACOMS', advice: 'This engine reads X12' },
  { prefixes: ['<'], what: 'XML or HTML', advice: 'This engine reads X12' },
  { prefixes: ['{', '['], what: 'JSON', advice: 'To write X12 from it, use generate' },
  { prefixes: ['%PDF'], what: 'a PDF document', advice: 'This engine reads X12' },
  { prefixes: ['isa'], what: 'X12 in lower case', advice: 'Turn on the option foldTags' },
  {
    prefixes: ['GS', 'ST', 'TA1'],
    what: 'X12 without its ISA',
    advice: 'Put the ISA that belongs to it in front',
  },
];

/** One line with a dot near its end, and nothing that separates elements. */
const FILE_NAME = /^[\w.~/\\: -]+\.\w{2,4}$/;

/** The error for input that does not begin with an ISA: it says what the bytes look like and what to do. */
export function foreignInputError(bytes: Uint8Array, inputOffset: number): X12Error {
  if (bytes.length === 0) {
    return new X12Error(
      'X12_NOT_AN_INTERCHANGE',
      'The input is empty or only white space. Pass X12 that begins with ISA.',
      {
        details: { inputOffset },
      },
    );
  }
  const head = decodeLatin1(bytes.subarray(0, SNIFF_BYTES));
  const encoding = match(ENCODINGS, head);
  if (encoding !== undefined) {
    return new X12Error('X12_ENCODING_UNSUPPORTED', `The input looks like ${encoding.what}. ${encoding.advice}.`, {
      details: { inputOffset, looksLike: encoding.what },
    });
  }
  const content = FILE_NAME.test(head)
    ? { what: 'the name of a file', advice: 'Pass what is in it' }
    : match(CONTENTS, head);
  if (content === undefined) return notAnInterchange('The input does not begin with ISA', inputOffset);
  return new X12Error('X12_NOT_AN_INTERCHANGE', `The input looks like ${content.what}. ${content.advice}.`, {
    details: { inputOffset, looksLike: content.what },
  });
}

/** The error for an ISA that cannot be read, or for text where an ISA should be. */
export function notAnInterchange(why: string, inputOffset: number): X12Error {
  return new X12Error(
    'X12_NOT_AN_INTERCHANGE',
    `${why}, at byte ${inputOffset}. An interchange begins with ISA, 106 bytes wide; to search for one behind other text, turn on the option scan.`,
    { details: { inputOffset } },
  );
}

function match(signatures: readonly Signature[], head: string): Signature | undefined {
  return signatures.find(({ prefixes }) => prefixes.some((prefix) => head.startsWith(prefix)));
}
