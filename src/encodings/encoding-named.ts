import { X12Error } from '../model/error.js';
import { quotedName } from '../model/nearest-name.js';
import { ascii, type Encoding, latin1, utf8 } from '../syntax/encoding.js';

/** What we need of iconv-lite, an optional peer. */
interface Iconv {
  encodingExists(name: string): boolean;
  decode(bytes: Uint8Array, name: string, options?: { stripBOM?: boolean }): string;
  encode(text: string, name: string): Uint8Array;
}

const BUILT_IN: ReadonlyMap<string, Encoding> = new Map([
  ['utf8', utf8],
  ['latin1', latin1],
  ['iso88591', latin1],
  ['ascii', ascii],
  ['usascii', ascii],
]);

/** Names of code pages that IBM's machines use. */
const EBCDIC = /^(?:ebcdic|(?:cp|ibm)-?(?:037|500|1047|1140|1148))/i;

/**
 * The encoding of that name: the built-in ones, or any of iconv-lite's in which ASCII bytes always mean ASCII, such as
 * `windows-1252`, `iso-8859-15`, `euc-jp`. iconv-lite is loaded on first use.
 * @throws X12Error `X12_ENCODING_UNSUPPORTED` if iconv-lite is not installed, does not know the name, or the encoding
 * would tear segments apart (UTF-16, Shift_JIS, EBCDIC and their like).
 */
export async function encodingNamed(name: string): Promise<Encoding> {
  if (typeof name !== 'string') throw unsupported('The name of an encoding is no text. Give one such as windows-1252.');
  const builtIn = BUILT_IN.get(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  if (builtIn !== undefined) return builtIn;
  const iconv = await loadIconv(name);
  if (!iconv.encodingExists(name)) {
    const ebcdic = EBCDIC.test(name)
      ? ' EBCDIC is converted before it is read: see decodeEbcdic, for cp037 and cp1047.'
      : '';
    throw unsupported(
      `No encoding named ${quotedName(name)} is known. Take a name of iconv-lite, such as windows-1252.${ebcdic}`,
    );
  }
  if (!leavesAsciiAlone(iconv, name)) {
    throw unsupported(
      `${name} uses ASCII bytes inside other characters, so delimiters cannot be told. Convert the input to UTF-8 first.`,
    );
  }
  return {
    name,
    decode(bytes) {
      const text = iconv.decode(bytes, name, { stripBOM: false });
      return text.includes('\uFFFD') ? undefined : text;
    },
    encode(text) {
      const bytes = iconv.encode(text, name);
      // iconv-lite writes a question mark for what it cannot encode; reading it back shows that.
      return iconv.decode(bytes, name, { stripBOM: false }) === text ? Uint8Array.from(bytes) : undefined;
    },
  };
}

async function loadIconv(name: string): Promise<Iconv> {
  try {
    const loaded = await import('iconv-lite');
    return loaded.default;
  } catch (cause) {
    const advice = 'Run "npm install iconv-lite", or convert the input to UTF-8 first.';
    throw new X12Error('X12_ENCODING_UNSUPPORTED', `The encoding ${name} needs the package iconv-lite. ${advice}`, {
      cause,
    });
  }
}

/** Every ASCII byte is itself, alone and behind every byte above 0x7F. */
function leavesAsciiAlone(iconv: Iconv, name: string): boolean {
  for (let low = 0; low < 0x80; low++) {
    const character = String.fromCharCode(low);
    if (iconv.decode(Uint8Array.of(low), name) !== character) return false;
    if (low < 0x20) continue;
    for (let high = 0x80; high < 0x100; high++) {
      if (!iconv.decode(Uint8Array.of(high, low), name).endsWith(character)) return false;
    }
  }
  return true;
}

function unsupported(text: string): X12Error {
  return new X12Error('X12_ENCODING_UNSUPPORTED', text);
}
