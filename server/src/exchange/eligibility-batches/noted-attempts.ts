import { Gatherer } from '../../gatherer.js';
import type { Platform } from '../../platform.js';
import { type EndedItem, type FailedAttempt, noteAttempts } from '../../resources/eligibility-batches/attempts.js';
import { AccountQueries } from '../../store/account-queries.js';
import { type SharedWork, sharedWorks } from '../../store/shared-work.js';
import { enqueueResults } from '../check-files/enqueue-results.js';

/** What an attempt has come to, and what else is written with it, as the end of its check. */
export interface NotedAttempt {
  readonly came: FailedAttempt | EndedItem;
  readonly writes?: SharedWork | readonly SharedWork[] | undefined;
}

/** Attempts of an account that go into one commit: all lock the row of their batch. */
const MAX_TOGETHER = 50;
/** Milliseconds that the first waits for others: nobody waits for it. */
const GATHER_MS = 5;

/** Commits what attempts come to, those of one moment together. */
export class NotedAttempts {
  readonly #platform: Pick<Platform, 'store' | 'jobs'>;
  readonly #gathered: Gatherer<NotedAttempt, undefined>;

  constructor(platform: Pick<Platform, 'store' | 'jobs'>) {
    this.#platform = platform;
    this.#gathered = new Gatherer((take, accountId) => this.#note(accountId, take), {
      begin: { afterMs: GATHER_MS },
      most: MAX_TOGETHER,
    });
  }

  /** Resolves when it is committed. */
  async add(accountId: string, attempt: NotedAttempt): Promise<void> {
    await this.#gathered.add(attempt, accountId);
  }

  /** Writes what comes with no attempt. */
  async write(accountId: string, writes: readonly SharedWork[]): Promise<void> {
    await this.#platform.store.write(async (tx) => {
      const queries = new AccountQueries(tx, accountId);
      for (const work of sharedWorks(writes)) await work(queries);
    });
  }

  async #note(accountId: string, take: () => readonly NotedAttempt[]): Promise<readonly undefined[]> {
    const { store, jobs } = this.#platform;
    await store.write(async (tx) => {
      const queries = new AccountQueries(tx, accountId);
      const attempts = take();
      for (const work of sharedWorks(attempts.flatMap(({ writes }) => writes ?? []))) await work(queries);
      await writeAttempts(
        jobs,
        queries,
        attempts.map(({ came }) => came),
      );
    });
    return take().map(() => undefined);
  }
}

/** Writes down what attempts came to, and has results written of files of which all checks are over. */
export async function writeAttempts(
  jobs: Platform['jobs'],
  queries: AccountQueries,
  attempts: readonly (FailedAttempt | EndedItem)[],
): Promise<void> {
  await enqueueResults(jobs, queries, await noteAttempts(queries, attempts));
}
