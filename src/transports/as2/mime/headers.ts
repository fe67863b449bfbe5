import { MimeError } from './mime-error.js';

/** One header. Value: unfolded, trimmed, a character for each octet (ISO 8859-1). */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/**
 * The value of the header with that name, in any case of letters.
 * @throws MimeError `ambiguous` where it stands twice with different values.
 */
export function headerOf(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  let found: string | undefined;
  for (const header of headers) {
    if (header.name.toLowerCase() !== wanted) continue;
    if (found !== undefined && found !== header.value) {
      throw new MimeError('ambiguous', `The header ${name} stands there twice, with different values.`);
    }
    found = header.value;
  }
  return found;
}

/** A header block as it is sent: every header on one line of its own, never folded, and the empty line behind. */
export function writeHeaderBlock(headers: readonly Header[]): Uint8Array {
  return Buffer.from(`${headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('')}\r\n`, 'latin1');
}
