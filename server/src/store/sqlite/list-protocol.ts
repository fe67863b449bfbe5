import type { Bindable } from '../bindable.js';

/** A statement for the process that reads lists. */
export interface ListStatement {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly Bindable[];
}

/** Has the process copy the log of the database back into it, as far as nobody reads it. */
export interface LogCopying {
  readonly id: number;
  readonly copyLog: true;
}

/** What became of it. */
export type ListAnswer = { readonly id: number } & (
  | { readonly rows: readonly unknown[] }
  | { readonly message: string }
);

/** In place of an id: the process takes statements now. */
export const READY = 0;
