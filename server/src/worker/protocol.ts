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

/** The first message of a worker; every other is an {@link Outcome}, in the order of the work. */
export const READY = 'ready';
