/** Where a request says it comes from. Believed for one rule alone: payers that take requests of their own country only. */
export interface Origin {
  /** The other end of the socket. */
  readonly peer: string;
  /** Whether that is a proxy which the operator trusts: then its own address says nothing of where the request comes from. */
  readonly isTrustedProxy: boolean;
  /** X-Forwarded-For as it came, several of them joined by commas. */
  readonly forwarded: string | undefined;
}

/** Why an origin is refused: an address in another country, one of no country that is known, text that is no address, or too many of them. */
export interface RefusedOrigin {
  readonly why: 'elsewhere' | 'unknown' | 'unreadable' | 'too-long';
  /** Which entry of X-Forwarded-For, the first being 1; absent: the peer, or the header as a whole. */
  readonly entry?: number | undefined;
}

/** Knows of addresses where they are. */
export interface Origins {
  /** @returns why the origin is not in the United States and its territories as a whole; `undefined`: it is. */
  refusal(origin: Origin): RefusedOrigin | undefined;
  /** When the data was made that this is known from. */
  readonly builtAt: number;
}
