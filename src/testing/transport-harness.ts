import type { Transport } from '../delivery/transport.js';
import type { ContractCheck } from './contract-check.js';

/**
 * What not every transport, or not every partner, can show. `names`: what arrives lies under names in a directory. `receive`: it
 * receives. `inbox`: what it receives lies under names in a directory until it is accepted. `faults`: the harness can break things.
 */
export type TransportCapability = 'names' | 'receive' | 'inbox' | 'faults';

/** One check, and what the harness must be capable of for it. Running one without that rejects; it is never passed over. */
export interface TransportCheck extends ContractCheck {
  readonly needs: readonly TransportCapability[];
}

/** Checks by name that need the same. */
export interface TransportChecks {
  readonly needs: readonly TransportCapability[];
  readonly checks: Readonly<Record<string, (harness: TransportHarness) => Promise<void>>>;
}

/** A partner with nothing, and a journal with nothing, made for one check. */
export interface TransportHarness {
  /** A transport to the partner, over the journal; called again it is the same partner and journal, as after a restart. */
  transport(options?: HarnessOptions): Transport | Promise<Transport>;
  /** What the partner has under final names, in any order. Never what is under way. */
  arrived(): Promise<readonly ArrivedFile[]>;
  /** For `receive`: the partner offers a file, all of it. Need not wait until it is taken. */
  place?(name: string, bytes: Uint8Array): Promise<void>;
  /** For `inbox`: names of files that the partner still offers. */
  inbox?(): Promise<readonly string[]>;
  /** For `faults`: what breaks, once, at the next delivery. */
  fault?(kind: TransportFault): void;
  /** Called after the check, whatever its end. */
  close?(): Promise<void>;
}

export interface HarnessOptions {
  /** For `names`: what to do about a file that is there. Default `refuse`. */
  readonly existing?: 'refuse' | 'suffix' | 'overwrite';
}

export interface ArrivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * `unreachable`: no connection. `cut-in-transfer`: lost when some bytes were sent, before all were. `cut-at-end`: lost after the
 * partner has all under its final name (or has answered), before the transport hears of it.
 */
export type TransportFault = 'unreachable' | 'cut-in-transfer' | 'cut-at-end';
