import type { BatchEntry, ProviderEntry, SentClaim } from 'ediloom/claims';
import { isObject } from '../../json.js';
import { artifactsOfClaim } from '../../objects/artifact-rows.js';
import { itemsOfSet, type Place } from '../../resources/claims/answered.js';
import { readRows } from '../../store/account-queries.js';
import { isStorable } from '../../store/bindable.js';
import type { Claims } from '../../store/claim-tables.js';
import { type Answering, isOwn } from './answering.js';

const AT_ONCE = 500;
/** Claims that are kept, of all batches together. */
const MOST_KEPT = 100_000;

interface InSet extends SentClaim {
  readonly sending: number;
  readonly since: number;
}

/** A claim that went in a set. */
export interface OfBatch {
  readonly claim: InSet;
  readonly accountId: string;
  /** It went over the route that the answer is applied for. */
  readonly isOwned: boolean;
}

interface Batch {
  readonly all: readonly OfBatch[];
  /** By NPI and by tax id of who bills, where these were asked for. */
  readonly byProvider: ReadonlyMap<string, readonly OfBatch[]>;
}

/**
 * Claims of batches that an answer refuses, read once for all providers that it refuses in one: to know who bills a claim its 837 is read, and a payer may
 * name thousands of providers of a batch of thousands of claims.
 */
export class BatchClaims {
  readonly #answering: Answering;
  /** What was read last stands last. */
  readonly #kept = new Map<string, Batch>();
  #count = 0;

  constructor(answering: Answering) {
    this.#answering = answering;
  }

  /** Those that may be meant: all of the batch, or those that one of the providers bills. */
  async of(entry: BatchEntry | ProviderEntry): Promise<readonly OfBatch[]> {
    const transactionId = entry.transactionId?.trimEnd() ?? '';
    if (transactionId === '' || !isStorable(transactionId)) return [];
    const isByProvider = entry.kind !== 'batch';
    const key = JSON.stringify([transactionId, isByProvider]);
    const batch = this.#kept.get(key) ?? (await this.#read(transactionId, isByProvider));
    this.#keep(key, batch);
    if (entry.kind === 'batch') return batch.all;
    const found = entry.providers.flatMap(
      ({ qualifier, id }) => batch.byProvider.get(providerKey(qualifier, id)) ?? [],
    );
    return [...new Set(found)];
  }

  #keep(key: string, batch: Batch): void {
    if (!this.#kept.has(key)) this.#count += batch.all.length;
    this.#kept.set(key, batch);
    for (const [other, { all }] of this.#kept) {
      if (this.#count <= MOST_KEPT || other === key) break;
      this.#kept.delete(other);
      this.#count -= all.length;
    }
  }

  async #read(transactionId: string, isByProvider: boolean): Promise<Batch> {
    const all: OfBatch[] = [];
    const byProvider = new Map<string, OfBatch[]>();
    for await (const one of claimsOfBatch(this.#answering, transactionId, isByProvider)) {
      all.push(one);
      const { billingNpi, billingTaxId } = one.claim;
      for (const key of [providerKey('XX', billingNpi), providerKey('FI', billingTaxId)]) {
        const others = byProvider.get(key);
        if (others === undefined) byProvider.set(key, [one]);
        else others.push(one);
      }
    }
    return { all, byProvider };
  }
}

/** Blanks at the end are none of a value in X12. */
function providerKey(qualifier: string | undefined, id: string | undefined): string {
  return JSON.stringify([qualifier, id?.trimEnd() ?? '']);
}

async function* claimsOfBatch(
  answering: Answering,
  transactionId: string,
  isByProvider: boolean,
): AsyncGenerator<OfBatch> {
  const { services, answer, speaker, signal } = answering;
  for (let after: Place = { fileId: '', place: 0 }; ; ) {
    signal.throwIfAborted();
    // On SQLite nothing below waits for anything where the documents are gone.
    await services.heavyTurns.run(answer.account_id, () => undefined);
    const page = { transactionId, after, most: AT_ONCE };
    const items = await services.store.read((db) => itemsOfSet(db, speaker, page));
    for (const item of items) {
      const { account_id: accountId, claim_id, type, sending, at } = item;
      const billing = isByProvider ? await billingOf(answering, { accountId, claimId: claim_id, type }) : {};
      const claim: InSet = {
        ...{ claimNumber: claim_id, transactionId, patientControlNumber: '', payer: '', charge: '', memberId: '' },
        ...{ ...billing, sending: Number(sending), since: Number(at) },
      };
      yield { claim, accountId, isOwned: isOwn(answering, item) };
    }
    const last = items.at(-1);
    if (last === undefined || items.length < AT_ONCE) return;
    after = { fileId: last.file_id, place: Number(last.place) };
  }
}

interface OfClaim {
  readonly accountId: string;
  readonly claimId: string;
  readonly type: Claims['type'];
}

/** The billing provider of a claim, read from its 837. */
async function billingOf(
  { services }: Answering,
  { accountId, claimId, type }: OfClaim,
): Promise<Pick<SentClaim, 'billingNpi' | 'billingTaxId'>> {
  const rows = await readRows(services.store, accountId, (queries) => artifactsOfClaim(queries, claimId));
  const document = rows.find(({ usage }) => usage === 'output');
  if (document === undefined) return {};
  const { engine, claims } = await services.claims.engines.of(type);
  const { interchanges } = await engine.parse(await services.artifacts.read(document));
  const data = interchanges[0]?.groups[0]?.transactions[0]?.data;
  if (data === undefined) return {};
  const [judged] = await services.heavyTurns.run(accountId, () => claims.judge(data, { now: services.clock.now() }));
  const billing = isObject(judged?.normal.billing) ? judged.normal.billing : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { billingNpi: text(billing.npi), billingTaxId: text(billing.employerId) ?? text(billing.ssn) };
}
