import { DATA_LIMITS } from './code-limits.js';
import { Failure } from './failure.js';
import { OMIT_FIELD } from './mapping-functions.js';

/** The JSON text of what an expression gave. @throws Failure for what is not JSON, and for what is over a limit. */
export function resultText(value: unknown): string | undefined {
  const result = plainResult(value);
  return result === undefined ? undefined : limitedText(result);
}

/**
 * What an expression gave, in plain lists and objects. The value is measured while it is copied: a small expression can make a value that is endless
 * when written out, by using one part many times.
 * @throws Failure for what is not JSON, and for what is over a limit.
 */
export function plainResult(value: unknown): unknown {
  return plain(value, { left: DATA_LIMITS.length }, 0);
}

/** @param value plain, and not `undefined`. @throws Failure for what is over the limit of an answer. */
export function limitedText(value: unknown): string {
  const text = JSON.stringify(value);
  // The limit is of bytes on the wire; one character has three of them at most.
  if (text.length > DATA_LIMITS.length || Buffer.byteLength(text) > DATA_LIMITS.length) throw tooLarge();
  return text;
}

/** A copy in plain lists and objects, without what is to be left out. */
function plain(value: unknown, budget: { left: number }, level: number): unknown {
  budget.left -= typeof value === 'string' ? value.length + 2 : 1;
  if (budget.left < 0) throw tooLarge();
  if (value === OMIT_FIELD) return undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) throw notJson();
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') throw notJson();
  if (typeof value !== 'object' || value === null) return value;
  if (level >= DATA_LIMITS.levels) {
    throw new Failure('too-large', `The result is nested more than ${DATA_LIMITS.levels} levels deep.`);
  }
  if (Array.isArray(value)) {
    return value.map((item) => plain(item, budget, level + 1)).filter((item) => item !== undefined);
  }
  // JSONata's own functions are objects with such a mark.
  if ('_jsonata_lambda' in value || '_jsonata_function' in value || value instanceof RegExp) throw notJson();
  const members: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    budget.left -= key.length + 3;
    const read = plain(member, budget, level + 1);
    if (read !== undefined) members.push([key, read]);
  }
  return Object.fromEntries(members);
}

function tooLarge(): Failure {
  return new Failure('too-large', `The result is longer than ${DATA_LIMITS.length} bytes of JSON.`);
}

function notJson(): Failure {
  return new Failure('failed', 'The result is not JSON: it holds a function, a pattern, or a number that is none.');
}
