import { S3Error } from '../../s3-wire/s3-error.js';

/** Requests of one account that are under way at once in this process, as over HTTP. */
const MOST = 100;

/** Keeps one account from taking all that the listener has: others are served meanwhile. */
export class AccountPlaces {
  readonly #underWay = new Map<string, number>();
  readonly #most: number;

  constructor(most: number = MOST) {
    this.#most = most;
  }

  /** @returns what gives the place back. @throws S3Error `SlowDown`, after which clients try again. */
  take(accountId: string): () => void {
    const count = this.#underWay.get(accountId) ?? 0;
    if (count >= this.#most) throw new S3Error('SlowDown');
    this.#underWay.set(accountId, count + 1);
    return () => {
      const left = (this.#underWay.get(accountId) ?? 1) - 1;
      if (left > 0) this.#underWay.set(accountId, left);
      else this.#underWay.delete(accountId);
    };
  }
}
