import { LambdaError } from '../../s3-wire/lambda/lambda-error.js';

const MB = 1024 * 1024;
/** Of events that are held in memory, from the time that they are asked for to the answer, over all accounts. */
const MOST = 96 * MB;
/** What one account has of it, at most; and all those together whose signature can only be checked once their body has come. */
const SHARE = 24 * MB;

/** Events lie in memory as a whole: who has none of it left for one waits outside. */
export class EventRoom {
  readonly #held = new Map<string, number>();
  #sum = 0;

  /** @param owner an account, or those that are not known yet. @returns what gives it back. @throws LambdaError `TooManyRequestsException`. */
  take(owner: string, bytes: number): () => void {
    const held = this.#held.get(owner) ?? 0;
    if (held + bytes > SHARE || this.#sum + bytes > MOST) throw new LambdaError('TooManyRequestsException');
    this.#count(owner, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) this.#count(owner, -bytes);
      isHeld = false;
    };
  }

  #count(owner: string, bytes: number): void {
    this.#sum += bytes;
    const held = (this.#held.get(owner) ?? 0) + bytes;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
  }
}
