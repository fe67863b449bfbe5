import { X12Error } from '../model/error.js';
import { latin1 } from './encoding.js';

/** What was read one character a byte, because it is binary or fitted no encoding, goes back the same way. */
export function rawBytes(text: string): Uint8Array {
  const octets = latin1.encode(text);
  if (octets !== undefined) return octets;
  const why = 'A segment kept as raw text holds a character that the output encoding lacks. Write UTF-8.';
  throw new X12Error('X12_DATA_INVALID', why);
}
