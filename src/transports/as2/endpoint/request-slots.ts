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
  readonly minBytesPerSecond: number;
  readonly slowMs: number;
}

/** A body that comes in. */
export interface IncomingBody {
  /** Aborts when another has got its place. */
  readonly signal: AbortSignal;
  /** So many bytes came. */
  came(bytes: number): void;
  /** Its place is free. May be called more than once. */
  end(): void;
}

interface Known extends IncomingBody {
  readonly key: string;
  /** Bytes a second, on the average; undefined while it is too early to say. */
  rate(): number | undefined;
  giveUp(): void;
}

/** Where places are used up, bodies slower than so many times the least rate give theirs to others. */
const CROWDED = 16;

/**
 * The requests of one endpoint. Where all places of bodies are taken, the slowest gives way: whoever would keep others out has to send faster
 * than partners do. A body that comes in and a request that is worked on are counted apart, so that whoever sends slowly
 * takes nothing from those that have sent: who a body is from is a claim in clear headers until its signature is looked at.
 */
export class RequestSlots {
  readonly #limits: RequestSlotLimits;
  readonly #addresses = new Slots();
  readonly #bodies = new Slots();
  readonly #incoming = new Set<Known>();
  readonly #requests = new Slots();

  constructor(limits: RequestSlotLimits) {
    this.#limits = limits;
  }

  /** Before the first byte of a body. `undefined`: there are too many. */
  beginBody(partnership: Partnership, address: string | undefined): IncomingBody | undefined {
    const { maxBodiesPerAddress, maxBodiesPerPartnership } = this.#limits;
    // What could not be worked on now is not sent in vain.
    if (!this.#mayBegin(partnership)) return undefined;
    const leaves = address === undefined ? () => {} : this.#addresses.take(networkOf(address), maxBodiesPerAddress);
    if (leaves === undefined) return undefined;
    const key = keyOf(partnership);
    const ends = this.#makeRoom(key) ? this.#bodies.take(key, maxBodiesPerPartnership) : undefined;
    if (ends === undefined) {
      leaves();
      return undefined;
    }
    return this.#known(key, () => {
      ends();
      leaves();
    });
  }

  /** Once the body is whole. Gives what ends its count; `undefined`: there are too many. */
  beginRequest(partnership: Partnership): (() => void) | undefined {
    if (!this.#mayBegin(partnership)) return undefined;
    return this.#requests.take(keyOf(partnership), this.#limits.maxRequestsPerPartnership);
  }

  /** The slowest body that may have to go is given up: one of the same partnership where that has all of its places. */
  #makeRoom(key: string): boolean {
    const { maxBodies, maxBodiesPerPartnership } = this.#limits;
    const isFull = this.#bodies.taken(key) >= maxBodiesPerPartnership;
    if (!isFull && this.#bodies.all < maxBodies) return true;
    let slowest: { readonly body: Known; readonly rate: number } | undefined;
    for (const body of this.#incoming) {
      const rate = isFull && body.key !== key ? undefined : body.rate();
      if (rate !== undefined && rate < (slowest?.rate ?? CROWDED * this.#limits.minBytesPerSecond))
        slowest = { body, rate };
    }
    slowest?.body.giveUp();
    return slowest !== undefined;
  }

  #known(key: string, leaves: () => void): IncomingBody {
    const { slowMs } = this.#limits;
    const given = new AbortController();
    const begun = performance.now();
    let size = 0;
    const end = (): void => {
      this.#incoming.delete(body);
      leaves();
    };
    const body: Known = {
      key,
      signal: given.signal,
      came: (bytes) => {
        size += bytes;
      },
      rate: () => {
        const passed = performance.now() - begun;
        return passed < slowMs ? undefined : (size / passed) * 1000;
      },
      giveUp: () => {
        end();
        given.abort();
      },
      end,
    };
    this.#incoming.add(body);
    return body;
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
