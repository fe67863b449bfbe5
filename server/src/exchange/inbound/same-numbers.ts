import type { AcknowledgedInterchange } from 'ediloom';
import type { ReadPlan } from '../../reading/reader.js';
import { type DecidedInterchange, heldBehind } from './decide-interchange.js';
import { plannedInterchange } from './judge-file.js';

/** A file whose interchanges are decided for good. */
interface JudgedNumbers {
  readonly decided: readonly DecidedInterchange[];
  /** By place. */
  readonly acknowledged: ReadonlyMap<number, AcknowledgedInterchange>;
}

/**
 * Judges what is to be read of a file. Of those that share a number in it, the first that is not rejected came before the others, as it does
 * over several files; so each is judged, and then decided again.
 * @param judge judges what a plan names; asked a second time only where a copy of a rejected interchange is to hear why, and never more.
 */
export async function judgeDecided(
  { decided, plan }: { readonly decided: readonly DecidedInterchange[]; readonly plan: ReadPlan },
  judge: (plan: ReadPlan) => AsyncIterable<AcknowledgedInterchange>,
): Promise<JudgedNumbers> {
  const acknowledged = new Map<number, AcknowledgedInterchange>();
  if (decided.some(({ fate }) => fate === 'read')) {
    for await (const one of judge(plan)) acknowledged.set(one.interchange, one);
  }
  const settled = settleNumbers(decided, acknowledged);
  const { copies } = settled;
  if (copies.size === 0) return { decided: settled.decided, acknowledged };
  const interchanges = settled.decided.map((one) => (copies.has(one.place) ? plannedInterchange(one) : undefined));
  for await (const one of judge({ guides: plan.guides, interchanges })) acknowledged.set(one.interchange, one);
  const other = settled.decided.find((one) => copies.has(one.place) && !isRejected(one, acknowledged));
  if (other !== undefined) throw new Error(`Interchange ${other.place} was judged otherwise than its copy before it.`);
  return { decided: settled.decided, acknowledged };
}

interface SettledNumbers {
  readonly decided: readonly DecidedInterchange[];
  /** Places of those that were taken for duplicates, and are copies of what was rejected: they are rejected for the same. */
  readonly copies: ReadonlySet<number>;
}

/** @param acknowledged what each that is read came to, where those with the bytes of one before it were taken for duplicates. */
export function settleNumbers(
  decided: readonly DecidedInterchange[],
  acknowledged: ReadonlyMap<number, Pick<AcknowledgedInterchange, 'verdict' | 'accepted'>>,
): SettledNumbers {
  /** SHA-256 of the first of each number that is not rejected. */
  const first = new Map<string, string>();
  const copies = new Set<number>();
  const settled = decided.map((one): DecidedInterchange => {
    const { shares, outlined, place } = one;
    if (shares === undefined) return one;
    const before = first.get(shares);
    if (before !== undefined) return before === outlined.sha256 ? one : heldBehind(one);
    if (one.isDuplicate) {
      copies.add(place);
      return { ...one, isDuplicate: false, faults: [] };
    }
    if (!isRejected(one, acknowledged)) first.set(shares, outlined.sha256);
    return one;
  });
  return { decided: settled, copies };
}

/** As its state will be: nothing of it is accepted, though there is something in it. */
function isRejected(
  { place, outlined }: DecidedInterchange,
  acknowledged: Parameters<typeof settleNumbers>[1],
): boolean {
  const judged = acknowledged.get(place);
  if (judged === undefined) throw new Error(`Interchange ${place} of the file was read, and not judged.`);
  if (judged.verdict.acknowledgmentCode === 'R') return true;
  const isEmpty = outlined.groups.every(({ transactions }) => transactions === 0);
  return !isEmpty && !judged.accepted.some((sets) => sets.includes(true));
}
