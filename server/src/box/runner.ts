/** What a function is run with. */
export interface Run {
  /** With its `index.mjs` or `index.js`; nobody writes to it while it runs. */
  readonly folder: string;
  /** JSON; empty: `null`. */
  readonly event: Uint8Array;
  readonly environment: Readonly<Record<string, string>>;
  /** Given to the function with the event. */
  readonly context: Readonly<Record<string, string | number>>;
  /** Milliseconds from the start of its process to its result. */
  readonly timeoutMs: number;
  /** Of its heap. */
  readonly memoryMb: number;
  /** Bytes of its result, at most. */
  readonly mostBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Hears what it prints while it runs. */
  readonly onPrinted?: ((chunk: Uint8Array) => void) | undefined;
  /** The socket of its way out; absent: it reaches nobody. */
  readonly gate?: string | undefined;
}

/** The type of the error of a function that was invoked with what is no JSON, as the program in the box says it. */
export const NO_JSON = 'Runtime.InvalidEvent';

/** How a run ended. */
export type Ran = {
  readonly log: Log;
  /** Milliseconds. */
  readonly took: number;
} & (
  | { readonly how: 'returned'; readonly result: Uint8Array }
  | { readonly how: 'failed'; readonly error: FunctionError }
);

/** Names of errors that end a function from outside, as clients of Lambda know them; all others are the function's own. */
export const RUN_ERRORS = {
  timeout: 'Sandbox.Timedout',
  memory: 'Runtime.OutOfMemory',
  result: 'Function.ResponseSizeTooLarge',
  exit: 'Runtime.ExitError',
} as const;

/** As Lambda tells it. */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** What a function printed: its end, and how many bytes of it are left out. */
export interface Log {
  readonly bytes: Uint8Array;
  readonly left: number;
}

/** Runs functions of customers. */
export interface FunctionRunner {
  /** Rejects only where the function could not be run at all, with BoxError, or was given up by the signal. */
  run(run: Run): Promise<Ran>;
}

/** The machine did not run a function: nothing that its author could mend. */
export class BoxError extends Error {
  override readonly name = 'BoxError';
}
