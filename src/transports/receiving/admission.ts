import type { Socket } from 'node:net';
import { Slots } from './slots.js';

export interface AdmissionLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
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
    const { connections, connectionsPerAddress } = this.#limits;
    if (remoteAddress === undefined || this.#slots.all >= connections) return undefined;
    return this.#slots.take(remoteAddress, connectionsPerAddress);
  }
}
