import { UnreadableEnvelope } from '../unreadable.js';

/** Encodings of XML that partners send, by the names they declare. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['iso-8859-1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
]);

/**
 * Text of XML as its bytes say: by a byte order mark, by how it begins, by what HTTP or its declaration names; else UTF-8.
 * @param isBegun says that more bytes follow: the last character may be cut.
 * @throws UnreadableEnvelope `encoding` for bytes that are no text in it.
 */
export function decodeXml(bytes: Uint8Array, charset: string | undefined, isBegun = false): string {
  const name = markedEncoding(bytes) ?? named(charset) ?? named(declaredEncoding(bytes)) ?? 'utf-8';
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes, { stream: isBegun });
  } catch {
    throw new UnreadableEnvelope('encoding', 'The envelope is not text in the encoding that it declares. Send UTF-8.');
  }
}

/** XML begins with `<`, so the first bytes tell how wide a character is. */
function markedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(head)?.[1];
}

function named(encoding: string | undefined): string | undefined {
  if (encoding === undefined) return undefined;
  const name = ENCODINGS.get(encoding.toLowerCase());
  if (name === undefined) {
    throw new UnreadableEnvelope('encoding', 'The encoding of the envelope is not read here. Send UTF-8.');
  }
  // Wide characters show themselves in the first bytes; whoever declares them and sends others means UTF-8.
  return name.startsWith('utf-16') ? 'utf-8' : name;
}
