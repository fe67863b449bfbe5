/** An interchange that answers a file of claims. */
export interface ClaimAnswer {
  readonly kind: 'TA1' | '999' | '277CA';
  readonly x12: Uint8Array;
  /** Milliseconds behind the time at which answers come. */
  readonly afterMs: number;
  /** Of a 277CA: by what an acknowledgment of it names it. */
  readonly report?: { readonly number: number; readonly sets: number } | undefined;
}
