/** Who asks: the account and the key. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  /** Test keys see and make only rows of their own kind. */
  readonly mode: 'test' | 'live';
}
