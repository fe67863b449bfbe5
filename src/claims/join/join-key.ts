import { requireForm } from '../../model/check-options.js';
import { X12Error } from '../../model/error.js';
import { decodeLatin1 } from '../../syntax/encoding.js';
import { elementsOf, type SingleClaim, SingleClaimReader } from './single-claim.js';

/** How many claims a set has at most: the guides recommend no more CLM than that, and payers refuse them. */
const MOST_CLAIMS = 5_000;

export interface ClaimsPerSet {
  /** How many claims share a set: 1 to 5000. Default 1. */
  readonly claimsPerSet?: number | undefined;
}

/**
 * What must be equal for two claims to go in one file ({@link joinClaims}): delimiters, ISA01 to ISA08, ISA11, ISA12, ISA14 and ISA15, GS01 to
 * GS03, GS07 and GS08; and where claims share sets, the head of the set as well: ST01, ST03, BHT01, BHT02, BHT06, and the loops 1000A and
 * 1000B byte for byte. Nothing of a patient is in it. Keys made for one claim a set and for several are of two kinds.
 * @param interchange one claim in an interchange of its own.
 * @throws X12Error `X12_OPTION_INVALID` for a claimsPerSet out of range, `X12_DATA_INVALID` where it is not one claim, and what the
 * tokenizer throws.
 */
export function claimJoinKey(interchange: Uint8Array, options: ClaimsPerSet = {}): string {
  requireForm('claimJoinKey', 'interchange', interchange, 'bytes');
  requireForm('claimJoinKey', 'options', options, 'object');
  const claimsPerSet = checkedClaimsPerSet(options);
  return keyOf(new SingleClaimReader().read(interchange), claimsPerSet);
}

/** {@link claimJoinKey} of a claim that was read. */
export function keyOf(claim: SingleClaim, claimsPerSet: number): string {
  const { element, component, repetition = '', segment } = claim.delimiters;
  const isa = elementsOf(claim, claim.isa);
  const gs = elementsOf(claim, claim.gs);
  const file = [...isa.slice(1, 9), isa[11], isa[12], isa[14], isa[15], ...gs.slice(1, 4), gs[7], gs[8]];
  const set = claimsPerSet === 1 ? [] : headOf(claim);
  // As JSON, so that separators that do not print can stand in it.
  return JSON.stringify([element + component + repetition + segment, ...file, ...set]);
}

/** @throws X12Error `X12_OPTION_INVALID`. */
export function checkedClaimsPerSet({ claimsPerSet = 1 }: ClaimsPerSet): number {
  if (Number.isInteger(claimsPerSet) && claimsPerSet >= 1 && claimsPerSet <= MOST_CLAIMS) return claimsPerSet;
  throw new X12Error('X12_OPTION_INVALID', `claimsPerSet is a whole number from 1 to ${MOST_CLAIMS}.`, {
    details: { option: 'claimsPerSet' },
  });
}

function headOf(claim: SingleClaim): readonly string[] {
  const st = elementsOf(claim, claim.st);
  const bht = elementsOf(claim, claim.bht);
  const parties = claim.parties.map(({ from, to }) => decodeLatin1(claim.bytes.subarray(from, to)));
  return [st[1], st[3], bht[1], bht[2], bht[6], ...parties].map((value = '') => value);
}
