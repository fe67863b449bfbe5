import type { Socket } from 'node:net';
import { networkOf } from './network-of.js';
import { Slots } from './slots.js';

export interface AdmissionLimits {
  /** Connections at once. Default 200. Where all are taken, one that has not logged in may give way to a newcomer. */
  readonly maxConnections: number;
  /** Those of one address (IPv6: one /64). Default 20. */
  readonly maxConnectionsPerAddress: number;
}

/** What a connection has that was let in. */
export interface Place {
  /** It gives way to nobody from now on. */
  loggedIn(): void;
  /** It is over; may be called more than once. */
  leave(): void;
}

/** A connection that has not logged in. */
interface Stranger {
  readonly since: number;
  readonly giveWay: () => void;
}

/** Milliseconds for which nobody gives way to newcomers who have as many connections: logins that come all at once must not end each other. */
const UNDISTURBED = 5_000;

/** What is told of a connection that had to. */
export const GAVE_WAY = 'not logged in, and others wanted the place';

/**
 * The connections of one server, counted together and by the address they come from. Where places run out, those who have not logged in
 * share them fairly: the address with most of them loses its oldest. So nobody keeps others out by connections that say nothing.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #now: () => number;
  readonly #slots = new Slots();
  /** By network, each the oldest first. */
  readonly #strangers = new Map<string, Set<Stranger>>();

  constructor(limits: AdmissionLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Counts the connection; `undefined`: there are too many, or it is gone already.
   * @param giveWay ends it, for a newcomer; its place is given up already. Without it, it never has to.
   */
  admit({ remoteAddress }: Socket, giveWay?: () => void): Place | undefined {
    if (remoteAddress === undefined) return undefined;
    const network = networkOf(remoteAddress);
    this.#whoGivesWay(network)?.giveWay();
    if (this.#slots.all >= this.#limits.maxConnections) return undefined;
    const putBack = this.#slots.take(network, this.#limits.maxConnectionsPerAddress);
    if (putBack === undefined) return undefined;
    const loggedIn = giveWay === undefined ? () => {} : this.#stranger(network, { giveWay, putBack });
    const leave = () => {
      loggedIn();
      putBack();
    };
    return { loggedIn, leave };
  }

  /** Counts it among those who may have to give way, and gives what ends that. */
  #stranger(
    network: string,
    { giveWay, putBack }: { readonly giveWay: () => void; readonly putBack: () => void },
  ): () => void {
    const known = () => {
      const others = this.#strangers.get(network);
      others?.delete(stranger);
      if (others?.size === 0) this.#strangers.delete(network);
    };
    const stranger: Stranger = {
      since: this.#now(),
      giveWay: () => {
        known();
        putBack();
        giveWay();
      },
    };
    const others = this.#strangers.get(network) ?? new Set();
    this.#strangers.set(network, others.add(stranger));
    return known;
  }

  /** Whose place a newcomer gets; `undefined`: none is wanted, or nobody need go. */
  #whoGivesWay(network: string): Stranger | undefined {
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    const own = this.#strangers.get(network) ?? new Set();
    if (this.#slots.taken(network) >= maxConnectionsPerAddress) return this.#ifOld(oldestOf(own));
    if (this.#slots.all < maxConnections) return undefined;
    let most = own;
    for (const others of this.#strangers.values()) if (isBefore(others, most)) most = others;
    return most.size > own.size + 1 ? oldestOf(most) : this.#ifOld(oldestOf(most));
  }

  #ifOld(stranger: Stranger | undefined): Stranger | undefined {
    return stranger !== undefined && this.#now() - stranger.since >= UNDISTURBED ? stranger : undefined;
  }
}

/** More, or as many of which one is older. */
function isBefore(some: ReadonlySet<Stranger>, others: ReadonlySet<Stranger>): boolean {
  if (some.size !== others.size) return some.size > others.size;
  return (oldestOf(some)?.since ?? 0) < (oldestOf(others)?.since ?? 0);
}

function oldestOf(strangers: ReadonlySet<Stranger>): Stranger | undefined {
  const [oldest] = strangers;
  return oldest;
}
