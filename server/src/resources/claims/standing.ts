import { CLAIM_STATES, type ClaimState, standingOf } from 'ediloom/claims';
import type { ClaimHistory, Claims } from '../../store/claim-tables.js';
import { grouped } from '../../store/grouped.js';
import { shownByPayer } from './earlier-sendings.js';

export type ClaimEventRow = Omit<ClaimHistory, 'account_id'>;

/** Where a claim stands, and the events that say so. */
export interface Standing {
  readonly state: ClaimState;
  readonly said: readonly ClaimEventRow[];
}

/** @returns `undefined`: nothing was ever said of it. */
export function lastStanding(history: readonly ClaimEventRow[]): Standing | undefined {
  const last = Math.max(...history.map(({ sending }) => Number(sending)));
  return standingBy(history.filter(({ sending }) => Number(sending) === last));
}

/**
 * Where a claim stands that is to be sent again, has not left so far, and need not: its payer has it by an earlier sending. The furthest of those
 * that show so counts. What was called back by this does not wait again by itself, even where its set is refused later: then that is its state.
 * @param claim as it was before the newest events of its history.
 * @returns `undefined`: its last sending counts.
 */
export function calledBack(
  { state, sending }: Pick<Claims, 'state' | 'sending'>,
  history: readonly ClaimEventRow[],
): Standing | undefined {
  const last = Number(sending);
  const isOver = history.some((one) => Number(one.sending) > last || (Number(one.sending) === last && hasLeft(one)));
  if (last === 1 || isOver) return undefined;
  const earlier = history.filter((one) => Number(one.sending) < last);
  const bySending = [...grouped(earlier, (one) => Number(one.sending))].sort(([one], [other]) => one - other);
  const groups = bySending.map(([, said]) => said);
  const shown = groups.filter((said) => shownByPayer(said) !== undefined);
  const counting = shown.length > 0 || state === 'QUEUED' ? shown : groups.slice(-1);
  return counting
    .flatMap((said) => standingBy(said) ?? [])
    .reduce<Standing | undefined>(
      (one, other) => (one === undefined || !isFurther(one, other) ? other : one),
      undefined,
    );
}

function hasLeft({ state }: ClaimEventRow): boolean {
  return state !== 'QUEUED';
}

function isFurther(one: Standing, other: Standing): boolean {
  return CLAIM_STATES.indexOf(one.state) > CLAIM_STATES.indexOf(other.state);
}

function standingBy(said: readonly ClaimEventRow[]): Standing | undefined {
  const standing = standingOf(said.map(asSaid));
  return standing && { state: standing.state, said };
}

/** As the engine has events; their times compare as texts. */
function asSaid({ state, source, sending, at }: ClaimEventRow) {
  return { state, source, sending: Number(sending), at: new Date(Number(at)).toISOString() };
}
