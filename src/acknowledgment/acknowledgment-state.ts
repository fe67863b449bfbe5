import { isAccepted } from './decode-functional.js';
import type { FunctionalAcknowledgment, GroupVerdict } from './functional-acknowledgment.js';

/** What is known of something that was sent. */
export type AcknowledgmentState = 'awaited' | 'accepted' | 'accepted with errors' | 'rejected';

const ORDER: readonly AcknowledgmentState[] = ['awaited', 'accepted', 'accepted with errors', 'rejected'];

/** The worst of several answers; `awaited` where there is none. */
export function worstState(states: Iterable<AcknowledgmentState>): AcknowledgmentState {
  let worst = 0;
  for (const state of states) worst = Math.max(worst, ORDER.indexOf(state));
  return ORDER[worst] ?? 'awaited';
}

/** AK901, IK501 or TA104 by itself; a partially accepted group says nothing of its sets. */
export function stateOf(verdict: GroupVerdict): AcknowledgmentState {
  if (verdict === 'P') return 'awaited';
  if (verdict === 'A') return 'accepted';
  return verdict === 'E' ? 'accepted with errors' : 'rejected';
}

/**
 * The state of the sets that an acknowledgment does not list. Under P they count as accepted only where AK904 has room
 * for all of them: some partners list none but the rejected. Under E, where errors are listed, they are in the others.
 * @param unlisted how many sets of the group are not listed.
 */
export function unlistedState(acknowledgment: FunctionalAcknowledgment, unlisted: number): AcknowledgmentState {
  const { verdict, accepted, transactions } = acknowledgment;
  if (verdict === 'E') return transactions.some((set) => set.verdict === 'E') ? 'accepted' : 'accepted with errors';
  if (verdict !== 'P') return stateOf(verdict);
  const listed = transactions.filter((set) => isAccepted(set.verdict)).length;
  return accepted >= listed + unlisted ? 'accepted' : 'awaited';
}
