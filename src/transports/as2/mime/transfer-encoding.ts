import type { Octets, Spool } from '../spool/octets.js';
import { decodeBase64 } from './base64.js';
import { MimeError } from './mime-error.js';
import { decodeQuotedPrintable } from './quoted-printable.js';

/** How octets travel in MIME. The first three leave them as they are and only say what they are like. */
export type TransferEncoding = '7bit' | '8bit' | 'binary' | 'base64' | 'quoted-printable';

const ENCODINGS: readonly TransferEncoding[] = ['7bit', '8bit', 'binary', 'base64', 'quoted-printable'];

/**
 * The encoding that a Content-Transfer-Encoding names; 7bit where there is none (RFC 2045 6.1).
 * @throws MimeError `unsupported`.
 */
export function parseTransferEncoding(text: string | undefined): TransferEncoding {
  const name = (text ?? '7bit').split(/[\s;(]/, 1)[0]?.toLowerCase();
  const found = ENCODINGS.find((encoding) => encoding === name);
  if (found === undefined) throw new MimeError('unsupported', 'The Content-Transfer-Encoding is not a known one.');
  return found;
}

/**
 * The octets without their transfer encoding: the same ones where it leaves them as they are, else in the spool.
 * @throws MimeError `malformed`; `too-large` beyond `maxBytes`.
 */
export async function decodeTransfer(
  octets: Octets,
  encoding: TransferEncoding,
  { spool, maxBytes }: { readonly spool: Spool; readonly maxBytes: number },
): Promise<Octets> {
  if (encoding !== 'base64' && encoding !== 'quoted-printable') return octets;
  const decoded = encoding === 'base64' ? decodeBase64(octets.open()) : decodeQuotedPrintable(octets.open());
  const writer = await spool.create();
  let bytes = 0;
  for await (const chunk of decoded) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new MimeError('too-large', `More than ${maxBytes} bytes behind the transfer encoding.`);
    await writer.write(chunk);
  }
  return writer.finish();
}
