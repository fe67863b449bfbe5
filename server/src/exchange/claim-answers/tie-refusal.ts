import { type BatchEntry, isRefusedWhole, type ProviderEntry, tieRefusal } from 'ediloom/claims';
import { type Answering, listed } from './answering.js';
import { BatchClaims } from './claims-of-batch.js';
import { type ClaimSaid, NOTHING, type Outcome, type SaidOfClaim } from './outcome.js';
import { reasonsOfStatuses } from './reasons.js';

/** Ties refusals of one set. A payer that repeats one says nothing new by it: the claims of each are looked up once. */
export class Refusals {
  readonly #answering: Answering;
  readonly #at: number;
  readonly #batches: BatchClaims;
  /** Those that have taken claims down, or are not about claims of the route. */
  readonly #tied = new Set<string>();

  /** @param at when, by the head of the set. */
  constructor(answering: Answering, at: number) {
    this.#answering = answering;
    this.#at = at;
    this.#batches = new BatchClaims(answering);
  }

  async tie(entry: BatchEntry | ProviderEntry): Promise<Outcome> {
    const key = keyOf(entry);
    if (this.#tied.has(key)) return NOTHING;
    const outcome = await tieRefused(this.#answering, this.#batches, entry, this.#at);
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
async function tieRefused(
  answering: Answering,
  batches: BatchClaims,
  entry: BatchEntry | ProviderEntry,
  at: number,
): Promise<Outcome> {
  if (!isRefusedWhole(entry)) return NOTHING;
  const said: SaidOfClaim = { state: 'REJECTED', reasons: reasonsOfStatuses(entry.statuses), at };
  const claims = new Map<string, ClaimSaid>();
  let isKnown = false;
  for (const { claim, accountId, isOwned } of await batches.of(entry)) {
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
  if (claims.size > 0) return { kind: 'claims', claims: [...claims.values()] };
  if (isKnown) return NOTHING;
  const shown = { transactionId: entry.transactionId, codes: said.reasons };
  return listed(answering, { said: '277CA', why: 'none', candidates: [], content: { said, shown } });
}
