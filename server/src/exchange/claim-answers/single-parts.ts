import type { AcknowledgmentTree, BatchTree, ClaimBranch, ProviderTree } from 'ediloom/claims';
import { withoutOthers } from './part-of-report.js';

type Source = NonNullable<AcknowledgmentTree['sources']>[number];
type Patient = NonNullable<ProviderTree['patients']>[number];

/** Where a claim stands in its set. */
interface Place {
  readonly source: Source;
  readonly batch: Counted<BatchTree>;
  readonly provider: Counted<ProviderTree>;
  readonly patient: Patient;
  readonly claim: ClaimBranch;
}

interface Counted<Tree> {
  readonly tree: Tree;
  /** Claims below it. */
  claims: number;
}

/**
 * What `partOfTree` gives for one claim alone. The tree is walked once for all of them: of a set whose claims are all unknown each of thousands is wanted.
 * @returns by the place of the claim in the set, from 0.
 */
export function singleParts(tree: AcknowledgmentTree): (place: number) => AcknowledgmentTree {
  const places = [...placesIn(tree)];
  return (at) => {
    const place = places[at];
    return { ...tree, sources: place === undefined ? [] : [sourceOf(place)] };
  };
}

function* placesIn({ sources = [] }: AcknowledgmentTree): Generator<Place> {
  for (const source of sources) {
    for (const batchTree of source.batches ?? []) {
      const batch = { tree: batchTree, claims: 0 };
      for (const providerTree of batchTree.providers ?? []) {
        const provider = { tree: providerTree, claims: 0 };
        for (const patient of providerTree.patients ?? []) {
          for (const claim of patient.claims ?? []) {
            batch.claims++;
            provider.claims++;
            yield { source, batch, provider, patient, claim };
          }
        }
      }
    }
  }
}

function sourceOf({ source, batch, provider, patient, claim }: Place): Source {
  if (batch.claims === 1) return { ...source, batches: [batch.tree] };
  const own = provider.claims === 1 ? provider.tree : withoutOthers(provider.tree);
  const providers = [{ ...own, patients: [{ ...patient, claims: [claim] }] }];
  return { ...source, batches: [{ ...withoutOthers(batch.tree), providers }] };
}
