import { joinExtended, type ParameterPiece } from './extended-parameters.js';
import { MimeError } from './mime-error.js';

/** A header value with parameters, such as a Content-Type: `value; name=value; name="value"`. */
export interface Parameterised {
  /** Without comments, trimmed, in its own case of letters. */
  readonly value: string;
  /** By name in lower case; quotes, escapes and the forms of RFC 2231 undone. */
  readonly parameters: ReadonlyMap<string, string>;
}

const MAX_PIECES = 100;

/**
 * Reads a value with its parameters. An unquoted value goes up to the next semicolon, spaces included, since partners send
 * file names so.
 * @throws MimeError `ambiguous` for a parameter given twice differently, `too-large` beyond 100 parameters.
 */
export function parseParameters(text: string): Parameterised {
  const first = upToSemicolon(text, 0);
  const pieces: ParameterPiece[] = [];
  for (let at = first.next; at < text.length; ) {
    const equals = nameEnd(text, at);
    if (text[equals] !== '=') {
      at = equals + 1;
      continue;
    }
    if (pieces.length === MAX_PIECES) throw new MimeError('too-large', `More than ${MAX_PIECES} parameters.`);
    const name = withoutComments(text.slice(at, equals)).toLowerCase();
    const { value, next } = parameterValue(text, equals + 1);
    pieces.push({ name, value });
    at = next;
  }
  return { value: withoutComments(first.value), parameters: joinExtended(pieces) };
}

/** Index of the `=` or `;` that ends a parameter's name. */
function nameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '=' && text[at] !== ';') at += 1;
  return at;
}

function parameterValue(text: string, from: number): { readonly value: string; readonly next: number } {
  const begin = skipSpace(text, from);
  if (text[begin] === '"') {
    const quoted = quotedString(text, begin);
    return { value: quoted.value, next: upToSemicolon(text, quoted.next).next };
  }
  const raw = upToSemicolon(text, begin);
  return { value: withoutTrailingComment(raw.value), next: raw.next };
}

/** RFC 5322 quoted-string; one that is not closed goes to the end. */
export function quotedString(text: string, from: number): { readonly value: string; readonly next: number } {
  let value = '';
  let at = from + 1;
  for (; at < text.length && text[at] !== '"'; at += 1) {
    // A backslash before another character than these two stands for itself: Windows paths are sent so.
    if (text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) at += 1;
    value += text[at] ?? '';
  }
  return { value, next: at + 1 };
}

/** The text before the next semicolon that stands in no quotes, and the index behind it. */
function upToSemicolon(text: string, from: number): { readonly value: string; readonly next: number } {
  let at = from;
  while (at < text.length && text[at] !== ';') at = text[at] === '"' ? quotedString(text, at).next : at + 1;
  return { value: text.slice(from, at), next: at + 1 };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function withoutComments(text: string): string {
  let kept = '';
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    else if (character === ')' && depth > 0) depth -= 1;
    else if (depth === 0) kept += character;
  }
  return kept.trim();
}

/** `sha-256 (secure)` loses its comment; `report (1).edi` and `(1)` are values. */
function withoutTrailingComment(text: string): string {
  const value = text.trim();
  const open = value.lastIndexOf(' (');
  return open > 0 && value.endsWith(')') ? value.slice(0, open).trimEnd() : value;
}
