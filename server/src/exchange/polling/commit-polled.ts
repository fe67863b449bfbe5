import { auditRow, insertAudit } from '../../audit/write-audit.js';
import { Gatherer } from '../../gatherer.js';
import { ownTroubleOf } from '../../jobs/own-trouble.js';
import { executionInputHashes } from '../../objects/artifact-rows.js';
import { isPolledBy, type PollPayload } from '../../resources/connections/polling.js';
import { type NewArrival, recordArrivals } from '../../resources/inbound/arrivals.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Services } from '../services.js';

type Needs = Pick<Services, 'store' | 'artifacts' | 'clock' | 'jobs'>;

/** A file whose bytes are safe, and the job that has brought it. */
export interface PolledFile {
  readonly payload: PollPayload;
  readonly arrival: NewArrival;
}

/** Writes files of looks down: those of one look that are under way at once by one commit. */
export class PolledCommits {
  readonly #services: Needs;
  readonly #gathered = new Gatherer<PolledFile, boolean>((take) => this.#together(take()));

  constructor(services: Needs) {
    this.#services = services;
  }

  /** @returns false where another job looks at the connection by now: nothing was written. */
  add(file: PolledFile): Promise<boolean> {
    return this.#gathered.add(file, file.payload.name);
  }

  async #together(files: readonly PolledFile[]): Promise<readonly (boolean | Promise<boolean>)[]> {
    try {
      const counts = await this.#commit(files);
      return files.map(() => counts);
    } catch (error) {
      if (files.length < 2 || ownTroubleOf(error) !== undefined) throw error;
      // One that cannot be written down keeps nobody from the others.
      const alone: Promise<boolean>[] = [];
      for (const file of files) {
        const one = this.#commit([file]);
        alone.push(one);
        await one.catch(() => undefined);
      }
      return alone;
    }
  }

  /** Files of one look. */
  #commit(files: readonly PolledFile[]): Promise<boolean> {
    const [first] = files;
    if (first === undefined) return Promise.resolve(true);
    const { store, clock } = this.#services;
    return store.write(async (tx) => {
      const queries = new AccountQueries(tx, first.arrival.connection.account_id);
      if (!(await isPolledBy(queries, first.payload))) return false;
      const fresh = await this.#record(
        queries,
        files.map(({ arrival }) => arrival),
      );
      const entries = fresh.map((objectId) =>
        auditRow(clock, { action: 'pick-up', objectKind: 'execution', objectId }),
      );
      await insertAudit(queries, entries);
      return true;
    });
  }

  /** @returns the executions that are new. */
  async #record(queries: AccountQueries, arrivals: readonly NewArrival[]): Promise<readonly string[]> {
    const outcomes = await recordArrivals(this.#services, queries, arrivals);
    const fresh = outcomes.flatMap(({ isNew, executionId }) => (isNew ? [executionId] : []));
    const known = arrivals.flatMap((arrival, at) => {
      const outcome = outcomes[at];
      return outcome === undefined || outcome.isNew ? [] : [{ arrival, before: outcome.executionId }];
    });
    if (known.length === 0) return fresh;
    const hashes = await executionInputHashes(
      queries,
      known.map(({ before }) => before),
    );
    // Of the size and time of one that came and could not be removed, and other bytes: the partner has put another file in its place.
    const others = known.flatMap(({ arrival, before }) => {
      const { payloadId, input } = arrival;
      const { sha256 } = input;
      const isOther = (hashes.get(before) ?? sha256) !== sha256;
      return isOther ? [{ ...arrival, payloadId: `${payloadId}-${sha256}` }] : [];
    });
    const more = others.length === 0 ? [] : await recordArrivals(this.#services, queries, others);
    return [...fresh, ...more.flatMap(({ isNew, executionId }) => (isNew ? [executionId] : []))];
  }
}
