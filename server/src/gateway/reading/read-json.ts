import { isUtf8 } from 'node:buffer';
import { jsonFault } from '../../json-fault.js';
import { invalid, type Problem } from '../../problems.js';
import { isStorable } from '../../store/bindable.js';
import { ApiError } from '../api-error.js';
import { demandExactNumbers } from './exact-numbers.js';

/** What a body may be made of, whatever its size in bytes. */
export const JSON_LIMITS = { levels: 100, nodes: 1_000_000 } as const;

/** Codes of what is no JSON that can be read, or none that is taken. */
export const JSON_FAULT_CODES: ReadonlySet<string> = new Set(['INVALID_JSON', 'INVALID_TEXT', 'TOO_DEEP']);

export interface ReadJson {
  readonly value: unknown;
  /** Values and members, roughly: what checking the value may cost. */
  readonly nodes: number;
}

export interface JsonDemands {
  /** Numbers that would be changed are refused. */
  readonly exactNumbers?: true | undefined;
}

/**
 * The JSON of a body. Levels and nodes are counted before anything is built, and text that no database keeps is refused.
 * @throws Problem `invalid`, which does not show the text; ApiError 413 for more nodes than are taken.
 */
export function readJson(bytes: Buffer, { exactNumbers }: JsonDemands = {}): ReadJson {
  if (!isUtf8(bytes)) throw notJson('The body is not UTF-8. Send JSON in UTF-8.');
  const nodes = countNodes(bytes);
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    const { line, column, isEnd } = jsonFault(text);
    throw notJson(
      isEnd
        ? `The body ends before its JSON does, at line ${line}, column ${column}. Send all of it.`
        : `The body is not JSON from line ${line}, column ${column} on. Correct it there, and send it again.`,
    );
  }
  // NUL, half characters and hidden names can only come as escapes.
  if (text.includes('\\u') || text.includes('__proto__')) demandPlain(value);
  if (exactNumbers) demandExactNumbers(text);
  return { value, nodes };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Counts brackets and commas outside of strings: cheap, and never less than what parsing would build. */
function countNodes(bytes: Buffer): number {
  let level = 0;
  let nodes = 1;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if (byte === COMMA) nodes++;
    else if (byte === 0x7b || byte === 0x5b) {
      nodes++;
      if (++level > JSON_LIMITS.levels) {
        throw invalid(`The body has more than ${JSON_LIMITS.levels} levels. Send it flatter.`, { code: 'TOO_DEEP' });
      }
    } else if (byte === 0x7d || byte === 0x5d) level--;
  }
  if (nodes > JSON_LIMITS.nodes) {
    throw new ApiError(
      413,
      'REQUEST_TOO_LARGE',
      `The body has more than ${JSON_LIMITS.nodes} values. Send it in parts.`,
    );
  }
  return nodes;
}

/** Where the string that opens at `from` closes; the end, where it does not. */
function endOfString(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}

function demandPlain(root: unknown): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') demandStorable(value);
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (name === '__proto__') throw notJson('The body has a member named "__proto__". Remove it.');
        demandStorable(name);
        waiting.push(member);
      }
    }
  }
}

function demandStorable(text: string): void {
  // No database keeps it as it is.
  if (!isStorable(text))
    throw notJson('The body has text with NUL or half a surrogate pair, which is not stored. Remove it.');
}

function notJson(message: string): Problem {
  return invalid(message, { code: 'INVALID_JSON' });
}
