import { Gathered } from './gathered.js';
import { BoxError, type FunctionError } from './runner.js';

/** What came out of descriptor 3 of a box. */
export type Answer =
  | { readonly how: 'returned'; readonly result: Uint8Array }
  | { readonly how: 'failed'; readonly error: FunctionError };

/** Of an error: more is a function that plays. */
const MOST_ERROR = 256 * 1024;
const LINE = 10;

/**
 * Takes what a box says, piece by piece: `began`, then `returned` or `failed` on a line of its own, then JSON. All of it may be the
 * function's own words, as it can write there, too.
 */
export class AnswerOf {
  readonly #most: number;
  readonly #onBegun: () => void;
  readonly #said = new Gathered();
  #hasBegun = false;

  constructor(most: number, onBegun: () => void) {
    this.#most = most;
    this.#onBegun = onBegun;
  }

  /** @returns false: it says too much. */
  add(chunk: Uint8Array): boolean {
    this.#said.add(chunk);
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#onBegun();
    }
    return this.#said.size <= this.#most + BEGUN.length + 'returned\n'.length;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** @returns nothing: it ended before it had an answer. */
  end(): Answer | undefined {
    const all = this.#said.bytes();
    if (all.subarray(0, BEGUN.length).toString() !== BEGUN) {
      if (all.length > 0) throw new BoxError('The program of the box said something else than that it begins.');
      return undefined;
    }
    const line = all.indexOf(LINE, BEGUN.length);
    const how = all.toString('latin1', BEGUN.length, Math.max(line, BEGUN.length));
    const body = all.subarray(line + 1);
    if (how === 'returned') return { how, result: body };
    return how === 'failed' ? { how, error: errorIn(body.subarray(0, MOST_ERROR)) } : undefined;
  }
}

const BEGUN = 'began\n';

function errorIn(bytes: Buffer): FunctionError {
  const said = parsed(bytes.toString());
  const text = (name: string): string => (typeof said[name] === 'string' ? said[name] : '');
  const trace = Array.isArray(said.trace) ? said.trace.filter((line) => typeof line === 'string') : [];
  return { errorType: text('errorType') || 'Error', errorMessage: text('errorMessage'), trace };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
