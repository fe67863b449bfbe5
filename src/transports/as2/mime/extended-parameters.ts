import { MimeError } from './mime-error.js';

/** A parameter as it stands: its name may end in the marks of RFC 2231. */
export interface ParameterPiece {
  readonly name: string;
  readonly value: string;
}

interface Gathered {
  plain: string | undefined;
  readonly pieces: Map<number, { readonly value: string; readonly encoded: boolean }>;
}

/**
 * RFC 2231: `name*0`, `name*1` … are pieces of one value, and a name that ends in `*` has its value percent-encoded behind
 * `charset'language'`. Such a value goes before a plain one with the same name.
 * @throws MimeError `ambiguous` for a parameter given twice differently.
 */
export function joinExtended(pieces: readonly ParameterPiece[]): ReadonlyMap<string, string> {
  const gathered = new Map<string, Gathered>();
  for (const piece of pieces) gather(gathered, piece);
  const parameters = new Map<string, string>();
  for (const [name, found] of gathered) {
    const value = extendedValue(found) ?? found.plain;
    if (value !== undefined) parameters.set(name, value);
  }
  return parameters;
}

function gather(gathered: Map<string, Gathered>, { name, value }: ParameterPiece): void {
  const marks = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(name);
  const base = marks?.[1];
  if (marks === null || base === undefined) return;
  const found = gathered.get(base) ?? { plain: undefined, pieces: new Map() };
  gathered.set(base, found);
  const encoded = marks[3] !== undefined;
  if (marks[2] === undefined && !encoded) {
    if (found.plain !== undefined && found.plain !== value) throw twice(base);
    found.plain = value;
    return;
  }
  const index = Number(marks[2] ?? 0);
  const before = found.pieces.get(index);
  if (before !== undefined && before.value !== value) throw twice(base);
  found.pieces.set(index, { value, encoded });
}

function twice(name: string): MimeError {
  return new MimeError('ambiguous', `A parameter stands there twice, with different values: ${safeName(name)}.`);
}

function safeName(name: string): string {
  return /^[a-z-]{1,40}$/.test(name) ? name : 'its name is no word';
}

/** Pieces from 0 on without a gap; `undefined` where there are none, or they are in no known character set. */
function extendedValue({ pieces }: Gathered): string | undefined {
  const first = pieces.get(0);
  if (first === undefined) return undefined;
  const [charset, text] = first.encoded ? splitCharset(first.value) : ['iso-8859-1', first.value];
  const bytes: Buffer[] = [octetsIn(text, first.encoded)];
  for (let index = 1; ; index++) {
    const piece = pieces.get(index);
    if (piece === undefined) break;
    bytes.push(octetsIn(piece.value, piece.encoded));
  }
  return decodeText(Buffer.concat(bytes), charset);
}

function splitCharset(value: string): readonly [string, string] {
  const [charset, , ...rest] = value.split("'");
  return charset === undefined || rest.length === 0 ? ['utf-8', value] : [charset || 'utf-8', rest.join("'")];
}

function octetsIn(text: string, encoded: boolean): Buffer {
  const plain = encoded
    ? text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
  return Buffer.from(plain, 'latin1');
}

/** Text in a named character set; `undefined` for a set that is not known, or bytes that are not of it. */
export function decodeText(bytes: Uint8Array, charset: string): string | undefined {
  if (/^iso-8859-1$/i.test(charset)) return Buffer.from(bytes).toString('latin1');
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
