import { type ClaimEntry, stateSaid, type Tie, tieClaim } from 'ediloom/claims';
import { type Answering, isListing, isOwn } from './answering.js';
import { type Candidate, describedCandidates } from './candidates.js';
import type { ClaimSaid, FoundClaim, SaidOfClaim } from './outcome.js';
import { reasonsOfStatuses } from './reasons.js';

/** Claims that are named where several fit. */
const MOST_CANDIDATES = 20;
/** REF02 as the guide has it: what is longer is no number of a claim, and would be shown with it at each look. */
const LONGEST_NUMBER = 50;

export type TiedEntry =
  | { readonly kind: 'claim'; readonly claim: ClaimSaid }
  /** Of another route: the answer is applied for that, too. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'unmatched'; readonly why: 'none' | 'several'; readonly candidates: readonly string[] };

/** Which claim a 277CA speaks of, and which sending of it. @param named those that it may name by a number of ours. */
export async function tieClaimEntry(
  answering: Answering,
  entry: ClaimEntry,
  named: readonly Candidate[],
  said: SaidOfClaim,
): Promise<TiedEntry> {
  const payer = answering.answer.route_id;
  const byNumber = tieClaim(entry, named, { payer });
  const tie =
    byNumber.found === 'none' ? byDescription(entry, await describedCandidates(answering, entry), payer) : byNumber;
  if (tie.found === 'one' && !isOwn(answering, tie.claim.row)) return { kind: 'elsewhere' };
  if (tie.found === 'one') return { kind: 'claim', claim: { claim: foundClaim(tie.claim, entry), said } };
  if (!isListing(answering)) return { kind: 'elsewhere' };
  if (tie.found === 'none') return { kind: 'unmatched', why: 'none', candidates: [] };
  const candidates = tie.claims.slice(0, MOST_CANDIDATES).map(({ row }) => row.id);
  return { kind: 'unmatched', why: 'several', candidates };
}

/**
 * By what a claim is, and not what we call it: that counts for the one that is open. Where none is, and one that was refused is the only one of them, it is
 * that: the same is said again, or what was said before it comes late.
 */
function byDescription(entry: ClaimEntry, alike: readonly Candidate[], payer: string): Tie<Candidate> {
  const open = alike.filter(({ row }) => row.state !== 'REJECTED');
  return tieClaim(entry, open.length > 0 ? open : alike, { payer });
}

function foundClaim({ row }: Candidate, { transactionId }: ClaimEntry): FoundClaim {
  const told = transactionId?.trimEnd();
  // The BHT03 of an earlier file speaks of that sending; what names none, of the last one that was sent.
  const sending = row.sendings.findLast(({ transaction_id }) => transaction_id === told) ?? row.sendings.at(-1);
  const { account_id: accountId, id: claimId } = row;
  return { accountId, claimId, sending: sending?.sending ?? 1, since: sending?.at ?? 0 };
}

/** What an entry says of its claim. @param at when, by the head of its set. */
export function saidOfEntry({ statuses, lines, payerClaimNumber }: ClaimEntry, at: number): SaidOfClaim {
  const state = stateSaid(statuses)?.state;
  const number = payerClaimNumber?.trimEnd();
  return {
    ...{ state, at },
    reasons: reasonsOfStatuses(statuses, state === 'REJECTED' ? lines : []),
    ...(isNumber(number) ? { payerNumber: number } : {}),
  };
}

function isNumber(number: string | undefined): number is string {
  return number !== undefined && number !== '' && number.length <= LONGEST_NUMBER;
}
