import { Problem } from '../../problems.js';

const MB = 1024 * 1024;
/** What is smaller the buffers of its connection take, read or not. */
const SMALL = 64 * 1024;
/** From so many bytes on an account gets no more. */
const MOST_OF_ACCOUNT = 32 * MB;
/** From so many on of all together, who has any gets no more; the first of an account is there for each. */
const MOST = 256 * MB;

/** Results of functions whose clients have not read them yet: each is in memory until then, and a request for it has a few bytes. */
export class UnreadResults {
  readonly #of = new Map<string, number>();
  #all = 0;

  /** Before a function begins, as what it has done cannot be taken back. @throws Problem `too-many`. */
  demandRoom(accountId: string): void {
    const own = this.#of.get(accountId) ?? 0;
    if (own < MOST_OF_ACCOUNT && (own === 0 || this.#all < MOST)) return;
    throw new Problem(
      'too-many',
      'Results of functions wait for clients that do not read them. Read them, and try again.',
    );
  }

  /** @returns what is to be called once it has been read, or its client has left. */
  hold(accountId: string, bytes: number): () => void {
    if (bytes <= SMALL) return () => undefined;
    this.#add(accountId, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(accountId, -bytes);
      isHeld = false;
    };
  }

  #add(accountId: string, bytes: number): void {
    this.#all += bytes;
    const own = (this.#of.get(accountId) ?? 0) + bytes;
    if (own === 0) this.#of.delete(accountId);
    else this.#of.set(accountId, own);
  }
}
