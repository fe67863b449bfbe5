import type {
  AcknowledgmentTree,
  BatchTree,
  ClaimReport,
  ClaimReportCodec,
  ProviderTree,
  ReportOrigin,
} from 'ediloom/claims';

/** What of a 277CA is about the claims of one account. */
export interface PartOf {
  /** Places of the claims in the set, from 0, in the order in which it has them. */
  readonly claims: ReadonlySet<number>;
  /** BHT03s of batches that are refused with no claim below, and whose claims are of the account. */
  readonly batches: ReadonlySet<string>;
}

/**
 * The tree with these claims alone. Of a batch that has others, too, totals and texts are left out: they speak of those as well. What holds none of them is
 * left out as a whole.
 */
export function partOfTree(tree: AcknowledgmentTree, part: PartOf): AcknowledgmentTree {
  let next = 0;
  const sources = (tree.sources ?? []).flatMap((source) => {
    const batches = (source.batches ?? []).flatMap((batch) => {
      const from = next;
      const providers = (batch.providers ?? []).flatMap((provider) => partOfProvider(provider) ?? []);
      const isOwn = providers.length > 0 || (next === from && part.batches.has(batch.transactionId?.trimEnd() ?? ''));
      if (!isOwn) return [];
      const isWhole = Array.from({ length: next - from }, (_, at) => from + at).every((at) => part.claims.has(at));
      return [{ ...(isWhole ? batch : withoutOthers(batch)), providers: isWhole ? batch.providers : providers }];
    });
    return batches.length === 0 ? [] : [{ ...source, batches }];
  });
  return { ...tree, sources };

  function partOfProvider(provider: ProviderTree): ProviderTree | undefined {
    let others = 0;
    const patients = (provider.patients ?? []).flatMap((patient) => {
      const claims = (patient.claims ?? []).filter(() => {
        const isOwn = part.claims.has(next++);
        if (!isOwn) others++;
        return isOwn;
      });
      return claims.length === 0 ? [] : [{ ...patient, claims }];
    });
    if (patients.length === 0) return undefined;
    return { ...(others === 0 ? provider : withoutOthers(provider)), patients };
  }
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

/** The JSON of the 277 report of a part of a set. @param tree as `partOfTree` or `singleParts` gives it. */
export function partOfReport(
  reports: ClaimReportCodec,
  tree: AcknowledgmentTree,
  { origin, controlNumber }: OfSet,
): ClaimReport | undefined {
  const { transaction } = reports.encode(tree);
  const report = reports.toReport(transaction.data, origin);
  return report && { ...report, transactions: report.transactions.map((one) => ({ controlNumber, ...one })) };
}
