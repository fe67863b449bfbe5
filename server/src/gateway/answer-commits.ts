import { Gatherer } from '../gatherer.js';
import { AccountQueries } from '../store/account-queries.js';
import { type SharedWork, sharedWorks } from '../store/shared-work.js';
import { type Store, StoreError } from '../store/store.js';
import type { KeyLease } from './idempotency/leases.js';
import type { Rendered } from './render-answer.js';

/** What a request whose answer is known leaves in the store. */
export interface KnownAnswer {
  readonly rendered: Rendered;
  /** Of its Idempotency-Key, where it has one. */
  readonly lease: KeyLease | undefined;
  /** Its rows, and its audit. */
  readonly works: readonly SharedWork[];
}

/** What became of one answer: `undefined` where it is committed. */
type Outcome = { readonly error: unknown } | undefined;

/** Requests whose rows go into one commit. */
const MAX_TOGETHER = 50;

/**
 * Commits what requests of one account leave, all that wait in one transaction: their rows by the same statements, which is most of
 * what a request costs the database and this process. An answer is sent only after that commit, as ever.
 */
export class AnswerCommits {
  readonly #store: Store;
  readonly #gathered = new Gatherer<KnownAnswer, Outcome>((take, account) => this.#commitAll(account, take), {
    most: MAX_TOGETHER,
  });

  constructor(store: Store) {
    this.#store = store;
  }

  /** @throws ApiError 409 where another request has taken over; what the work threw. Then nothing of it is there. */
  async commit(accountId: string, answer: KnownAnswer): Promise<void> {
    const outcome = await this.#gathered.add(answer, accountId);
    if (outcome !== undefined) throw outcome.error;
  }

  async #commitAll(accountId: string, take: () => readonly KnownAnswer[]): Promise<readonly Outcome[]> {
    try {
      await this.#store.write((tx) => write(new AccountQueries(tx, accountId), take()));
      return take().map(() => undefined);
    } catch (error) {
      const all = take();
      if (all.length === 1 || isGone(error)) return all.map(() => ({ error }));
      // One of them broke the commit of all: each by itself, and only that one fails.
      const each = await Promise.all(all.map((one) => this.#commitAll(accountId, () => [one])));
      return each.flat();
    }
  }
}

/** The database is not there, and whether it has committed is not known: writing again would not show it. */
function isGone(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'unavailable' || error.code === 'closed');
}

/** None waits for the answer of another: a database beyond a network is asked once. */
async function write(queries: AccountQueries, all: readonly KnownAnswer[]): Promise<void> {
  await Promise.all([
    ...sharedWorks(all.flatMap(({ works }) => works)).map((work) => work(queries)),
    ...all.map(({ lease, rendered }) => lease?.complete(queries, rendered)),
  ]);
}
