import { requireForm } from '../model/check-options.js';
/** EBCDIC code pages of mainframes in the United States: classic (037) and Open Systems Latin-1 (1047). */
export type EbcdicCodePage = 'cp037' | 'cp1047';

// ISO 8859-1 code of each EBCDIC byte, in hex: both pages are permutations of the 256 codes.
const CP037 =
  '000102039c09867f978d8e0b0c0d0e0f101112139d8508871819928f1c1d1e1f' +
  '80818283840a171b88898a8b8c050607909116939495960498999a9b14159e1a' +
  '20a0e2e4e0e1e3e5e7f1a22e3c282b7c26e9eaebe8edeeefecdf21242a293bac' +
  '2d2fc2c4c0c1c3c5c7d1a62c255f3e3ff8c9cacbc8cdcecfcc603a2340273d22' +
  'd8616263646566676869abbbf0fdfeb1b06a6b6c6d6e6f707172aabae6b8c6a4' +
  'b57e737475767778797aa1bfd0dddeae5ea3a5b7a9a7b6bcbdbe5b5dafa8b4d7' +
  '7b414243444546474849adf4f6f2f3f57d4a4b4c4d4e4f505152b9fbfcf9faff' +
  '5cf7535455565758595ab2d4d6d2d3d530313233343536373839b3dbdcd9da9f';
/** Where 1047 differs from 037: brackets, circumflex, not sign, diaeresis, Y acute. */
const CP1047_DIFFERENCES: readonly (readonly [number, number])[] = [
  [0x5f, 0x5e],
  [0xad, 0x5b],
  [0xb0, 0xac],
  [0xba, 0xdd],
  [0xbb, 0xa8],
  [0xbd, 0x5d],
];
const NEW_LINE = 0x15;
const LINE_FEED = 0x25;

/** ISO 8859-1 code of each of the 256 bytes of a code page. */
export function ebcdicTable(codePage: EbcdicCodePage): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, byte) => Number.parseInt(CP037.slice(byte * 2, byte * 2 + 2), 16));
  if (codePage === 'cp1047') for (const [byte, code] of CP1047_DIFFERENCES) table[byte] = code;
  return table;
}

/**
 * Turns EBCDIC input into ISO 8859-1, one byte for one byte, so that it can be tokenized (with the encoding `latin1`) and
 * offsets and BIN lengths stay true. Both line ends of EBCDIC, NL (X'15') and LF (X'25'), become LF. A chunk is a new
 * array, of the size of its source.
 */
export async function* decodeEbcdic(
  source: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  codePage: EbcdicCodePage = 'cp037',
): AsyncGenerator<Uint8Array, void, undefined> {
  const table = ebcdicTable(codePage);
  table[NEW_LINE] = 0x0a;
  table[LINE_FEED] = 0x0a;
  for await (const chunk of source instanceof Uint8Array ? [source] : source) yield mapped(chunk, table);
}

/** Turns ISO 8859-1 output into EBCDIC, one byte for one byte; LF becomes NL (X'15'), the line end of mainframes. */
export function encodeEbcdic(bytes: Uint8Array, codePage: EbcdicCodePage = 'cp037'): Uint8Array {
  requireForm('encodeEbcdic', 'bytes', bytes, 'bytes');
  const inverse = new Uint8Array(256);
  ebcdicTable(codePage).forEach((code, byte) => {
    inverse[code] = byte;
  });
  inverse[0x0a] = NEW_LINE;
  return mapped(bytes, inverse);
}

function mapped(bytes: Uint8Array, table: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes, (byte) => table[byte] ?? 0);
}
