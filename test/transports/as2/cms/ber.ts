import { concat, type DerNode, isConstructed, readDer, TAG } from '../../../../src/transports/as2/cms/der.js';
import { derHeader } from '../../../../src/transports/as2/cms/write-der.js';

const END_MARK = Uint8Array.of(0, 0);

/**
 * The same structure as software writes it that streams: indefinite lengths, long strings in pieces of `size`.
 * @param keep tag of what stays DER.
 */
export function asBer(der: Uint8Array, size = 1000, keep?: number): Uint8Array {
  return indefinite(readDer(der), size, keep);
}

function indefinite(node: DerNode, size: number, keep?: number): Uint8Array {
  if (node.tag === keep) return node.bytes;
  if (isConstructed(node.tag)) {
    const children = node.children.map((child) => indefinite(child, size, keep));
    return concat([Uint8Array.of(node.tag, 0x80), ...children, END_MARK]);
  }
  const isString = node.tag === TAG.octetString || node.tag === 0x80;
  if (!isString || node.content.length <= size) return node.bytes;
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < node.content.length; at += size) {
    const piece = node.content.subarray(at, at + size);
    pieces.push(derHeader(TAG.octetString, piece.length), piece);
  }
  return concat([Uint8Array.of(node.tag | 0x20, 0x80), ...pieces, END_MARK]);
}
