import { type InterchangeHeader, isX12Error, readInterchanges } from 'ediloom';
import { findArtifact } from '../../objects/artifact-rows.js';
import { ObjectStoreError } from '../../objects/object-store.js';
import { RecentlyUsed } from '../../recently-used.js';
import { readRows } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import type { Services } from '../services.js';

/** ISA09 and ISA10 as they were sent. */
export type SentMoment = Pick<InterchangeHeader, 'date' | 'time'>;

type File = Pick<ClaimFiles, 'id' | 'account_id' | 'artifact_id'>;

/** Files whose moments are kept. */
const MOST_KEPT = 1_000;

/**
 * Which moment files of claims have in their envelopes. It is read from their bytes, so that it needs no time zone, and is no guess: a claim that goes alone
 * has that at which it was taken in, and its file is made later, perhaps on another day.
 */
export class SentMoments {
  readonly #services: Pick<Services, 'store' | 'artifacts'>;
  readonly #kept = new RecentlyUsed<string, SentMoment | null>(MOST_KEPT);

  constructor(services: Pick<Services, 'store' | 'artifacts'>) {
    this.#services = services;
  }

  /** @returns `undefined`: the bytes are gone. */
  async of(file: File): Promise<SentMoment | undefined> {
    const known = this.#kept.get(file.id);
    if (known !== undefined) return known ?? undefined;
    const moment = await this.#read(file);
    this.#kept.set(file.id, moment ?? null);
    return moment;
  }

  async #read({ account_id: accountId, artifact_id: id }: File): Promise<SentMoment | undefined> {
    const { store, artifacts } = this.#services;
    const document = await readRows(store, accountId, (queries) => findArtifact(queries, id));
    if (document === undefined) return undefined;
    try {
      // Its head alone, however long it is.
      for await (const event of readInterchanges(await artifacts.open(document))) {
        if (event.kind === 'interchange') return event.header;
      }
    } catch (error) {
      const isLost = error instanceof ObjectStoreError && error.code === 'lost';
      if (!isLost && !isX12Error(error)) throw error;
    }
    return undefined;
  }
}
