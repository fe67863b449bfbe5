import { networkOf } from '../../receiving/network-of.js';
import { Slots } from '../../receiving/slots.js';
import type { Partnership } from '../agreement/partnership.js';

export interface RequestSlotLimits {
  /** Requests whose body is there, held ones included. */
  readonly maxRequests: number;
  readonly maxRequestsPerPartnership: number;
  /** Bodies that are coming in. */
  readonly maxBodies: number;
  readonly maxBodiesPerAddress: number;
  readonly maxBodiesPerPartnership: number;
}

/**
 * The requests of one endpoint. A body that comes in and a request that is worked on are counted apart, so that whoever sends slowly
 * takes nothing from those that have sent: who a body is from is a claim in clear headers until its signature is looked at.
 */
export class RequestSlots {
  readonly #limits: RequestSlotLimits;
  readonly #addresses = new Slots();
  readonly #bodies = new Slots();
  readonly #requests = new Slots();

  constructor(limits: RequestSlotLimits) {
    this.#limits = limits;
  }

  /** Before the first byte of a body. Gives what ends its count; `undefined`: there are too many. */
  beginBody(partnership: Partnership, address: string | undefined): (() => void) | undefined {
    const { maxBodies, maxBodiesPerAddress, maxBodiesPerPartnership } = this.#limits;
    // What could not be worked on now is not sent in vain.
    if (this.#bodies.all >= maxBodies || !this.#mayBegin(partnership)) return undefined;
    const ends = this.#bodies.take(keyOf(partnership), maxBodiesPerPartnership);
    if (ends === undefined || address === undefined) return ends;
    const leaves = this.#addresses.take(networkOf(address), maxBodiesPerAddress);
    if (leaves === undefined) {
      ends();
      return undefined;
    }
    return () => {
      ends();
      leaves();
    };
  }

  /** Once the body is whole; as `beginBody`. */
  beginRequest(partnership: Partnership): (() => void) | undefined {
    if (!this.#mayBegin(partnership)) return undefined;
    return this.#requests.take(keyOf(partnership), this.#limits.maxRequestsPerPartnership);
  }

  #mayBegin(partnership: Partnership): boolean {
    const { maxRequests, maxRequestsPerPartnership } = this.#limits;
    return this.#requests.all < maxRequests && this.#requests.taken(keyOf(partnership)) < maxRequestsPerPartnership;
  }
}

/** No AS2 id has a line break. */
function keyOf({ ourId, partnerId }: Partnership): string {
  return `${partnerId}\n${ourId}`;
}
