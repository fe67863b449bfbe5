const SLICE_MS = 24;

/** Thrown inside of a reading that a newer one has made useless. */
export class Superseded extends Error {}

/**
 * Lets waiting questions be answered while a long file is read: call `turn` often, it costs nothing until a slice of time is used up.
 * @throws Superseded from `turn` once `isCurrent` says no.
 */
export class Pause {
  #until = performance.now() + SLICE_MS;
  readonly #isCurrent: () => boolean;

  constructor(isCurrent: () => boolean) {
    this.#isCurrent = isCurrent;
  }

  /** Undefined as long as no pause is due. */
  turn(): Promise<void> | undefined {
    return performance.now() < this.#until ? undefined : this.#rest();
  }

  async #rest(): Promise<void> {
    await new Promise<void>((resume) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resume();
      };
      port2.postMessage(undefined);
    });
    if (!this.#isCurrent()) throw new Superseded();
    this.#until = performance.now() + SLICE_MS;
  }
}
