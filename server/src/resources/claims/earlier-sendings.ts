import type { ClaimHistory } from '../../store/claim-tables.js';
import { reasonsOf } from './reasons.js';

/** States of claims that their payer has taken. */
export const TAKEN = ['ACCEPTED', 'IN_ADJUDICATION'] as const satisfies readonly ClaimHistory['state'][];

export type SaidOfSending = Pick<ClaimHistory, 'state' | 'reasons'>;

/** How a payer has shown that it has a claim: it has taken or refused the claim itself, or has taken its set. */
export type ShownByPayer = 'accepted' | 'refused-itself' | 'received';

export function isTaken(state: ClaimHistory['state']): boolean {
  return TAKEN.some((one) => one === state);
}

/** By all that was said of one sending; `undefined`: nothing shows that its payer has the claim by it, or its set was refused. */
export function shownByPayer(said: readonly SaidOfSending[]): ShownByPayer | undefined {
  const has = (...states: readonly ClaimHistory['state'][]) => said.some(({ state }) => states.includes(state));
  if (has(...TAKEN)) return 'accepted';
  if (!wasLost(said)) return 'refused-itself';
  return has('RECEIVED') && !has('REJECTED') ? 'received' : undefined;
}

/** Whether all that refuses it is about what it was sent in. A payer that has ever said something of the claim itself has had it. */
export function wasLost(said: readonly SaidOfSending[]): boolean {
  const refusals = said.filter(({ state }) => state === 'REJECTED');
  return (
    refusals.every((event) => ['TA1', '999'].includes(reasonsOf(event)?.said ?? '')) &&
    !said.some(({ state }) => isTaken(state))
  );
}
