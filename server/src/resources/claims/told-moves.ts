import type { ClaimState } from 'ediloom/claims';
import type { Clock } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { detailColumn, type EventType } from '../events/detail.js';
import { type EventServices, type NewEvent, writeEvents } from '../events/rows.js';
import { isTaken } from './earlier-sendings.js';
import { type ClaimMove, type MovedClaim, moveClaims } from './moves.js';

/** {@link moveClaims}, and an event for each claim whose state is another, in the same transaction. */
export async function tellMoves(
  services: EventServices & { readonly clock: Clock },
  queries: AccountQueries,
  moves: readonly ClaimMove[],
  /** By claim: the report that says so, for who wants to read it. */
  reports: ReadonlyMap<string, string> = new Map(),
): Promise<readonly MovedClaim[]> {
  const moved = await moveClaims(queries, services.clock, moves);
  const at = services.clock.now();
  const events = moved.map(({ row, before }): NewEvent => {
    const report = reports.get(row.id);
    return {
      ...{ type: eventOf(before, row.state), mode: row.mode, resourceKind: 'claim', resourceId: row.id, at },
      detail: detailColumn(report === undefined ? {} : { relatedResources: [{ id: report, type: 'claim-report' }] }),
    };
  });
  await writeEvents(services, queries, events);
  return moved;
}

function eventOf(before: ClaimState, after: ClaimState): EventType & `claim.${string}` {
  if (after === 'REJECTED') return 'claim.rejected';
  return isTaken(after) && !isTaken(before) ? 'claim.accepted' : 'claim.updated';
}
