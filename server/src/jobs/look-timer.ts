/** Milliseconds between two looks while there is work: so that each takes many jobs. */
const GAP = 20;

/**
 * Says when to look for work: at once after a quiet time, after a short gap under load, and by itself when nobody says anything.
 * Looks never overlap.
 */
export class LookTimer {
  /** Resolves to the milliseconds until the next look, if nothing wakes it before. */
  readonly #look: () => Promise<number>;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #again = false;
  #resting = false;
  #stopped = false;

  constructor(look: () => Promise<number>) {
    this.#look = look;
  }

  /** Something may be due. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#looking !== undefined || this.#resting) this.#again = true;
    else this.#looking = this.#run();
  }

  /** No more looks; resolves when the last is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#again = false;
    const pause = await this.#look();
    this.#looking = undefined;
    if (this.#stopped) return;
    this.#resting = true;
    this.#timer = setTimeout(() => this.#rested(pause), GAP);
  }

  #rested(pause: number): void {
    this.#resting = false;
    if (this.#again || pause <= GAP) this.wake();
    else this.#timer = setTimeout(() => this.wake(), pause - GAP);
  }
}
