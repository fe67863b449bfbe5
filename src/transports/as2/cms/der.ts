import { CmsError } from './cms-error.js';

/** Elements within elements. CMS with certificates in it needs about 15. */
const MAX_DEPTH = 32;
/** Elements in all: some hundred certificates. */
const MAX_NODES = 20_000;
/** Bytes of a length: 2^48 is more than anything that comes. */
const MAX_LENGTH_BYTES = 6;

export const TAG = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  constructedOctetString: 0x24,
} as const;

/** The tags of `[n]`: constructed (explicit, or implicit over a structure) and primitive. */
export const context = (n: number): number => 0xa0 + n;
export const contextPrimitive = (n: number): number => 0x80 + n;

/** An element: BER is read, definite or indefinite; DER is written. */
export interface DerNode {
  readonly tag: number;
  /** With tag and length. */
  readonly bytes: Uint8Array;
  /** Without them, and without the end mark of an indefinite length. */
  readonly content: Uint8Array;
  /** None for a primitive element. */
  readonly children: readonly DerNode[];
}

export interface BerHeader {
  readonly tag: number;
  /** Bytes of tag and length. */
  readonly headerSize: number;
  /** Bytes of the content; `undefined`: until the end mark. */
  readonly length: number | undefined;
}

export const isConstructed = (tag: number): boolean => (tag & 0x20) !== 0;

/**
 * Reads the element at the beginning; what follows it is left alone. Limits: depth 32, 20,000 elements, tag numbers below 31.
 * @throws CmsError `malformed`, also for what ends too early.
 */
export function readDer(bytes: Uint8Array): DerNode {
  const count = { nodes: 0 };
  return readNode(bytes, { offset: 0, end: bytes.length, depth: 0 }, count);
}

/**
 * Tag and length at `offset`; `undefined` where `bytes` end before they do.
 * @throws CmsError `malformed`.
 */
export function readBerHeader(bytes: Uint8Array, offset = 0, end = bytes.length): BerHeader | undefined {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined || offset + 2 > end) return undefined;
  if ((tag & 0x1f) === 0x1f) throw new CmsError('malformed', 'Its tag numbers are too large.');
  if (first < 0x80) return { tag, headerSize: 2, length: first };
  if (first === 0x80) {
    if (!isConstructed(tag)) throw new CmsError('malformed', 'A primitive element has no length.');
    return { tag, headerSize: 2, length: undefined };
  }
  const lengthBytes = first & 0x7f;
  if (lengthBytes > MAX_LENGTH_BYTES) throw new CmsError('malformed', 'A length is too long.');
  if (offset + 2 + lengthBytes > end) return undefined;
  let length = 0;
  for (let i = 0; i < lengthBytes; i++) length = length * 256 + (bytes[offset + 2 + i] ?? 0);
  return { tag, headerSize: 2 + lengthBytes, length };
}

interface Span {
  readonly offset: number;
  readonly end: number;
  readonly depth: number;
}

function readNode(bytes: Uint8Array, { offset, end, depth }: Span, count: { nodes: number }): DerNode {
  if (depth > MAX_DEPTH) throw new CmsError('malformed', 'It is nested too deeply.');
  if (++count.nodes > MAX_NODES) throw new CmsError('malformed', 'It has too many elements.');
  const header = readBerHeader(bytes, offset, end);
  if (header === undefined) throw new CmsError('malformed', 'It ends too early.');
  const { tag, length } = header;
  if (tag === 0) throw new CmsError('malformed', 'An end mark is where none belongs.');
  const contentOffset = offset + header.headerSize;
  const contentLimit = length === undefined ? end : contentOffset + length;
  if (contentLimit > end) throw new CmsError('malformed', 'It ends too early.');
  const children: DerNode[] = [];
  let at = contentOffset;
  while (isConstructed(tag) && (length === undefined ? !isEndMark(bytes, at, end) : at < contentLimit)) {
    const child = readNode(bytes, { offset: at, end: contentLimit, depth: depth + 1 }, count);
    children.push(child);
    at += child.bytes.length;
  }
  const contentEnd = length === undefined ? at : contentLimit;
  const nodeEnd = length === undefined ? at + 2 : contentLimit;
  return { tag, bytes: bytes.subarray(offset, nodeEnd), content: bytes.subarray(contentOffset, contentEnd), children };
}

function isEndMark(bytes: Uint8Array, offset: number, end: number): boolean {
  return offset + 2 <= end && bytes[offset] === 0 && bytes[offset + 1] === 0;
}

/** The children of an element in their order; each is asked for by the tag it must or may have. */
export class Fields {
  readonly #nodes: readonly DerNode[];
  #next = 0;

  constructor(node: DerNode) {
    this.#nodes = node.children;
  }

  /** @throws CmsError `malformed` where the next one has another tag. */
  take(tag: number): DerNode {
    const node = this.takeIf(tag);
    if (node === undefined) throw new CmsError('malformed', 'An element is missing.');
    return node;
  }

  takeIf(tag: number): DerNode | undefined {
    const node = this.#nodes[this.#next];
    if (node?.tag !== tag) return undefined;
    this.#next++;
    return node;
  }

  takeAny(): DerNode | undefined {
    return this.#nodes[this.#next++];
  }
}

/** @throws CmsError `malformed` unless the element has that tag. */
export function demandTag(node: DerNode | undefined, tag: number): DerNode {
  if (node?.tag !== tag) throw new CmsError('malformed', 'An element is missing.');
  return node;
}

/** The octets of an OCTET STRING, of one piece or several. @throws CmsError `malformed` if it is none. */
export function readOctetString(node: DerNode | undefined): Uint8Array {
  return stringOctets(demandTag(node, node?.tag === TAG.constructedOctetString ? node.tag : TAG.octetString));
}

/** The octets of a string, which BER may send in pieces: primitive, or a constructed one over primitive ones. */
export function stringOctets(node: DerNode): Uint8Array {
  if (!isConstructed(node.tag)) return node.content;
  return concat(node.children.map(stringOctets));
}

/** Dotted text of an object identifier. @throws CmsError `malformed`. */
export function readOid(node: DerNode): string {
  const { content } = demandTag(node, TAG.oid);
  if (content.length === 0 || content.length > 64) throw new CmsError('malformed', 'An object identifier is broken.');
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (arc > Number.MAX_SAFE_INTEGER / 128) throw new CmsError('malformed', 'An object identifier is broken.');
    if (byte >= 0x80) continue;
    if (arcs.length === 0) arcs.push(Math.min(2, Math.floor(arc / 40)), arc - 40 * Math.min(2, Math.floor(arc / 40)));
    else arcs.push(arc);
    arc = 0;
  }
  return arcs.join('.');
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
}
