import type { Octets, Spool } from '../spool/octets.js';
import type { Entity } from './entity.js';
import { headerOf } from './headers.js';
import { decodeTransfer, parseTransferEncoding, type TransferEncoding } from './transfer-encoding.js';

const DER_SEQUENCE = 0x30;
/** Base64 of a byte 0x30 and a following byte from 0x80 on. */
const BASE64_SEQUENCE = 'M'.charCodeAt(0);

/**
 * The CMS structure in the body of an entity. Its first byte shows whether it is base64: partners leave the header out, or copy
 * one from a part that was encoded.
 * @throws MimeError `malformed`, `too-large`, `unsupported`.
 */
export async function cmsBody(
  { headers, body }: Entity,
  options: { readonly spool: Spool; readonly maxBytes: number },
): Promise<Octets> {
  const said = parseTransferEncoding(headerOf(headers, 'Content-Transfer-Encoding'));
  return decodeTransfer(body, encodingSeen(await firstByte(body), said), options);
}

function encodingSeen(first: number | undefined, said: TransferEncoding): TransferEncoding {
  if (first === DER_SEQUENCE) return 'binary';
  return first === BASE64_SEQUENCE && said !== 'quoted-printable' ? 'base64' : said;
}

async function firstByte(octets: Octets): Promise<number | undefined> {
  for await (const chunk of octets.open(0, 1)) if (chunk.length > 0) return chunk[0];
  return undefined;
}

/** Text of a small part in memory, transfer encoding undone. @throws MimeError `malformed`, `too-large`, `unsupported`. */
export async function textBody(
  { headers, body }: Entity,
  options: { readonly spool: Spool; readonly maxBytes: number },
): Promise<Uint8Array> {
  const encoding = parseTransferEncoding(headerOf(headers, 'Content-Transfer-Encoding'));
  return inMemory(await decodeTransfer(body, encoding, options), options.maxBytes);
}

/** At most `maxBytes` of them. */
export async function inMemory(octets: Octets, maxBytes: number): Promise<Uint8Array> {
  const room = new Uint8Array(Math.min(octets.size, maxBytes));
  let filled = 0;
  for await (const chunk of octets.open(0, room.length)) {
    room.set(chunk, filled);
    filled += chunk.length;
  }
  return room.subarray(0, filled);
}
