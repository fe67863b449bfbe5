/** Deliveries over one connection at once, in this process: a partner that does not answer takes no more of the jobs' room. */
const AT_ONCE = 8;
/** Milliseconds that a delivery without a slot is put off for each round of those before it. */
const ROUND = 500;
const LONGEST = 60_000;

interface Slots {
  taken: number;
  putOff: number;
}

/** Slots of connections to other machines. */
export class ConnectionSlots {
  readonly #connections = new Map<string, Slots>();

  /** @returns what gives the slot back, or the milliseconds after which to ask again. */
  take(connectionId: string): (() => void) | number {
    const slots = this.#connections.get(connectionId) ?? { taken: 0, putOff: 0 };
    this.#connections.set(connectionId, slots);
    if (slots.taken >= AT_ONCE) {
      slots.putOff += 1;
      return Math.min(ROUND * Math.ceil(slots.putOff / AT_ONCE), LONGEST);
    }
    slots.taken += 1;
    slots.putOff = Math.max(0, slots.putOff - 1);
    return () => {
      slots.taken -= 1;
      if (slots.taken === 0) this.#connections.delete(connectionId);
    };
  }
}
