import { CLAIM_STATES } from 'ediloom/claims';
import { expect, it } from 'vitest';
import { idsAnsweredAs } from '../../../src/resources/claims/answered.js';
import { insertClaims, type NewClaim } from '../../../src/resources/claims/rows.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { openTestStore } from '../../support/open-test-store.js';

function claim(id: string, state: NewClaim['state']): NewClaim {
  return {
    ...{ id, mode: 'production', type: 'dental', source: 'json', payer_id: 'P', route_id: 'r', state, sending: 1 },
    ...{ trace_id: id, patient_index: 'p', answer_index: 'same', claim_index: null, file_id: null, due_at: null },
    ...{ overdue_since: null, payer_number: null, line_count: 1, created_at: 1, updated_at: 1, expires_at: null },
  };
}

it('of claims that an answer describes alike those of each open state are found first, however many were refused', async () => {
  const store = await openTestStore();
  await addAccount(store, 'a');
  const refused = Array.from({ length: 25 }, (_, at) => claim(`refused ${at}`, 'REJECTED'));
  const open = CLAIM_STATES.filter((state) => state !== 'REJECTED');
  await writeAs(store, 'a', (queries) =>
    insertClaims(queries, { now: () => 1 }, [...refused, ...open.map((state) => claim(state, state))]),
  );
  const found = await store.read((db) => idsAnsweredAs(db, 'same'));
  expect(found.slice(0, open.length).sort()).toEqual([...open].sort());
  expect(found.slice(open.length).every((id) => id.startsWith('refused'))).toBe(true);
  expect(found).toHaveLength(open.length + 20);
  expect(await store.read((db) => idsAnsweredAs(db, 'other'))).toEqual([]);
});
