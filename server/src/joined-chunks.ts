/** Chunks of that many bytes go on by themselves. */
const LARGE = 4 * 1024;
/** So many bytes of small chunks go on together. */
const TOGETHER = 16 * 1024;
/** From so many chunks in one turn on, to take them off the wire is work of its own: some 3 µs each, whatever becomes of them. */
const MANY = 1000;

/** Has work done when it is its account's turn. */
export type InTurn = (work: () => void) => void;

/**
 * Joins chunks that a client has made small. What is done for each chunk on its way to the disk takes as long for a byte as for thousands: a body of
 * chunks of one byte each would keep the thread busy for minutes. What comes in one turn of the event loop goes on together, so that nothing waits.
 */
export class JoinedChunks {
  readonly #give: (bytes: Buffer) => void;
  readonly #onMany: () => void;
  #count = 0;
  #joined: Buffer = Buffer.alloc(0);
  #length = 0;
  #next: NodeJS.Immediate | undefined;

  /** @param onMany many came in one turn: whoever sends them is to wait, so that others do not. */
  constructor(give: (bytes: Buffer) => void, onMany: () => void = () => undefined) {
    this.#give = give;
    this.#onMany = onMany;
  }

  add(chunk: Buffer): void {
    if (chunk.length >= LARGE) {
      this.flush();
      this.#give(chunk);
      return;
    }
    if (this.#length + chunk.length > TOGETHER) this.flush();
    if (this.#length === 0) this.#joined = Buffer.allocUnsafe(TOGETHER);
    this.#length += chunk.copy(this.#joined, this.#length);
    this.#count++;
    this.#next ??= setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    const count = this.#count;
    this.#next = undefined;
    this.#count = 0;
    this.flush();
    if (count > MANY) this.#onMany();
  }

  /** Gives what is there: at the end of a body nothing is left. */
  flush(): void {
    const bytes = this.#joined.subarray(0, this.#length);
    this.#length = 0;
    if (bytes.length > 0) this.#give(bytes);
  }

  /** What is there counts for nothing. */
  drop(): void {
    if (this.#next !== undefined) clearImmediate(this.#next);
    this.#next = undefined;
    this.#length = 0;
  }
}
