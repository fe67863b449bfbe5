/**
 * Runs what customers wrote (JSONata, filename expressions, patterns, JSON Schemas, guides) in a worker that is killed when it
 * takes too long or too much, so that nothing of it can hold the server up.
 */
export interface CustomerCode {
  /** Evaluates a JSONata expression over input. @throws CustomerCodeError. */
  evaluate(expression: string, input: unknown, options?: EvaluateOptions): Promise<unknown>;
  /** Problems of a guide or overlay that a customer gives; empty: it can be used. `base` is the guide an overlay is for. */
  checkGuide(
    definition: unknown,
    base?: unknown,
  ): Promise<readonly { readonly pointer: string; readonly text: string }[]>;
  close(): Promise<void>;
}

export interface EvaluateOptions {
  /** Default 5 s. */
  readonly timeoutMs?: number | undefined;
  /** Names the expression sees as `$name`. */
  readonly bindings?: Readonly<Record<string, unknown>> | undefined;
}

/** `invalid`: not an expression; `failed`: an error while running; `timeout`, `too-large`: a limit. Holds nothing of the input. */
export class CustomerCodeError extends Error {
  override readonly name = 'CustomerCodeError';
  readonly code: 'invalid' | 'failed' | 'timeout' | 'too-large';

  constructor(code: CustomerCodeError['code'], text: string, options?: ErrorOptions) {
    super(text, options);
    this.code = code;
  }
}
