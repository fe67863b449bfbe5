import type { Socket } from 'node:net';
import { networkOf } from './network-of.js';
import { Slots } from './slots.js';

export interface AdmissionLimits {
  /** Connections at once. Default 200. */
  readonly maxConnections: number;
  /** Those of one address (IPv6: one /64). Default 20. */
  readonly maxConnectionsPerAddress: number;
}

/** The connections of one server, counted together and by the address they come from. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #slots = new Slots();

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Counts the connection and gives what ends its count; `undefined`: there are too many, or it is gone already. */
  admit({ remoteAddress }: Socket): (() => void) | undefined {
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    if (remoteAddress === undefined || this.#slots.all >= maxConnections) return undefined;
    return this.#slots.take(networkOf(remoteAddress), maxConnectionsPerAddress);
  }
}
