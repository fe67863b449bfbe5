/** Bytes of a chunk that is given on as it is. */
const LARGE = 4 * 1024;
/** Bytes of small chunks that are given on together, at most. */
const TOGETHER = 16 * 1024;
/** Above so many chunks in one turn of the event loop, reading them off the wire alone keeps others waiting: it takes some 3 µs for each. */
const MANY = 1000;

/** Does the work when it is the turn of its account. */
export type InTurn = (work: () => void) => void;

/**
 * Joins the small chunks of a body. What is done for each chunk on its way to the disk takes as long for one byte as for thousands, so that a body
 * in chunks of one byte each would keep the thread busy for minutes. Chunks that come in one turn of the event loop are joined; none waits for a later one.
 */
export class JoinedChunks {
  readonly #give: (bytes: Buffer) => void;
  readonly #onMany: () => void;
  #count = 0;
  #joined: Buffer = Buffer.alloc(0);
  #length = 0;
  #next: NodeJS.Immediate | undefined;

  /** @param onMany called after a turn with very many chunks: pause whoever sends them, so that others have their turn. */
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

  /** Gives what is joined so far: at the end of a body. */
  flush(): void {
    const bytes = this.#joined.subarray(0, this.#length);
    this.#length = 0;
    if (bytes.length > 0) this.#give(bytes);
  }

  /** Forgets what is joined so far. */
  drop(): void {
    if (this.#next !== undefined) clearImmediate(this.#next);
    this.#next = undefined;
    this.#length = 0;
  }
}
