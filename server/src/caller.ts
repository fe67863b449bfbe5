/** Who asks: the account and the key. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  /** Test keys see and make only rows of their own kind. */
  readonly mode: 'test' | 'live';
  /** How many functions stand before the request, each of which has caused the next. Absent: none, as far as is known. */
  readonly depth?: number | undefined;
}
