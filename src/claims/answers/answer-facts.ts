import type { ClaimStatus, ClaimStatuses, StatusOutcome, WholeRefusal } from '../report/status-facts.js';

/** A claim that was sent, by what answers name it. Whatever else you know of it may stand beside, and comes back with its answers. */
export interface AnswerableClaim {
  /** CLM01. */
  readonly patientControlNumber: string;
  /** BHT03 of the 837 that it went in: a 277CA names it, so that claims that were sent again are told apart. */
  readonly transactionId?: string | undefined;
  /** REF D9: the number that you or a clearinghouse gave it. */
  readonly claimNumber?: string | undefined;
  /** CLM02, decimal text. */
  readonly charge?: string | undefined;
  /** NM109 of 2010AA, and REF EI or SY there: for billing providers that are refused as a whole. */
  readonly billingNpi?: string | undefined;
  readonly billingTaxId?: string | undefined;
}

/** What matching asks of a claim of an 835: a `RemittanceClaim` of `ediloom/remittance`, or the same from elsewhere. */
export interface PaidClaim {
  readonly patientControlNumber?: string | undefined;
  /** CLP07. */
  readonly payerClaimNumber?: string | undefined;
  /** REF F8. */
  readonly originalClaimNumber?: string | undefined;
  readonly outcome: PaidOutcome;
  readonly charge?: string | undefined;
  readonly paid?: string | undefined;
  readonly patientResponsibility?: string | undefined;
}

/** As `ClaimOutcome` of `ediloom/remittance`. */
export type PaidOutcome = 'processed' | 'denied' | 'reversed' | 'forwarded' | 'predetermined' | 'unknown';

/** What matching asks of an 835: a `Remittance` of `ediloom/remittance`, or the same from elsewhere. */
export interface PaidClaims {
  readonly payment: {
    readonly traceNumber?: string | undefined;
    readonly payerIdentifier?: string | undefined;
    readonly date?: string | undefined;
    readonly total?: string | undefined;
  };
  readonly claims: readonly PaidClaim[];
}

/** What came back. */
export interface Answers<Paid extends PaidClaims = PaidClaims> {
  /** Of 277CAs. */
  readonly statuses?: Iterable<ClaimStatuses> | undefined;
  /** Of 835s, each of them whole: parts of one would be other payments. */
  readonly remittances?: Iterable<Paid> | undefined;
}

export interface ToldStatus {
  readonly report: ClaimStatuses;
  readonly status: ClaimStatus;
}

export interface ToldRefusal {
  readonly report: ClaimStatuses;
  readonly refusal: WholeRefusal;
}

export interface ToldPayment<Paid extends PaidClaims = PaidClaims> {
  readonly remittance: Paid;
  /** The entry of `remittance.claims`. */
  readonly claim: Paid['claims'][number];
}

/**
 * Where a claim stands by all its answers: by its last payment if there is one, whatever a 277CA says beside; else rejected where any 277CA
 * refuses it, accepted where any takes it. `undecided`: answered with codes that say neither.
 */
export type AnswerStanding = 'unanswered' | StatusOutcome | Exclude<PaidOutcome, 'unknown'>;

/** One claim that was sent, with what was said of it. */
export interface ClaimAnswers<Sent extends AnswerableClaim, Paid extends PaidClaims = PaidClaims> {
  readonly claim: Sent;
  readonly standing: AnswerStanding;
  /** In the order in which they were given, as all lists here. */
  readonly statuses: readonly ToldStatus[];
  /** The first refusal of its batch, and of its billing provider. */
  readonly refusals: readonly ToldRefusal[];
  readonly payments: readonly ToldPayment<Paid>[];
  /** What all payments together paid, reversals taken off, exactly; absent without payment, or where an amount is none. */
  readonly paid?: string | undefined;
  /** What all payments together leave to the patient; where one says nothing of it, it counts nothing. Absent as `paid`. */
  readonly patientResponsibility?: string | undefined;
}

/** An answer that fits several claims: which one is for a person to say. */
export interface AmbiguousAnswer<Answer, Sent extends AnswerableClaim> {
  readonly answer: Answer;
  readonly claims: readonly Sent[];
}

export interface MatchedAnswers<Sent extends AnswerableClaim, Paid extends PaidClaims = PaidClaims> {
  /** One for each claim that was sent, in that order. */
  readonly claims: readonly ClaimAnswers<Sent, Paid>[];
  /** Answers to no claim of these. */
  readonly unmatched: {
    readonly statuses: readonly ToldStatus[];
    readonly refusals: readonly ToldRefusal[];
    readonly payments: readonly ToldPayment<Paid>[];
  };
  readonly ambiguous: {
    readonly statuses: readonly AmbiguousAnswer<ToldStatus, Sent>[];
    readonly payments: readonly AmbiguousAnswer<ToldPayment<Paid>, Sent>[];
  };
  /** Reports and payments that say the same as one before, such as a file that was sent again: they count once. */
  readonly repeated: { readonly statuses: readonly ClaimStatuses[]; readonly remittances: readonly Paid[] };
}
