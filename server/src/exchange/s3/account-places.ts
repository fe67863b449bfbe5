import { S3Error } from '../../s3-wire/s3-error.js';

/** Requests of one account that are under way at once in this process, as over HTTP. */
const MOST = 100;

/** The place that a request has among those of its account. */
export interface AccountPlace {
  /** The place is kept until this work ends, too, which may go on after the client has left. */
  keepFor(work: Promise<unknown>): void;
  /** The request is over, whether it was answered or not. */
  leave(): void;
}

/** Keeps one account from taking all that the listener has: others are served meanwhile. */
export class AccountPlaces {
  readonly #underWay = new Map<string, number>();
  readonly #most: number;

  constructor(most: number = MOST) {
    this.#most = most;
  }

  /** @throws S3Error `SlowDown`, after which clients try again. */
  take(accountId: string): AccountPlace {
    const count = this.#underWay.get(accountId) ?? 0;
    if (count >= this.#most) throw new S3Error('SlowDown');
    this.#underWay.set(accountId, count + 1);
    // The request itself, and what it has begun.
    let reasons = 1;
    const end = (): void => {
      reasons--;
      if (reasons === 0) this.#giveBack(accountId);
    };
    return {
      keepFor: (work) => {
        reasons++;
        work.then(end, end);
      },
      leave: end,
    };
  }

  #giveBack(accountId: string): void {
    const left = (this.#underWay.get(accountId) ?? 1) - 1;
    if (left > 0) this.#underWay.set(accountId, left);
    else this.#underWay.delete(accountId);
  }
}
