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
  | { readonly kind: 'check-expression'; readonly expression: string }
  | { readonly kind: 'check-guide'; readonly definition: string; readonly base: string | undefined };

/** JSON text of the result, or why there is none. */
export type Outcome =
  | { readonly ok: true; readonly text: string | undefined }
  | { readonly ok: false; readonly code: CustomerCodeErrorCode; readonly text: string };

/** The first message of a worker; every other is an {@link Outcome}, in the order of the work. */
export const READY = 'ready';
