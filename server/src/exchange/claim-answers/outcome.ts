import type { ClaimState } from 'ediloom/claims';
import type { UnmatchedContent } from '../../resources/claim-answers/unmatched.js';
import type { UnmatchedClaimAnswers } from '../../store/claim-answer-tables.js';

/** A claim that an answer speaks of, and of which sending. */
export interface FoundClaim {
  readonly accountId: string;
  readonly claimId: string;
  readonly sending: number;
  /** When the file was made that it went in: nothing is said of it before. */
  readonly since: number;
}

/** What is said of a claim. */
export interface SaidOfClaim {
  /** `undefined`: nothing that changes its state. */
  readonly state?: ClaimState | undefined;
  /** JSON: why, in codes and words, without any value. */
  readonly reasons?: string | undefined;
  /** Milliseconds since 1970: when, as far as it says so. */
  readonly at: number;
  /** REF 1K. */
  readonly payerNumber?: string | undefined;
}

export interface ClaimSaid {
  readonly claim: FoundClaim;
  readonly said: SaidOfClaim;
}

/** What comes of one statement of an answer: each has one, so that they can be counted. */
export type Outcome =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'claims'; readonly claims: readonly ClaimSaid[] }
  | ({ readonly kind: 'unmatched' } & Unmatched)
  /** The same, where the answer has as many that are listed as one may have: it is counted. */
  | { readonly kind: 'unlisted' };

/** A statement that fits no claim, or several. */
export interface Unmatched {
  readonly said: UnmatchedClaimAnswers['said'];
  readonly why: UnmatchedClaimAnswers['kind'];
  /** Ids of claims that it fits. */
  readonly candidates: readonly string[];
  readonly content: UnmatchedContent;
}

export const NOTHING: Outcome = { kind: 'nothing' };
