import type { Clock } from '../../src/clock.js';
import { ulid, uuid } from '../../src/ids.js';
import { firstDeadline } from '../../src/resources/claims/deadlines.js';
import { type ClaimMove, moveClaims } from '../../src/resources/claims/moves.js';
import { insertClaims, type NewClaim } from '../../src/resources/claims/rows.js';
import type { ClaimSettings } from '../../src/resources/payer-routes/claim-settings.js';
import type { ClaimFiles, Claims } from '../../src/store/claim-tables.js';
import type { TestApp } from './test-app.js';

/** Rows of claims as if they had been taken in, without any document. */
export const PLANTED_ROUTE = '0197a000-0000-7000-8000-000000000009';

type World = Pick<TestApp, 'services' | 'queries'> & { readonly clock: Clock };

/** A route that says this of claims. */
export async function plantRoute(
  { services, clock }: World,
  claims: ClaimSettings = {},
  id = PLANTED_ROUTE,
): Promise<string> {
  const now = clock.now();
  await services.store.write((tx) =>
    tx
      .insertInto('payer_routes')
      .values({
        ...{ id, name: `route ${id.slice(-3)}`, kind: 'x12-post', enabled: 1, position: 100 },
        ...{ settings: JSON.stringify({ claims }), created_at: now, updated_at: now },
      })
      .execute(),
  );
  return id;
}

/** @returns the ids of claims that wait to be sent. */
export async function plantClaims(
  { clock, queries }: Pick<World, 'clock' | 'queries'>,
  count: number,
  more: Partial<NewClaim> = {},
): Promise<readonly string[]> {
  const now = clock.now();
  const rows = Array.from({ length: count }, (): NewClaim => {
    const id = ulid(clock);
    const row: Omit<NewClaim, 'due_at'> = {
      ...{ id, mode: 'production', type: 'professional', source: 'json', payer_id: 'LAKES', route_id: PLANTED_ROUTE },
      ...{ state: 'QUEUED', sending: 1, trace_id: ulid(clock), patient_index: `p ${id}`, answer_index: null },
      ...{ claim_index: null, line_count: 1, file_id: null, overdue_since: null, payer_number: null },
      ...{ created_at: now, updated_at: now, expires_at: null },
    };
    return { ...row, ...more, due_at: firstDeadline({ route_id: PLANTED_ROUTE, ...more, created_at: now }, undefined) };
  });
  await queries((own) => insertClaims(own, clock, rows));
  return rows.map(({ id }) => id).sort();
}

/** A file of claims, whose bytes nobody looks for; the claims are in it, each with a set of its own. */
export async function plantFile(
  { clock, queries }: World,
  claimIds: readonly string[],
  more: Partial<ClaimFiles> = {},
): Promise<string> {
  const now = clock.now();
  const id = uuid();
  await queries(async (own) => {
    const claims = await own.from('claims').selectAll().where('id', 'in', claimIds).orderBy('id').execute();
    await own
      .insert('claim_files', {
        ...{ id, route_id: PLANTED_ROUTE, type: 'professional', state: 'WRITTEN', claim_count: claimIds.length },
        ...{ artifact_id: uuid(), interchange_number: '000000001', group_number: 1, attempts: 0, failure: null },
        handing_since: null,
        handed_by: null,
        ...{ carrier_account_id: null, execution_id: null, sent_at: null, expires_at: null },
        ...{ created_at: now, updated_at: now },
        ...more,
      })
      .execute();
    const items = claims.map(({ id: claim_id, sending, trace_id }, at) => ({
      ...{ file_id: id, place: at + 1, claim_id, sending: Number(sending), transaction_id: trace_id },
      set_number: String(at + 1).padStart(4, '0'),
    }));
    for (const item of items) await own.insert('claim_file_items', item).execute();
    await own.update('claims').set({ file_id: id }).where('id', 'in', claimIds).execute();
  });
  return id;
}

/** Says something of claims, now. */
export function say(
  { clock, queries }: World,
  claimIds: readonly string[],
  said: Pick<ClaimMove, 'state'> & Partial<ClaimMove>,
) {
  const moves = claimIds.map((claimId) => ({ claimId, sending: 1, source: 'somebody', at: clock.now(), ...said }));
  return queries((own) => moveClaims(own, clock, moves));
}

export function claimRow({ queries }: World, id: string | undefined): Promise<Claims> {
  return queries((own) =>
    own
      .from('claims')
      .selectAll()
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow(),
  );
}
