/**
 * Runs what customers wrote (JSONata, filename expressions, guides) in a process of its own that is killed when it takes too long
 * or too much, so that nothing of it can stop the server or see its memory.
 */
export interface CustomerCode {
  /** Evaluates a JSONata expression over input. @throws CustomerCodeError. */
  evaluate(expression: string, input: unknown, options?: EvaluateOptions): Promise<unknown>;
  /** Maps a document, JSON text, and holds it against schemas where that is asked for. @throws CustomerCodeError. */
  map(mapping: MappingCode, document: string, options?: MapOptions): Promise<MapOutcome>;
  /** Resolves for the text of a JSON Schema that documents can be held against. @throws CustomerCodeError `invalid`. */
  checkSchema(schema: string, options?: RunOptions): Promise<void>;
  /** Resolves for what can be read as a JSONata expression. @throws CustomerCodeError `invalid`. */
  checkExpression(expression: string, options?: RunOptions): Promise<void>;
  /** Checks a guide, or an overlay, that a customer gives. `base` is the guide that the overlay is for. */
  checkGuide(definition: unknown, base?: unknown, options?: RunOptions): Promise<CheckedGuide>;
  /** Ends every process; what still waits is answered `busy`. */
  close(): Promise<void>;
}

/** What a customer wrote of a mapping. */
export interface MappingCode {
  readonly expression: string;
  /** Texts of JSON Schemas. */
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  /** What the expression's result is laid over: nothing, the input, or the `default` of the target. */
  readonly over: 'nothing' | 'input' | 'example';
  readonly tables?: LookupTables | undefined;
}

export interface MapOptions extends RunOptions {
  /** Its source is held against the input, and its target against the output. Default: nothing is checked. */
  readonly isStrict?: boolean | undefined;
}

/** JSON text: what a document was mapped to, or what a schema has against it or against that. */
export type MapOutcome = { readonly mapped: string } | { readonly refused: string };

export interface CheckedGuide {
  /** Empty: it can be used. */
  readonly problems: readonly CodeProblem[];
  /** What a sound overlay makes of its base: that takes as long as a guide takes to compile. */
  readonly guide?: unknown;
}

export interface CodeProblem {
  /** JSON pointer into the definition. */
  readonly pointer: string;
  readonly text: string;
}

export interface RunOptions {
  /** Default 5 s, for guides 15 s; waiting for a free worker is not counted, and has a limit of its own. */
  readonly timeoutMs?: number | undefined;
  /** Whose code it is: accounts take turns, and none gets all workers while there is more than one. */
  readonly accountId?: string | undefined;
}

export interface EvaluateOptions extends RunOptions {
  /** JSON values the expression sees as `$name`. */
  readonly bindings?: Readonly<Record<string, unknown>> | undefined;
  /** Rows by name of table: `$tables`, and what `$lookupTable` looks into. */
  readonly tables?: LookupTables | undefined;
}

export type LookupTables = Readonly<Record<string, readonly LookupRow[]>>;
export type LookupRow = Readonly<Record<string, string>>;

/**
 * `invalid`: not an expression; `failed`: an error while running; `timeout`, `too-large`: a limit; `busy`: too much of the account
 * waits, or for too long, or the server stops, ask again. Nothing of the input is in it.
 */
export class CustomerCodeError extends Error {
  override readonly name = 'CustomerCodeError';
  readonly code: CustomerCodeErrorCode;

  constructor(code: CustomerCodeErrorCode, text: string, options?: ErrorOptions) {
    super(text, options);
    this.code = code;
  }
}

export type CustomerCodeErrorCode = 'invalid' | 'failed' | 'timeout' | 'too-large' | 'busy';
