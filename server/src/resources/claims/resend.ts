import type { Clock } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { ClaimHistory, Claims } from '../../store/claim-tables.js';
import { grouped } from '../../store/grouped.js';
import { listOf } from '../../store/value-list.js';
import type { EventServices } from '../events/rows.js';
import { shownByPayer, wasLost } from './earlier-sendings.js';
import { lockClaims } from './lock-claims.js';
import { historiesOf } from './moves.js';
import { tellMoves } from './told-moves.js';

/** Why a claim is not sent again, in the words that an operator is shown. */
export const KEPT_BACK = {
  unknown: 'there is no such claim',
  test: 'it is a test, and goes nowhere',
  'under-way': 'it waits to be sent, or is on its way; files that go no further are in claims held',
  'not-overdue': 'it was handed over, and is not overdue: its 999 may still come',
  received: 'the payer has taken its set: ask the payer',
  accepted: 'the payer has it',
  'refused-itself': 'the payer has refused the claim itself: it is to be corrected, and handed in anew',
} as const;
export type KeptBack = keyof typeof KEPT_BACK;

/** What becomes of a claim that is to be sent again. */
export interface Resent {
  readonly id: string;
  /** As it was before; `undefined`: there is none. */
  readonly row: Claims | undefined;
  /** `undefined`: it is sent again. */
  readonly keptBack: KeptBack | undefined;
}

/** What says that a claim is sent again; once for each sending. */
const RESENT = 'resent';

/** Says of each claim whether it could be sent again, and changes nothing. */
export async function judgeResending(queries: AccountQueries, ids: readonly string[]): Promise<readonly Resent[]> {
  const rows = await queries.from('claims').selectAll().where('id', 'in', listOf(queries.tx, ids)).execute();
  return judged(queries, ids, rows as readonly Claims[]);
}

/**
 * Has claims wait for a file once more, those that were lost on their way: refused by a TA1 or 999, or handed over with nothing heard in time. They
 * keep their numbers (REF D9, CLM01, BHT03) and their history. Each is locked before it is judged, so that of two who ask the second finds it
 * under way.
 * @param ids few enough for one transaction: 200, say.
 */
export async function resendClaims(
  services: EventServices & { readonly clock: Clock },
  queries: AccountQueries,
  ids: readonly string[],
): Promise<readonly Resent[]> {
  const all = await judged(queries, ids, await lockClaims(queries, ids));
  const resent = all.flatMap(({ row, keptBack }) => (row === undefined || keptBack !== undefined ? [] : row));
  const at = services.clock.now();
  await tellMoves(
    services,
    queries,
    resent.map(({ id, sending }) => ({
      claimId: id,
      state: 'QUEUED',
      sending: Number(sending) + 1,
      source: RESENT,
      at,
    })),
  );
  const moved = resent.map(({ id }) => id);
  await queries
    .update('claims')
    .set((row) => ({ sending: row('sending', '+', 1), file_id: null }))
    .where('id', 'in', listOf(queries.tx, moved))
    .execute();
  return all;
}

async function judged(
  queries: AccountQueries,
  ids: readonly string[],
  rows: readonly Claims[],
): Promise<readonly Resent[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const histories = grouped(await historiesOf(queries, [...byId.keys()]), ({ claim_id }) => claim_id);
  return ids.map((id) => {
    const row = byId.get(id);
    return { id, row, keptBack: row === undefined ? 'unknown' : keptBackFor(row, histories.get(id) ?? []) };
  });
}

type Event = Pick<ClaimHistory, 'state' | 'sending' | 'reasons'>;

function keptBackFor(row: Claims, history: readonly Event[]): KeptBack | undefined {
  if (row.route_id === null || row.mode === 'test') return 'test';
  if (row.state === 'QUEUED') return 'under-way';
  const ofLast = ({ sending }: Event): boolean => Number(sending) === Number(row.sending);
  return byLast(row, history.filter(ofLast)) ?? byEarlier(history.filter((event) => !ofLast(event)));
}

/** By the state, and what was said of the sending that it is of. */
function byLast(row: Claims, history: readonly Event[]): KeptBack | undefined {
  switch (row.state) {
    case 'DELIVERED':
      return row.overdue_since === null ? 'not-overdue' : undefined;
    case 'RECEIVED':
      return 'received';
    case 'ACCEPTED':
    case 'IN_ADJUDICATION':
      return 'accepted';
    case 'REJECTED':
      return wasLost(history) ? undefined : 'refused-itself';
    default:
      return undefined;
  }
}

/** What came late about sendings before, behind a sending that was meant to replace them: it leaves the state, but the payer has the claim. */
function byEarlier(history: readonly Event[]): KeptBack | undefined {
  for (const [, said] of grouped(history, ({ sending }) => Number(sending))) {
    const shown = shownByPayer(said);
    if (shown !== undefined) return shown;
  }
  return undefined;
}
