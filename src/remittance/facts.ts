// What an 835 says, as facts. People's names and numbers stand here as data: none of it belongs into a message.

/**
 * An exact amount: decimal text without needless zeros, such as `100`, `-12.5` or `0.4`. What a payer wrote that is no number stands here
 * as it was written. Never a binary float; {@link sumOfAmounts} adds.
 */
export type Amount = string;

/** One payment of a payer to a payee: one transaction set. */
export interface Remittance {
  readonly payment: Payment;
  readonly payer: Payer;
  readonly payee: Payee;
  /** DTM 405: the day up to which the payer's books go, `2026-01-31`. */
  readonly productionDate?: string | undefined;
  /** 2100 of every 2000, in the order of the set. */
  readonly claims: readonly RemittanceClaim[];
  /** Every reason of every PLB. */
  readonly providerAdjustments: readonly ProviderAdjustment[];
  /** Of the payment, its claims and their lines. */
  readonly balance: Balance;
}

/** BPR, TRN and CUR. */
export interface Payment {
  /** BPR01, such as `I`. */
  readonly handling?: string | undefined;
  readonly handlingName?: string | undefined;
  /** BPR02: what is paid. Never negative; what a payee owes beyond it is carried on by a PLB. */
  readonly total?: Amount | undefined;
  /** BPR03: `C` or `D`. */
  readonly creditOrDebit?: string | undefined;
  /** BPR04, such as `ACH` or `CHK`. */
  readonly method?: string | undefined;
  readonly methodName?: string | undefined;
  /** BPR16: the day of the cheque or of the transfer, `2026-01-31`. */
  readonly date?: string | undefined;
  /** TRN02: number of the cheque or of the transfer, by which the money in the bank is found. */
  readonly traceNumber?: string | undefined;
  /** TRN03: who gave that number; with it the number is unique. */
  readonly payerIdentifier?: string | undefined;
  /** CUR02; absent: US dollars. */
  readonly currency?: string | undefined;
}

/** 1000A. */
export interface Payer {
  readonly name?: string | undefined;
  /** N104 with N103 XV. */
  readonly planId?: string | undefined;
  /** REF 2U. */
  readonly payerId?: string | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
}

/** 1000B. */
export interface Payee {
  readonly name?: string | undefined;
  readonly npi?: string | undefined;
  /** N104 with N103 FI, else REF TJ. */
  readonly taxId?: string | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
}

/** A REF. */
export interface Identifier {
  readonly qualifier?: string | undefined;
  readonly identifier?: string | undefined;
}

/**
 * What a CLP02 comes to. `reversed` takes an earlier payment back, and all its amounts have the opposite sign; `forwarded` is none of this
 * payer's claims and went to another; `predetermined` is a price without payment; `unknown` any other code, or none.
 */
export type ClaimOutcome = 'processed' | 'denied' | 'reversed' | 'forwarded' | 'predetermined' | 'unknown';

/** 2100: what became of one claim. */
export interface RemittanceClaim {
  /** CLP01: CLM01 of the claim, or `0` where the payer had none. */
  readonly patientControlNumber?: string | undefined;
  /** CLP02, such as `1`. */
  readonly status?: string | undefined;
  readonly statusName?: string | undefined;
  readonly outcome: ClaimOutcome;
  /** CLP03. */
  readonly charge?: Amount | undefined;
  /** CLP04. Nothing paid is no denial: look at {@link outcome} and at the adjustments. */
  readonly paid?: Amount | undefined;
  /** CLP05. */
  readonly patientResponsibility?: Amount | undefined;
  /** CLP06, such as `12`. */
  readonly claimFiling?: string | undefined;
  readonly claimFilingName?: string | undefined;
  /** CLP07: the payer's own number, which a replacement or void names. */
  readonly payerClaimNumber?: string | undefined;
  /** CLP08. */
  readonly facilityType?: string | undefined;
  /** CLP09. */
  readonly frequency?: string | undefined;
  /** CLP11. */
  readonly diagnosisRelatedGroup?: string | undefined;
  /** REF F8: the payer's number of the claim that this one follows. */
  readonly originalClaimNumber?: string | undefined;
  /** DTM 232 and 233: first and last day of service, `2026-01-31`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** DTM 050: the day on which the payer got the claim. */
  readonly received?: string | undefined;
  /** DTM 036: the day on which the cover ended. */
  readonly coverageExpired?: string | undefined;
  /** NM1 QC. */
  readonly patient?: Party | undefined;
  /** NM1 IL, where it is not the patient. */
  readonly subscriber?: Party | undefined;
  /** NM1 74: the name or number as the payer has it. */
  readonly corrected?: Party | undefined;
  /** NM1 82. */
  readonly rendering?: Party | undefined;
  /** NM1 TT: to whom the payer has forwarded the claim. */
  readonly crossoverCarrier?: Party | undefined;
  /** NM1 PR: the payer that must be asked before this one. */
  readonly priorityPayer?: Party | undefined;
  /** NM1 GB. */
  readonly otherSubscriber?: Party | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
  /** AMT: for information, outside of the balance. */
  readonly amounts?: readonly QualifiedAmount[] | undefined;
  /** Those of the claim itself; a line has its own. The same adjustment never stands at both. */
  readonly adjustments: readonly Adjustment[];
  /** What claim and lines were adjusted by, a group each; where an amount is none, the group is left out. */
  readonly adjustedByGroup: readonly GroupTotal[];
  /** MIA and MOA. */
  readonly remarks: readonly Remark[];
  readonly lines: readonly RemittanceLine[];
  /** Of the claim and its lines. */
  readonly balance: Balance;
}

/** 2110: what became of one line. */
export interface RemittanceLine {
  /** REF 6R: the line's number in the claim. */
  readonly lineControlNumber?: string | undefined;
  /** SVC01-1, such as `HC`. */
  readonly procedureQualifier?: string | undefined;
  readonly procedureCode?: string | undefined;
  readonly procedureModifiers?: readonly string[] | undefined;
  /** SVC06-2: what was sent, where the payer has decided upon another procedure. */
  readonly submittedProcedureCode?: string | undefined;
  readonly submittedModifiers?: readonly string[] | undefined;
  /** SVC04. */
  readonly revenueCode?: string | undefined;
  /** SVC02. */
  readonly charge?: Amount | undefined;
  /** SVC03. */
  readonly paid?: Amount | undefined;
  /** SVC05; absent: 1. */
  readonly units?: string | undefined;
  /** SVC07; absent: as many as were paid. */
  readonly submittedUnits?: string | undefined;
  /** AMT B6. */
  readonly allowed?: Amount | undefined;
  /** First and last day, `2026-01-31`; of a single day the first alone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
  readonly amounts?: readonly QualifiedAmount[] | undefined;
  readonly adjustments: readonly Adjustment[];
  /** LQ. */
  readonly remarks: readonly Remark[];
}

/** An NM1. */
export interface Party {
  /** NM102: 1 person, 2 anything else. */
  readonly entityType?: string | undefined;
  /** NM103: of a person the last name. */
  readonly name?: string | undefined;
  readonly firstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly suffix?: string | undefined;
  /** NM108, such as `XX` for an NPI or `MI` for a member id. */
  readonly qualifier?: string | undefined;
  /** NM109. */
  readonly id?: string | undefined;
}

/** An AMT. */
export interface QualifiedAmount {
  readonly qualifier?: string | undefined;
  readonly amount?: Amount | undefined;
}

/** One reason of a CAS: why a payer paid less. A CAS has up to six. */
export interface Adjustment {
  /** CAS01, such as `CO`. */
  readonly group?: string | undefined;
  readonly groupName?: string | undefined;
  /** CARC, such as `45`. */
  readonly reason?: string | undefined;
  /** A short name, for those that are met often. */
  readonly reasonName?: string | undefined;
  /** Positive where it lowers the payment. */
  readonly amount?: Amount | undefined;
  readonly quantity?: string | undefined;
}

export interface GroupTotal {
  readonly group: string;
  readonly amount: Amount;
}

/** One reason of a PLB: what a payment differs by from its claims. */
export interface ProviderAdjustment {
  /** PLB01. */
  readonly provider?: string | undefined;
  /** PLB02: the last day of the payee's fiscal year, `2026-12-31`. */
  readonly fiscalPeriod?: string | undefined;
  /** PLB03-1, such as `WO`. */
  readonly reason?: string | undefined;
  readonly reasonName?: string | undefined;
  /** PLB03-2: such as the number of the claim that was overpaid. */
  readonly reference?: string | undefined;
  /** Positive where it lowers the payment, negative where it raises it. */
  readonly amount?: Amount | undefined;
}

export interface Remark {
  /** `HE` for a RARC, `RX` for a code of NCPDP. MIA and MOA have RARCs alone. */
  readonly list?: string | undefined;
  readonly code?: string | undefined;
  /** A short name, for those that are met often. */
  readonly name?: string | undefined;
}

/** Whether what was charged, adjusted and paid adds up, to the last decimal. */
export interface Balance {
  readonly balanced: boolean;
  /** Every equation that does not hold, or cannot be judged. */
  readonly imbalances: readonly Imbalance[];
}

export type Imbalance = ImbalancePlace & (Difference | Unjudged);

/** Which equation: that of a line (SVC03), of a claim (CLP04) or of the payment (BPR02). */
export interface ImbalancePlace {
  readonly element: 'SVC03' | 'CLP04' | 'BPR02';
  /** Index of the claim in `claims`; absent for the payment, and in the balance of a claim itself. */
  readonly claim?: number | undefined;
  /** Index of the line in `lines`. */
  readonly line?: number | undefined;
}

export interface Difference {
  readonly reason: 'differs';
  /** What the element should be by the amounts around it. */
  readonly expected: Amount;
  readonly stated: Amount;
  /** `stated` less `expected`. */
  readonly difference: Amount;
}

/** `unreadable`: an amount is missing or no number. `debit`: BPR03 is D, and no rule says how the payment adds up then. */
export interface Unjudged {
  readonly reason: 'unreadable' | 'debit';
}
