import { plainDecimal } from '../../mapping/lenses/decimal.js';
import type { BatchEntry, ClaimEntry, ProviderEntry } from './flat-report.js';

/** A claim that was sent and may be meant by a report. */
export interface SentClaim {
  /** REF D9. */
  readonly claimNumber: string;
  /** BHT03. */
  readonly transactionId: string;
  /** CLM01. */
  readonly patientControlNumber: string;
  /** Whatever names the payer's route. */
  readonly payer: string;
  /** CLM02. */
  readonly charge: string;
  /** NM109 of the subscriber. */
  readonly memberId: string;
  /** NM109 of 2010AA. */
  readonly billingNpi?: string | undefined;
  /** REF EI or SY there. */
  readonly billingTaxId?: string | undefined;
}

/** By what a report was tied: REF D9; BHT03 and CLM01; or CLM01, payer, charge and member. */
export type TieRule = 'claim-number' | 'transaction' | 'claim';

export type Tie<Claim extends SentClaim> =
  | { readonly found: 'one'; readonly by: TieRule; readonly claim: Claim }
  /** It fits nothing: to be kept, and shown to somebody. */
  | { readonly found: 'none' }
  /** It fits several, and which one is for a person to say. */
  | { readonly found: 'several'; readonly by: TieRule; readonly claims: readonly Claim[] };

export interface TieOptions {
  /** The route that the report came by; without it, and for another, the third rule ties nothing. */
  readonly payer?: string | undefined;
  /**
   * Whether a number is of the form of your own claim numbers and BHT03s. One that is, and is not the claim's, names another claim: the
   * third rule passes this one over. Default: 26 digits and capitals, the first a digit up to 7, as ULIDs are.
   */
  readonly isOwnNumber?: ((number: string) => boolean) | undefined;
}

/**
 * Which claim a 277CA speaks of, by the first rule that any fits. It is never guessed: where several are left, all are named.
 * @param claims those that are open.
 */
export function tieClaim<Claim extends SentClaim>(
  entry: ClaimEntry,
  claims: Iterable<Claim>,
  { payer, isOwnNumber = isUlid }: TieOptions = {},
): Tie<Claim> {
  const all = [...claims];
  const numbered = all.filter(({ claimNumber }) => isSame(claimNumber, entry.claimNumber));
  if (numbered.length > 0) return tied('claim-number', numbered);
  const named = all.filter((claim) => isSame(claim.patientControlNumber, entry.patientControlNumber));
  const ofTransaction = named.filter((claim) => isSame(claim.transactionId, entry.transactionId));
  if (ofTransaction.length === 1) return tied('transaction', ofTransaction);
  const alike = (ofTransaction.length > 0 ? ofTransaction : named).filter(
    (claim) =>
      isSame(claim.payer, payer) &&
      isSame(claim.memberId, entry.patient?.id) &&
      hasCharge(entry, claim.charge) &&
      !isAnothers(entry.claimNumber, claim.claimNumber) &&
      !isAnothers(entry.transactionId, claim.transactionId),
  );
  if (alike.length === 0 && ofTransaction.length > 0) return tied('transaction', ofTransaction);
  return tied('claim', alike);

  function isAnothers(told: string | undefined, own: string): boolean {
    return told !== undefined && isOwnNumber(told) && !isSame(told, own);
  }
}

/** Whether a batch, or a billing provider's part of it, is refused as a whole (STC03 U), with no patient below whose claims would speak for themselves. */
export function isRefusedWhole({ patients, statuses }: BatchEntry | ProviderEntry): boolean {
  return patients === 0 && statuses.some(({ action }) => action === 'U');
}

/**
 * The claims that a batch or a billing provider's part of it takes down with it: those of its BHT03, and of that provider, where
 * {@link isRefusedWhole} says so.
 */
export function tieRefusal<Claim extends SentClaim>(
  entry: BatchEntry | ProviderEntry,
  claims: Iterable<Claim>,
): readonly Claim[] {
  if (!isRefusedWhole(entry)) return [];
  const ofBatch = [...claims].filter((claim) => isSame(claim.transactionId, entry.transactionId));
  return entry.kind === 'batch' ? ofBatch : ofBatch.filter((claim) => isOfProvider(claim, entry));
}

/** NM108 of the billing provider: an NPI or a tax id. */
function isOfProvider({ billingNpi, billingTaxId }: SentClaim, { providers }: ProviderEntry): boolean {
  return providers.some(
    ({ qualifier, id }) =>
      (qualifier === 'XX' && isSame(billingNpi, id)) || (qualifier === 'FI' && isSame(billingTaxId, id)),
  );
}

function tied<Claim extends SentClaim>(by: TieRule, claims: readonly Claim[]): Tie<Claim> {
  const [claim] = claims;
  if (claim === undefined) return { found: 'none' };
  return claims.length === 1 ? { found: 'one', by, claim } : { found: 'several', by, claims };
}

/** Exactly, but for blanks at the end, which are none of a value in X12; what is missing is like nothing. */
function isSame(one: string | undefined, other: string | undefined): boolean {
  const text = one?.trimEnd() ?? '';
  return text !== '' && text === other?.trimEnd();
}

/** STC04, by its amount. */
function hasCharge({ statuses }: ClaimEntry, charge: string): boolean {
  const amount = plainDecimal(charge);
  const told = statuses.map((status) => plainDecimal(status.charge ?? '')).filter((one) => one !== undefined);
  return amount !== undefined && told.length > 0 && told.every((one) => one === amount);
}

function isUlid(number: string): boolean {
  return /^[0-7][0-9A-Z]{25}$/.test(number);
}
