import { isX12Error } from 'ediloom';
import { inPieces } from '../../heavy-turns.js';
import type { ClaimEngines } from '../claims/claim-engines.js';
import { acknowledgeClaims } from './acknowledge-claims.js';
import type { ClaimAnswer } from './claim-answer.js';
import { claimTypeOf } from './claim-type-of.js';
import { type ReceivedSet, readClaimSets } from './read-claim-sets.js';
import { writeReports } from './write-reports.js';

export interface AnsweredClaims {
  /** In the order in which they come; none where all claims of the file are to have none. */
  readonly answers: readonly ClaimAnswer[];
  /** Sets of the file that were taken, and those that were not. */
  readonly accepted: number;
  readonly rejected: number;
}

export interface AnsweringClaims {
  readonly engines: ClaimEngines;
  /** When it is answered, in milliseconds since 1970: the same file is answered by the same bytes at the same time. */
  readonly at: number;
  /** Bytes as they are read, between which others have their turn. */
  readonly pieces?: ((bytes: Uint8Array) => AsyncIterable<Uint8Array>) | undefined;
}

/**
 * A payer that nobody is behind, and that answers any file of 837s: TA1, 999 and 277CA as the member ids say (`CLAIM_ORDERS`).
 * @returns `undefined`: it cannot be read so far as to be answered.
 */
export async function answerClaims(
  x12: Uint8Array,
  { engines, at, pieces = inPieces }: AnsweringClaims,
): Promise<AnsweredClaims | undefined> {
  const type = claimTypeOf(x12);
  const [engine, { claims }, { reports }] = await Promise.all([
    engines.answering(type),
    engines.of(type),
    engines.reports(),
  ]);
  try {
    const sets = await readClaimSets({ engine, claims, type, at }, pieces(x12));
    const orders = sets.flatMap((set) => set.claims.map(({ order }) => order));
    if (orders.length > 0 && orders.every(({ does }) => does === 'silent'))
      return { answers: [], accepted: 0, rejected: 0 };
    const { ta1, x999, accepted } = await acknowledgeClaims(engine, { x12, sets, at, pieces });
    const taken = sets.filter((set) => isAccepted(accepted, set));
    const answers: ClaimAnswer[] = [];
    const afterMs = orders.reduce((latest, order) => Math.max(latest, order.acknowledgedAfterMs), 0);
    if (ta1 !== undefined) answers.push({ kind: 'TA1', x12: ta1, afterMs });
    if (x999 !== undefined) answers.push({ kind: '999', x12: x999, afterMs });
    answers.push(...writeReports({ engine, reports }, taken, { x12, at }));
    // Of what comes at once, an acknowledgment comes first.
    answers.sort((one, other) => one.afterMs - other.afterMs);
    const all = accepted.flat(2).length;
    const count = accepted.flat(2).filter(Boolean).length;
    return { answers, accepted: count, rejected: all - count };
  } catch (error) {
    if (isX12Error(error)) return undefined;
    throw error;
  }
}

/** By interchange, group and set, as an acknowledgment has them. */
function isAccepted(
  accepted: readonly (readonly (readonly boolean[])[])[],
  { interchange, group, transaction }: ReceivedSet,
): boolean {
  return accepted[interchange - 1]?.[group - 1]?.[transaction - 1] === true;
}
