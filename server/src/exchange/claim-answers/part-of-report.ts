import type {
  AcknowledgmentTree,
  BatchTree,
  ClaimBranch,
  ClaimReport,
  ClaimReportCodec,
  ProviderTree,
  ReportOrigin,
} from 'ediloom/claims';
import { allSteps, type Steps } from '../../heavy-turns.js';

/** What of a 277CA is about the claims of one account. */
export interface PartOf {
  /** Places of the claims in the set, from 0, in the order in which it has them. */
  readonly claims: ReadonlySet<number>;
  /** BHT03s of batches that are refused with no claim below, or of which a billing provider is, and whose claims are of the account. */
  readonly batches: ReadonlySet<string>;
}

type Source = NonNullable<AcknowledgmentTree['sources']>[number];
type Patient = NonNullable<ProviderTree['patients']>[number];

/**
 * The tree of each account, with its claims alone. Of a batch that has others, too, totals and texts are left out: they speak of those as well. What holds
 * none of them is left out as a whole. One walk for all accounts, with a rest behind each patient.
 * @param parts by account; a claim is of one of them.
 */
export function* partsOfTree(
  tree: AcknowledgmentTree,
  parts: ReadonlyMap<string, PartOf>,
): Steps<ReadonlyMap<string, AcknowledgmentTree>> {
  const walk = new Walk(parts);
  const sources = new ByAccount<Source>();
  for (const source of tree.sources ?? []) {
    const batches = new ByAccount<BatchTree>();
    for (const batch of source.batches ?? []) yield* walk.addBatch(batches, batch);
    for (const [account, own] of batches) sources.add(account, { ...source, batches: own });
  }
  return new Map([...parts.keys()].map((account) => [account, { ...tree, sources: sources.get(account) ?? [] }]));
}

/** The same of one account, at a stretch. */
export function partOfTree(tree: AcknowledgmentTree, part: PartOf): AcknowledgmentTree {
  return allSteps(partsOfTree(tree, new Map([['', part]]))).get('') ?? { ...tree, sources: [] };
}

class ByAccount<Tree> extends Map<string, Tree[]> {
  add(account: string, tree: Tree): void {
    const own = this.get(account);
    if (own === undefined) this.set(account, [tree]);
    else own.push(tree);
  }
}

class Walk {
  readonly #owners = new Map<number, string>();
  /** Accounts by the BHT03s of their batches. */
  readonly #refused = new ByAccount<string>();
  /** Place of the next claim. */
  #next = 0;

  constructor(parts: ReadonlyMap<string, PartOf>) {
    for (const [account, { claims, batches }] of parts) {
      for (const place of claims) this.#owners.set(place, account);
      for (const transactionId of batches) this.#refused.add(transactionId, account);
    }
  }

  *addBatch(batches: ByAccount<BatchTree>, batch: BatchTree): Steps<void> {
    const from = this.#next;
    const providers = new ByAccount<ProviderTree>();
    const counts = new Map<string, number>();
    const refusedOf = this.#refused.get(batch.transactionId?.trimEnd() ?? '') ?? [];
    for (const provider of batch.providers ?? []) {
      const before = this.#next;
      for (const [account, count] of yield* this.#addProvider(providers, provider))
        counts.set(account, (counts.get(account) ?? 0) + count);
      // It speaks for claims that nobody names, beside other providers whose claims may be of nobody here.
      if (this.#next === before && isRefused(provider))
        for (const account of refusedOf) providers.add(account, provider);
    }
    const size = this.#next - from;
    if (size === 0) {
      for (const account of refusedOf) batches.add(account, batch);
      return;
    }
    for (const [account, own] of providers) {
      const isWhole = counts.get(account) === size;
      batches.add(account, isWhole ? batch : { ...withoutOthers(batch), providers: own });
    }
  }

  /** @returns how many claims of it are whose. */
  *#addProvider(providers: ByAccount<ProviderTree>, provider: ProviderTree): Steps<ReadonlyMap<string, number>> {
    const from = this.#next;
    const patients = new ByAccount<Patient>();
    const counts = new Map<string, number>();
    for (const patient of provider.patients ?? []) {
      const claims = new ByAccount<ClaimBranch>();
      for (const claim of patient.claims ?? []) {
        const account = this.#owners.get(this.#next++);
        if (account !== undefined) claims.add(account, claim);
      }
      for (const [account, own] of claims) {
        patients.add(account, { ...patient, claims: own });
        counts.set(account, (counts.get(account) ?? 0) + own.length);
      }
      yield;
    }
    for (const [account, own] of patients) {
      const isWhole = counts.get(account) === this.#next - from;
      providers.add(account, { ...(isWhole ? provider : withoutOthers(provider)), patients: own });
    }
    return counts;
  }
}

function isRefused({ statuses = [] }: ProviderTree): boolean {
  return statuses.some(({ action }) => action === 'U');
}

/** Of what holds claims of others, too: without what speaks of all of them. */
export function withoutOthers<Tree extends BatchTree | ProviderTree>({
  totals: _,
  statuses = [],
  ...tree
}: Tree): Tree {
  const silent = statuses.map(({ text: _text, ...status }) => status);
  // The same kind of tree, without members that may be absent.
  return { ...tree, statuses: silent } as unknown as Tree;
}

/** What a report says of the set that it is of. */
export interface OfSet {
  readonly origin: ReportOrigin;
  /** ST02. */
  readonly controlNumber: string;
}

/** The JSON of the 277 report of a part of a set. @param tree as `partsOfTree` or `singleParts` gives it. */
export function* partOfReport(
  reports: ClaimReportCodec,
  tree: AcknowledgmentTree,
  { origin, controlNumber }: OfSet,
): Steps<ClaimReport> {
  const report = yield* reports.treeToReportInSteps(tree, origin);
  return { ...report, transactions: report.transactions.map((one) => ({ controlNumber, ...one })) };
}
