import type { ReportParty } from './acknowledgment.js';

// What a 277CA says of claims, as facts. People's names and numbers stand here as data: none of it belongs into a message.

/** One 277CA. */
export interface ClaimStatuses {
  /** BHT03. */
  readonly reportId?: string | undefined;
  /** BHT04, `2026-01-31`. */
  readonly date?: string | undefined;
  /** In the order of the set. */
  readonly claims: readonly ClaimStatus[];
  /** What was refused as a whole, so that its claims are not told of one by one. */
  readonly refusals: readonly WholeRefusal[];
}

/**
 * What the categories of all STCs of a claim come to. `accepted`: A0, A1, A2 and A5; `rejected`: A3, A4, A6, A7 and A8, or STC03 U beside
 * one that accepts; `undecided`: another category alone (D, E, F, P, R: those of other sets, whose STC03 says nothing here), or none.
 */
export type StatusOutcome = 'accepted' | 'rejected' | 'undecided';

/** 2200D: what was said of one claim. */
export interface ClaimStatus {
  /** TRN02: CLM01 of the claim. */
  readonly patientControlNumber?: string | undefined;
  /** REF D9: the number that a clearinghouse gave it in the 837. */
  readonly claimNumber?: string | undefined;
  /** REF 1K: the payer's own number. */
  readonly payerClaimNumber?: string | undefined;
  /** REF BLT. */
  readonly typeOfBill?: string | undefined;
  /** 2200B TRN02: BHT03 of the 837. */
  readonly transactionId?: string | undefined;
  readonly outcome: StatusOutcome;
  /** Whether the payer made several claims of it (A5). */
  readonly isSplit: boolean;
  /** STC04: decimal text without needless zeros. */
  readonly charge?: string | undefined;
  /** First and last day of service, `2026-01-31`; of a single day the first alone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** 2100A: the payer or clearinghouse that says so. */
  readonly source?: ReportParty | undefined;
  /** 2100C. */
  readonly providers: readonly ReportParty[];
  readonly patient?: ReportParty | undefined;
  /** One for each code, in order: an STC has up to three. */
  readonly statuses: readonly StatusFact[];
  readonly lines: readonly LineStatus[];
}

/** 2220D: what was said of one line. */
export interface LineStatus {
  /** REF FJ: the line's number in the claim. */
  readonly lineControlNumber?: string | undefined;
  /** REF XZ. */
  readonly prescriptionNumber?: string | undefined;
  readonly procedureQualifier?: string | undefined;
  readonly procedureCode?: string | undefined;
  readonly procedureModifiers?: readonly string[] | undefined;
  readonly charge?: string | undefined;
  readonly revenueCode?: string | undefined;
  readonly units?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly statuses: readonly StatusFact[];
}

/** One STC01, STC10 or STC11, with what its STC says beside. */
export interface StatusFact {
  /** Such as `A7`. */
  readonly category?: string | undefined;
  readonly categoryName?: string | undefined;
  /** Such as `562`. */
  readonly status?: string | undefined;
  /** A short name, for those that claims meet often: the whole list is licensed. */
  readonly statusName?: string | undefined;
  /** Whom it is about, such as `85`. */
  readonly entity?: string | undefined;
  readonly entityName?: string | undefined;
  /** STC02, `2026-01-31`. */
  readonly date?: string | undefined;
  /** STC03: `WQ` takes, `U` refuses. */
  readonly action?: string | undefined;
  /** STC12: in words of the payer, which may be about the patient. */
  readonly text?: string | undefined;
}

/** A batch, or what it held of one billing provider, that was refused whole: STC03 U without a patient below. */
export interface WholeRefusal {
  readonly kind: 'batch' | 'provider';
  /** 2200B TRN02: BHT03 of the 837. */
  readonly transactionId?: string | undefined;
  readonly source?: ReportParty | undefined;
  /** 2100C; of a batch none. */
  readonly providers: readonly ReportParty[];
  readonly statuses: readonly StatusFact[];
}
