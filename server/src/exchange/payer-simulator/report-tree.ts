import type { AcknowledgmentTree, BatchTree, ClaimBranch, ProviderTree, ReportStatus } from 'ediloom/claims';
import { type OrderedStatus, refuses } from './claim-orders.js';
import { hashOf, type ReceivedClaim, type ReceivedSet } from './read-claim-sets.js';

interface When {
  /** What is said so many milliseconds behind the time at which answers come. */
  readonly afterMs: number;
  /** That time. */
  readonly at: number;
}

/** What is said of a claim by one report. */
interface Entry {
  readonly claim: ReceivedClaim;
  readonly said: OrderedStatus;
}

/** The 277CA of a set, with what is said of its claims at one time; `undefined`: nothing is. */
export function reportTree({ claims }: ReceivedSet, { afterMs, at }: When): AcknowledgmentTree | undefined {
  const entries = claims.flatMap((claim) =>
    claim.order.said.filter((said) => said.afterMs === afterMs).map((said): Entry => ({ claim, said })),
  );
  const tree = entries[0]?.claim.tree;
  const source = tree?.sources?.[0];
  const batch = source?.batches?.[0];
  if (tree === undefined || source === undefined || batch === undefined) return undefined;
  const reportId = hashOf(batch.transactionId ?? '', String(at), String(afterMs))
    .slice(0, 20)
    .toUpperCase();
  const isRefused = entries.some(({ claim }) => claim.order.refusesBatch === true);
  return {
    ...{ structure: tree.structure, reportId, date: tree.date, time: tree.time },
    sources: [
      {
        // It is the payer that answers, not who has taken the claims in.
        source: { ...source.source, entity: 'PR', qualifier: 'PI' },
        receipts: source.receipts?.map((receipt) => ({ ...receipt, traceNumber: reportId })),
        batches: [isRefused ? refusedBatch(batch, entries) : takenBatch(batch, entries)],
      },
    ],
  };
}

function takenBatch(batch: BatchTree, entries: readonly Entry[]): BatchTree {
  const accepted = entries.filter(({ said }) => !refuses(said));
  const rejected = entries.filter(({ said }) => refuses(said));
  const statuses = batch.statuses?.map((status) => ({ ...status, charge: chargeOf(entries) }));
  return {
    ...{ receiver: batch.receiver, transactionId: batch.transactionId, statuses },
    totals: {
      ...(accepted.length === 0 ? {} : { accepted: String(accepted.length), acceptedCharge: chargeOf(accepted) }),
      ...(rejected.length === 0 ? {} : { rejected: String(rejected.length), rejectedCharge: chargeOf(rejected) }),
    },
    providers: providersOf(entries),
  };
}

function refusedBatch({ receiver, transactionId, statuses }: BatchTree, entries: readonly Entry[]): BatchTree {
  const charge = chargeOf(entries);
  const date = statuses?.[0]?.date;
  return {
    ...{ receiver, transactionId },
    statuses: [{ codes: [{ category: 'A3', status: '24', entity: '41' }], date, action: 'U', charge }],
    totals: { rejected: String(entries.length), rejectedCharge: charge },
  };
}

/** Claims below who bills them. */
function providersOf(entries: readonly Entry[]): readonly ProviderTree[] {
  const providers = new Map<
    string,
    { tree: ProviderTree; patients: NonNullable<ProviderTree['patients']>[number][] }
  >();
  for (const entry of entries) {
    const provider = providerOf(entry);
    const [patient] = provider?.patients ?? [];
    if (provider === undefined || patient === undefined) continue;
    const name = JSON.stringify(provider.names);
    const known = providers.get(name) ?? { tree: provider, patients: [] };
    providers.set(name, known);
    known.patients.push({ ...patient, claims: patient.claims?.map((claim) => branchOf(claim, entry)) });
  }
  return [...providers.values()].map(({ tree, patients }) => ({ ...tree, patients }));
}

function providerOf({ claim: { tree } }: Entry): ProviderTree | undefined {
  return tree.sources?.[0]?.batches?.[0]?.providers?.[0];
}

function statusIn(entry: Entry): ReportStatus | undefined {
  return providerOf(entry)?.patients?.[0]?.claims?.[0]?.statuses?.[0];
}

function branchOf(claim: ClaimBranch, { said }: Entry): ClaimBranch {
  const { category, status, entity, isNumberless } = said;
  const { date, charge } = claim.statuses?.[0] ?? {};
  const isRefused = refuses(said);
  const number = isNumberless || claim.claimNumber === '' ? undefined : claim.claimNumber;
  return {
    ...claim,
    claimNumber: number,
    // A payer gives what it takes a number of its own.
    ...(isRefused ? {} : { payerClaimNumber: payerNumber(claim) }),
    statuses: [{ codes: [{ category, status, entity }], date, action: isRefused ? 'U' : 'WQ', charge }],
  };
}

/** The same for the same claim, however often it is told. */
function payerNumber({ claimNumber = '', patientControlNumber = '' }: ClaimBranch): string {
  return `SIM${hashOf(claimNumber, patientControlNumber).slice(0, 12).toUpperCase()}`;
}

/** The charges of claims together, which are amounts with two decimals at most. */
function chargeOf(entries: readonly Entry[]): string {
  const cents = entries.reduce((sum, entry) => sum + Math.round(Number(statusIn(entry)?.charge ?? 0) * 100), 0);
  return String(cents / 100);
}
