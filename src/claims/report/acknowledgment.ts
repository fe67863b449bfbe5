// What a 277CA says, in JSON of our own. People's names and numbers stand here as data: none of it belongs into a message.

/** A 277CA as the table has it: the tree of the set. */
export interface AcknowledgmentTree {
  /** BHT01: `0085` in every 277CA. */
  readonly structure?: string | undefined;
  /** BHT03: the report's own number. */
  readonly reportId?: string | undefined;
  /** BHT04, CCYYMMDD. */
  readonly date?: string | undefined;
  /** BHT05, HHMM to HHMMSSDD. */
  readonly time?: string | undefined;
  /** 2000A. */
  readonly sources?: readonly {
    readonly source?: ReportParty | undefined;
    /** 2200A. */
    readonly receipts?: readonly Receipt[] | undefined;
    readonly batches?: readonly BatchTree[] | undefined;
  }[];
}

/** 2000B. */
export interface BatchTree {
  readonly receiver?: ReportParty | undefined;
  readonly transactionId?: string | undefined;
  readonly statuses?: readonly ReportStatus[] | undefined;
  readonly totals?: ReportTotals | undefined;
  readonly providers?: readonly ProviderTree[] | undefined;
}

/** 2000C. */
export interface ProviderTree {
  readonly names?: readonly ReportParty[] | undefined;
  readonly traceNumber?: string | undefined;
  readonly statuses?: readonly ReportStatus[] | undefined;
  readonly identifiers?: readonly ReportIdentifier[] | undefined;
  readonly totals?: ReportTotals | undefined;
  /** 2000D. */
  readonly patients?: readonly {
    readonly patient?: ReportParty | undefined;
    readonly claims?: readonly ClaimBranch[] | undefined;
  }[];
}

/** 2200D. */
export interface ClaimBranch {
  /** TRN02: CLM01 of the claim. */
  readonly patientControlNumber?: string | undefined;
  /** REF D9: the number that the clearinghouse has given. */
  readonly claimNumber?: string | undefined;
  /** REF 1K: the payer's own number, which a replacement or void names. */
  readonly payerClaimNumber?: string | undefined;
  /** REF BLT. */
  readonly typeOfBill?: string | undefined;
  /** DTP 472: CCYYMMDD, or two of them with a hyphen. */
  readonly period?: string | undefined;
  readonly statuses?: readonly ReportStatus[] | undefined;
  readonly lines?: readonly ReportLine[] | undefined;
}

/** 2220D. */
export interface ReportLine {
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
  readonly period?: string | undefined;
  readonly statuses?: readonly ReportStatus[] | undefined;
}

/** One STC. */
export interface ReportStatus {
  /** STC01, STC10, STC11. */
  readonly codes?: readonly ReportCode[] | undefined;
  /** STC02, CCYYMMDD. */
  readonly date?: string | undefined;
  /** STC03: `WQ` takes, `U` refuses. */
  readonly action?: string | undefined;
  /** STC04, as it was written. */
  readonly charge?: string | undefined;
  /** STC12. */
  readonly text?: string | undefined;
}

export interface ReportCode {
  /** Such as `A7`. */
  readonly category?: string | undefined;
  /** Such as `562`. */
  readonly status?: string | undefined;
  /** Whom it is about, such as `85`. */
  readonly entity?: string | undefined;
}

/** An NM1. */
export interface ReportParty {
  /** NM101. */
  readonly entity?: string | undefined;
  /** NM102: 1 person, 2 anything else. */
  readonly entityType?: string | undefined;
  /** NM103. */
  readonly name?: string | undefined;
  readonly firstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly suffix?: string | undefined;
  /** NM108, such as `XX` or `MI`. */
  readonly qualifier?: string | undefined;
  /** NM109. */
  readonly id?: string | undefined;
}

/** A REF of 2200C. */
export interface ReportIdentifier {
  readonly qualifier?: string | undefined;
  readonly identifier?: string | undefined;
}

/** QTY and AMT, as they were written. */
export interface ReportTotals {
  readonly accepted?: string | undefined;
  readonly rejected?: string | undefined;
  readonly acceptedCharge?: string | undefined;
  readonly rejectedCharge?: string | undefined;
}

/** When what was sent came in, and when it was worked on; CCYYMMDD. */
export interface Receipt {
  readonly traceNumber?: string | undefined;
  readonly received?: string | undefined;
  readonly processed?: string | undefined;
}
