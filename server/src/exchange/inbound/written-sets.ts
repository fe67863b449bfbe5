import { uuid } from '../../ids.js';
import { removeArtifactsOf } from '../../objects/artifact-rows.js';
import type { NewArtifact, PreparedArtifact } from '../../objects/artifacts.js';
import { changedMeanwhile } from '../../problems.js';
import { beginReceiving } from '../../resources/executions/outcomes.js';
import {
  insertBusinessIdentifiers,
  insertTransactions,
  removeTransactionsOf,
} from '../../resources/transactions/outcomes.js';
import { beginUnshown, isWriter, showWritten, withPartsAlone } from '../../resources/transactions/unshown.js';
import { AccountQueries, type OwnRow } from '../../store/account-queries.js';
import type { Services } from '../services.js';
import type { SetRows } from './set-rows.js';

/** Of one commit: others wait for it. A set may have a hundred rows of what people know it by. */
const PORTION = { sets: 200, rows: 2_000, bytes: 1024 * 1024 };
/** What the rows of a commit are to take: milliseconds. The next has as many as would have, by the last one. */
const COMMIT_MS = 20;
const LEAST_ROWS = 100;
/** Sets of an earlier attempt that go at a time. */
const REMOVED_AT_ONCE = 50;

type Needs = Pick<Services, 'store' | 'artifacts' | 'clock'>;

/** Rows of sets whose bytes are safe. */
interface SafeSets {
  readonly transactions: OwnRow<'transactions'>[];
  readonly identifiers: OwnRow<'business_identifiers'>[];
  readonly artifacts: PreparedArtifact[];
}

/**
 * The sets of a file, as they are written down: those of a small one by the commit that shows it, those of a large one in portions before,
 * which nobody sees until then. An attempt that ended before it has shown its portions is begun anew: they are removed first.
 */
export class WrittenSets {
  readonly #services: Needs;
  readonly #accountId: string;
  readonly #executionId: string;
  readonly #waiting: SetRows[] = [];
  readonly #fragments: NewArtifact[] = [];
  /** The set whose parts have come, and that has not come itself. */
  #partsOf: string | undefined;
  #bytes = 0;
  #rows = 0;
  #mostRows = PORTION.rows;
  #writer: string | undefined;

  constructor(services: Needs, accountId: string, executionId: string) {
    this.#services = services;
    this.#accountId = accountId;
    this.#executionId = executionId;
  }

  /** Removes what an attempt before has written. */
  async beginAnew(): Promise<void> {
    await this.#begun();
  }

  /** A part of a set that comes behind it. */
  async addFragment(artifact: NewArtifact): Promise<void> {
    this.#fragments.push(artifact);
    this.#partsOf = artifact.ownerId;
    this.#bytes += artifact.bytes.length;
    this.#rows++;
    if (this.#isFull) await this.#writePortion();
  }

  async add(set: SetRows): Promise<void> {
    this.#waiting.push(set);
    if (this.#partsOf === set.transaction.id) this.#partsOf = undefined;
    this.#bytes += set.artifacts.reduce((sum, { bytes }) => sum + bytes.length, 0);
    this.#rows += 1 + set.identifiers.length + set.artifacts.length;
    if (this.#isFull) await this.#writePortion();
  }

  get #isFull(): boolean {
    return this.#waiting.length > PORTION.sets || this.#rows > this.#mostRows || this.#bytes > PORTION.bytes;
  }

  /** The rest, and how all of it is shown. */
  async finish(): Promise<ShowableSets> {
    if (this.#writer !== undefined && this.#waiting.length + this.#fragments.length > 0) await this.#writePortion();
    const rest = await this.#safe();
    const writer = this.#writer;
    return {
      isLarge: writer !== undefined,
      transactions: rest.transactions,
      artifacts: rest.artifacts,
      show: async (queries) => {
        if (writer !== undefined && !(await showWritten(queries, this.#executionId, writer))) throw writtenByAnother();
        await insertSafe(queries, rest, this.#services);
      },
    };
  }

  async #safe(): Promise<SafeSets> {
    const sets = this.#waiting.splice(0);
    this.#bytes = 0;
    this.#rows = 0;
    const documents = [...sets.flatMap((set) => set.artifacts), ...this.#fragments.splice(0)];
    const artifacts = await this.#services.artifacts.prepare(this.#accountId, documents);
    return {
      transactions: sets.map(({ transaction }) => transaction),
      identifiers: sets.flatMap(({ identifiers }) => identifiers),
      artifacts: [...artifacts],
    };
  }

  async #writePortion(): Promise<void> {
    const writer = await this.#begun();
    const [rows, partsOf] = [this.#rows, this.#partsOf];
    const portion = await this.#safe();
    let took = 0;
    await this.#write(async (queries) => {
      const begun = performance.now();
      if (!(await isWriter(queries, this.#executionId, { writer, partsOf }))) throw writtenByAnother();
      await insertSafe(queries, portion, this.#services);
      took = performance.now() - begun;
    });
    // A slow disk, or one that others use, too, has smaller portions.
    const fitting = Math.round((rows * COMMIT_MS) / Math.max(took, 1));
    this.#mostRows = Math.min(Math.max(fitting, LEAST_ROWS), PORTION.rows);
  }

  async #begun(): Promise<string> {
    this.#writer ??= await this.#begin();
    return this.#writer;
  }

  async #begin(): Promise<string> {
    const writer = uuid();
    const id = this.#executionId;
    const at = this.#services.clock.now();
    await this.#write(async (queries) => {
      // One that has lost its lease may come when the file is shown already: what is shown is not its to remove.
      if (!(await beginReceiving(queries, id, at))) throw writtenByAnother();
      await beginUnshown(queries, id, { writer, at });
    });
    for (;;) {
      const removed = await this.#write(async (queries) => {
        const alone = await withPartsAlone(queries, [id]);
        if (!(await isWriter(queries, id, { writer }))) throw writtenByAnother();
        const ids = await removeTransactionsOf(queries.tx, [id], REMOVED_AT_ONCE);
        await removeArtifactsOf(queries, [...ids, ...alone]);
        return ids.length;
      });
      if (removed < REMOVED_AT_ONCE) return writer;
    }
  }

  #write<Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result> {
    return this.#services.store.write((tx) => work(new AccountQueries(tx, this.#accountId)));
  }
}

/** Sets that are written down, or will be by the commit that shows them. */
export interface ShowableSets {
  readonly isLarge: boolean;
  /** Of a small file all of them; of a large one none. */
  readonly transactions: readonly OwnRow<'transactions'>[];
  readonly artifacts: readonly PreparedArtifact[];
  /** Writes what is not written yet, and shows it all. @throws Problem `changedMeanwhile` where another writes the file by now. */
  show(queries: AccountQueries): Promise<void>;
}

async function insertSafe(
  queries: AccountQueries,
  { transactions, identifiers, artifacts }: SafeSets,
  services: Pick<Services, 'artifacts'>,
): Promise<void> {
  await insertTransactions(queries, transactions);
  await insertBusinessIdentifiers(queries, identifiers);
  await services.artifacts.insert(queries, artifacts);
}

function writtenByAnother() {
  return changedMeanwhile('Another process writes the file by now.');
}
