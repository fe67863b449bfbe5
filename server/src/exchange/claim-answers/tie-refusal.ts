import { type BatchEntry, isRefusedWhole, type ProviderEntry, type SentClaim, tieRefusal } from 'ediloom/claims';
import { isObject } from '../../json.js';
import { artifactsOfClaim } from '../../objects/artifact-rows.js';
import { itemsOfSet, type Place } from '../../resources/claims/answered.js';
import { readRows } from '../../store/account-queries.js';
import { isStorable } from '../../store/bindable.js';
import type { Claims } from '../../store/claim-tables.js';
import { type Answering, isOwn, listed } from './answering.js';
import { type ClaimSaid, NOTHING, type Outcome, type SaidOfClaim } from './outcome.js';
import { reasonsOfStatuses } from './reasons.js';

const AT_ONCE = 500;

interface InSet extends SentClaim {
  readonly sending: number;
  readonly since: number;
}

/** Ties refusals of one set. A payer that repeats one says nothing new by it: the claims of each are looked up once. */
export class Refusals {
  readonly #answering: Answering;
  readonly #at: number;
  /** Those that have taken claims down, or are not about claims of the route. */
  readonly #tied = new Set<string>();

  /** @param at when, by the head of the set. */
  constructor(answering: Answering, at: number) {
    this.#answering = answering;
    this.#at = at;
  }

  async tie(entry: BatchEntry | ProviderEntry): Promise<Outcome> {
    const key = keyOf(entry);
    if (this.#tied.has(key)) return NOTHING;
    const outcome = await tieRefused(this.#answering, entry, this.#at);
    if (outcome.kind !== 'unmatched') this.#tied.add(key);
    return outcome;
  }
}

/** By what {@link tieRefusal} finds claims. */
function keyOf(entry: BatchEntry | ProviderEntry): string {
  const { kind, transactionId = '' } = entry;
  const providers = entry.kind === 'batch' ? [] : entry.providers.map(({ qualifier, id }) => [qualifier, id]);
  return JSON.stringify([kind, isRefusedWhole(entry), transactionId.trimEnd(), providers]);
}

/** A batch, or a billing provider's part of it, that is refused as a whole takes its claims down. */
async function tieRefused(answering: Answering, entry: BatchEntry | ProviderEntry, at: number): Promise<Outcome> {
  if (!isRefusedWhole(entry)) return NOTHING;
  const said: SaidOfClaim = { state: 'REJECTED', reasons: reasonsOfStatuses(entry.statuses), at };
  const claims = new Map<string, ClaimSaid>();
  let isKnown = false;
  for await (const some of claimsOfBatch(answering, entry)) {
    for (const { claim, accountId, isOwned } of some) {
      const [refused] = tieRefusal(entry, [claim]);
      if (refused === undefined) continue;
      isKnown = true;
      if (!isOwned) continue;
      const { claimNumber: claimId, sending, since } = claim;
      // Of a claim that went twice under the number the last sending.
      const known = claims.get(claimId);
      if (known === undefined || known.claim.sending < sending)
        claims.set(claimId, { claim: { accountId, claimId, sending, since }, said });
    }
  }
  if (claims.size > 0) return { kind: 'claims', claims: [...claims.values()] };
  if (isKnown) return NOTHING;
  const shown = { transactionId: entry.transactionId, codes: said.reasons };
  return listed(answering, { said: '277CA', why: 'none', candidates: [], content: { said, shown } });
}

interface OfBatch {
  readonly claim: InSet;
  readonly accountId: string;
  /** It went over the route that the answer is applied for. */
  readonly isOwned: boolean;
}

async function* claimsOfBatch(
  answering: Answering,
  entry: BatchEntry | ProviderEntry,
): AsyncGenerator<readonly OfBatch[]> {
  const { services, routes, signal } = answering;
  const transactionId = entry.transactionId?.trimEnd() ?? '';
  if (transactionId === '' || !isStorable(transactionId)) return;
  for (let after: Place = { fileId: '', place: 0 }; ; ) {
    signal.throwIfAborted();
    const page = { transactionId, after, most: AT_ONCE };
    const items = await services.store.read((db) => itemsOfSet(db, routes, page));
    const found: OfBatch[] = [];
    for (const item of items) {
      const { account_id: accountId, claim_id, type, sending, at } = item;
      const billing = entry.kind === 'batch' ? {} : await billingOf(answering, { accountId, claimId: claim_id, type });
      const claim: InSet = {
        ...{ claimNumber: claim_id, transactionId, patientControlNumber: '', payer: '', charge: '', memberId: '' },
        ...{ ...billing, sending: Number(sending), since: Number(at) },
      };
      found.push({ claim, accountId, isOwned: isOwn(answering, item) });
    }
    yield found;
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
