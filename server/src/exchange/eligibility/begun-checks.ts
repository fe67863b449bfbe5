import { Gatherer } from '../../gatherer.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import type { Platform } from '../../platform.js';
import { insertChecks, type NewCheck } from '../../resources/eligibility-checks/rows.js';
import { AccountQueries } from '../../store/account-queries.js';

/** A check that is about to be sent. */
export interface BegunCheck {
  readonly row: NewCheck;
  readonly artifacts: readonly PreparedArtifact[];
}

/** Checks of an account that go into one commit. */
const MAX_TOGETHER = 50;
/** Writes checks down before they are sent, those of one moment by one commit. */
export class BegunChecks {
  readonly #services: Pick<Platform, 'store' | 'artifacts'>;
  readonly #gathered: Gatherer<BegunCheck, undefined>;

  constructor(services: Pick<Platform, 'store' | 'artifacts'>) {
    this.#services = services;
    this.#gathered = new Gatherer((take, accountId) => this.#insert(accountId, take), { most: MAX_TOGETHER });
  }

  /** Resolves when the row is committed. */
  async add(accountId: string, check: BegunCheck): Promise<void> {
    await this.#gathered.add(check, accountId);
  }

  async #insert(accountId: string, take: () => readonly BegunCheck[]): Promise<readonly undefined[]> {
    const { store, artifacts } = this.#services;
    await store.write(async (tx) => {
      const queries = new AccountQueries(tx, accountId);
      const checks = take();
      await Promise.all([
        insertChecks(
          queries,
          checks.map(({ row }) => row),
        ),
        artifacts.insert(
          queries,
          checks.flatMap((check) => check.artifacts),
        ),
      ]);
    });
    return take().map(() => undefined);
  }
}
