import type {
  AcknowledgmentTree,
  BatchTree,
  ClaimBranch,
  ProviderTree,
  Receipt,
  ReportIdentifier,
  ReportLine,
  ReportParty,
  ReportStatus,
  ReportTotals,
} from './acknowledgment.js';

/** What one 277CA says, thing by thing. */
export interface ReceivedReport {
  /** BHT03. */
  readonly reportId?: string | undefined;
  /** BHT04, CCYYMMDD. */
  readonly date?: string | undefined;
  /** BHT05, HHMM to HHMMSSDD. */
  readonly time?: string | undefined;
  /** 2200A of every source. */
  readonly receipts: readonly Receipt[];
  /** In the order of the set: a batch before its providers, a provider before the claims. */
  readonly entries: readonly ReportEntry[];
}

export type ReportEntry = BatchEntry | ProviderEntry | ClaimEntry;

/** What all of them have from above. */
interface Around {
  /** 2100A: the payer or clearinghouse that reports. */
  readonly source?: ReportParty | undefined;
  /** 2200B TRN02: BHT03 of the 837. */
  readonly transactionId?: string | undefined;
  readonly statuses: readonly ReportStatus[];
}

/** Of all that one 837 held: 2200B. */
export interface BatchEntry extends Around {
  readonly kind: 'batch';
  readonly receiver?: ReportParty | undefined;
  readonly totals?: ReportTotals | undefined;
  /** Patients below it (2000D), whose claims are told of by themselves. */
  readonly patients: number;
}

/** Of all claims of a billing provider in it: 2200C. */
export interface ProviderEntry extends Around {
  readonly kind: 'provider';
  /** 2100C. */
  readonly providers: readonly ReportParty[];
  readonly identifiers: readonly ReportIdentifier[];
  /** 2200C TRN02; many write `0`. */
  readonly traceNumber?: string | undefined;
  readonly totals?: ReportTotals | undefined;
  readonly patients: number;
}

/** Of one claim: 2200D and its lines. */
export interface ClaimEntry extends Around, Omit<ClaimBranch, 'statuses' | 'period' | 'lines'> {
  readonly kind: 'claim';
  readonly providers: readonly ReportParty[];
  readonly patient?: ReportParty | undefined;
  /** First and last day, CCYYMMDD; of a single day the first alone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly lines: readonly LineEntry[];
}

export interface LineEntry extends Omit<ReportLine, 'statuses' | 'period'> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly statuses: readonly ReportStatus[];
}

/** The tree as a list. Whatever is missing above or below is left out, so that broken reports are read as far as they go. */
export function flatReport({ reportId, date, time, sources = [] }: AcknowledgmentTree): ReceivedReport {
  return {
    ...{ reportId, date, time },
    receipts: sources.flatMap(({ receipts = [] }) => receipts),
    entries: sources.flatMap(({ source, batches = [] }) => batches.flatMap((batch) => entriesOf(batch, source))),
  };
}

function entriesOf(batch: BatchTree, source: ReportParty | undefined): readonly ReportEntry[] {
  const { transactionId, receiver, totals, statuses = [], providers = [] } = batch;
  const around = { source, transactionId };
  const below = providers.flatMap((provider) => entriesOfProvider(provider, around));
  const count = providers.reduce((sum, { patients = [] }) => sum + patients.length, 0);
  return [{ kind: 'batch', ...around, receiver, totals, statuses, patients: count }, ...below];
}

function entriesOfProvider(provider: ProviderTree, around: Omit<Around, 'statuses'>): readonly ReportEntry[] {
  const { names = [], identifiers = [], traceNumber, totals, statuses = [], patients = [] } = provider;
  const below = patients.flatMap(({ patient, claims = [] }) =>
    claims.map((claim) => claimEntry(claim, { ...around, patient, providers: names })),
  );
  const own = { ...around, providers: names, identifiers, traceNumber, totals, statuses };
  return [{ kind: 'provider', ...own, patients: patients.length }, ...below];
}

type AroundClaim = Pick<ClaimEntry, 'source' | 'transactionId' | 'patient' | 'providers'>;

function claimEntry({ period, lines = [], statuses = [], ...own }: ClaimBranch, around: AroundClaim): ClaimEntry {
  return { kind: 'claim', ...around, ...own, ...daysOf(period), statuses, lines: lines.map(lineEntry) };
}

function lineEntry({ period, statuses = [], ...own }: ReportLine): LineEntry {
  return { ...own, ...daysOf(period), statuses };
}

function daysOf(period: string | undefined): { readonly from?: string | undefined; readonly to?: string | undefined } {
  const [from, to] = period?.split('-') ?? [];
  return { from, to };
}
