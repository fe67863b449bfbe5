interface Waiting {
  readonly bytes: number;
  readonly take: () => void;
}

/** Memory for files: who wants some waits in turn until it is there. A file larger than all of it has it for itself. */
export class ByteBudget {
  readonly #size: number;
  #free: number;
  #waiting: Waiting[] = [];

  /** @param size bytes. */
  constructor(size: number) {
    this.#size = size;
    this.#free = size;
  }

  /** @returns what gives the bytes back, once. @throws the signal's reason, if it aborts before they are there. */
  async take(wanted: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const bytes = Math.min(wanted, this.#size);
    if (this.#waiting.length > 0 || bytes > this.#free) await this.#wait(bytes, signal);
    else this.#free -= bytes;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#free += bytes;
      this.#serve();
    };
  }

  #wait(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        take: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal.reason);
        // Those behind a large one may fit without it.
        this.#serve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #serve(): void {
    for (let [next] = this.#waiting; next !== undefined && next.bytes <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.take();
    }
  }
}
