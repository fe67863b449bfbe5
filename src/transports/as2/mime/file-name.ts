import { quote } from './content-type.js';
import { decodeText } from './extended-parameters.js';
import { isToken } from './header-block.js';

/** As file systems commonly allow, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
/** Characters of a received name that are looked at. */
const MAX_READ = 2000;

/** Names that Windows gives to devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * What of a partner's file name is safe as one: the last part of a path, without control characters, invisible characters that
 * turn the direction of text, characters that Windows refuses, dots and spaces at the ends; `undefined` where nothing is left
 * or a device is named.
 * @param name a character for each octet, as headers are read, or text already decoded
 */
export function safeFileName(name: string): string | undefined {
  const text = decodedName(name).normalize('NFC');
  const last = (text.split(/[/\\]/).at(-1) ?? '').slice(0, MAX_READ);
  const safe = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  if (safe === '' || DEVICE.test(safe)) return undefined;
  return shortened(safe);
}

/** RFC 2047 encoded words, and UTF-8 that was sent as it is. */
function decodedName(name: string): string {
  const words = name.replace(/=\?([\w-]{1,40})\?([bq])\?([^?]{0,2000})\?=\s*/gi, (all, charset, kind, text) => {
    const bytes = /b/i.test(kind) ? Buffer.from(text, 'base64') : qWord(text);
    return decodeText(bytes, charset) ?? all;
  });
  if (words !== name || /[^\0-\xff]/.test(name) || !/[\x80-\xff]/.test(name)) return words;
  return decodeText(Buffer.from(name, 'latin1'), 'utf-8') ?? name;
}

function qWord(text: string): Buffer {
  const plain = text
    .replace(/_/g, ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

/** Keeps the extension, and whole characters. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= 32 ? name.slice(dot) : '';
  let stem = '';
  let room = MAX_NAME_BYTES - Buffer.byteLength(extension);
  for (const character of name.slice(0, name.length - extension.length)) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    stem += character;
  }
  return `${stem}${extension}`;
}

/** `quoted` is understood by all but a few; `plain` where the name is a token and the partner keeps quotes as part of it. */
export type FileNameQuoting = 'quoted' | 'plain';

/**
 * The value of Content-Disposition for a file. A name that is not ASCII stands there twice: with `_` for what is not, and whole
 * as RFC 2231 has it.
 */
export function formatContentDisposition(name: string, quoting: FileNameQuoting = 'quoted'): string {
  const ascii = name.replace(/[^\x20-\x7e]/gu, '_');
  const plain = `attachment; filename=${quoting === 'plain' && isToken(ascii) ? ascii : quote(ascii)}`;
  if (ascii === name) return plain;
  const encoded = encodeURIComponent(name.replace(/[\p{Cs}\p{Cc}]/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${plain}; filename*=UTF-8''${encoded}`;
}
