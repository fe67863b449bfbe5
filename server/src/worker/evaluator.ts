import { createRequire } from 'node:module';
import type { Expression, JsonataOptions } from 'jsonata';
import type { LookupTables } from './customer-code.js';
import { Failure, failureOf } from './failure.js';
import { pinTime } from './lock-realm.js';
import { mappingFunctions } from './mapping-functions.js';

// An import would look through its 250 KB for names first, which takes longer than all else of a worker's start.
const jsonata: typeof import('jsonata') = createRequire(import.meta.url)('jsonata');

/** JSON as text. */
export interface Evaluation {
  readonly expression: string;
  readonly input: string | undefined;
  readonly bindings?: string;
  readonly tables: string;
  /** The instant that `$now()` and `$millis()` show. */
  readonly now: number;
  readonly timeoutMs: number;
}

interface Compiled {
  readonly expression: Expression;
  /** JSONata reads it with each evaluation. */
  readonly guards: JsonataOptions;
}

/** Nested evaluations, several of which make one call of a function. */
const STACK = 2_000;
const SEQUENCE = 1_000_000;
const CACHED_CHARACTERS = 4_000_000;

/** Compiles expressions once and evaluates them. */
export class Evaluator {
  readonly #compiled = new Map<string, Compiled>();
  #characters = 0;

  /** @returns what the expression gives, as JSONata has it: not plain JSON so far. */
  async evaluate({ now, timeoutMs, ...work }: Evaluation): Promise<unknown> {
    const { expression, guards } = this.compile(work.expression);
    const input: unknown = work.input === undefined ? undefined : JSON.parse(work.input);
    // Both are texts which the server has made of values of these types.
    const bindings = JSON.parse(work.bindings ?? '{}') as Record<string, unknown>;
    const tables = JSON.parse(work.tables) as LookupTables;
    guards.timeout = timeoutMs;
    pinTime(now);
    return expression.evaluate(input, { ...mappingFunctions(tables), ...bindings });
  }

  /** @throws Failure `invalid`. */
  compile(text: string): Compiled {
    const known = this.#compiled.get(text);
    if (known !== undefined) return known;
    const guards = { stack: STACK, sequence: SEQUENCE };
    const compiled = { expression: read(text, guards), guards };
    this.#characters += text.length;
    if (this.#characters > CACHED_CHARACTERS) {
      this.#compiled.clear();
      this.#characters = text.length;
    }
    this.#compiled.set(text, compiled);
    return compiled;
  }
}

function read(text: string, guards: JsonataOptions): Expression {
  try {
    return jsonata(text, guards);
  } catch (error) {
    // Whatever goes wrong while reading, the expression is what has to be changed.
    throw new Failure('invalid', failureOf(error).text);
  }
}
