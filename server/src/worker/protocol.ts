import { isObject } from '../json.js';
import { GUIDE_LIMITS } from './code-limits.js';
import type { CustomerCodeErrorCode } from './customer-code.js';

/** What a worker is asked; JSON travels as text, which its sender has measured. */
export type Work =
  | {
      readonly kind: 'evaluate';
      readonly expression: string;
      readonly input: string | undefined;
      readonly bindings: string;
      readonly tables: string;
      /** The instant that `$now()` and `$millis()` show. */
      readonly now: number;
      readonly timeoutMs: number;
    }
  | {
      readonly kind: 'map';
      readonly expression: string;
      readonly input: string;
      readonly tables: string;
      readonly now: number;
      readonly timeoutMs: number;
      /** What the expression's result is laid over: nothing, the input, or the example of the target schema. */
      readonly over: 'nothing' | 'input' | 'example';
      /** Texts of JSON Schemas. */
      readonly source: string | undefined;
      readonly target: string | undefined;
      /** The schemas are held against input and output. */
      readonly isStrict: boolean;
    }
  | { readonly kind: 'check-expression'; readonly expression: string }
  | { readonly kind: 'check-schema'; readonly schema: string }
  | { readonly kind: 'check-guide'; readonly definition: string; readonly base: string | undefined };

/** JSON text of the result, or of what schemas have against input or output; or why there is none. */
export type Outcome =
  | { readonly ok: true; readonly text: string | undefined; readonly isRefusal?: true }
  | { readonly ok: false; readonly code: CustomerCodeErrorCode; readonly text: string };

/** Work as it goes to a worker: with a word that cannot be guessed, and that its outcome comes back with. */
export interface Asked {
  readonly word: string;
  readonly work: Work;
}

export interface Answered {
  readonly word: string;
  readonly outcome: Outcome;
}

/** The first message of a worker; every other is an {@link Answered}. */
export const READY = 'ready';

const CODES: ReadonlySet<unknown> = new Set([
  'invalid',
  'failed',
  'timeout',
  'too-large',
] satisfies CustomerCodeErrorCode[]);
/** What is made of a guide, written out, is the longest there is. */
const MOST_CHARACTERS = 8 * GUIDE_LIMITS.length;

/**
 * Whether a message is what our program answers to what it was asked: whatever runs in a worker may have got hold of its channel, and would
 * answer for those who come next.
 */
export function isAnswerTo(word: string, message: unknown): message is Answered {
  return isObject(message) && message.word === word && isOutcome(message.outcome);
}

function isOutcome(outcome: unknown): outcome is Outcome {
  if (!isObject(outcome)) return false;
  const { ok, text, code } = outcome;
  const isText = typeof text === 'string' && text.length <= MOST_CHARACTERS;
  return ok === true ? isText || text === undefined : ok === false && isText && CODES.has(code);
}
