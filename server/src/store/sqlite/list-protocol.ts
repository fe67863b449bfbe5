import type { Bindable } from '../bindable.js';

/** A statement for the process that reads lists. */
export interface ListStatement {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly Bindable[];
}

/** What became of it. */
export type ListAnswer = { readonly id: number } & (
  | { readonly rows: readonly unknown[] }
  | { readonly message: string }
);

/** In place of an id: the process takes statements now. */
export const READY = 0;
