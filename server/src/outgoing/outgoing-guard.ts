import type { LookupFunction, Socket } from 'node:net';

/** An address that outgoing connections may reach. */
export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * Stands before every socket that is opened on somebody's word: resolves once, checks every address, connects to the one checked.
 * Addresses that are private, loopback, link-local, multicast or otherwise not public are refused unless the operator allows them.
 */
export interface OutgoingGuard {
  /** The same for what an account asks for: accounts take turns where names are looked up. */
  forAccount(accountId: string): OutgoingGuard;
  /** @throws Problem `invalid` `ADDRESS_REFUSED`; an Error with a code of `node:dns` where the name does not resolve. */
  check(host: string): Promise<CheckedAddress>;
  /** For `http.request`, `tls.connect` and the transports: Node's `lookup` that gives checked addresses only. */
  readonly lookup: LookupFunction;
  /** Opens a socket to a checked address. */
  connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>;
}
