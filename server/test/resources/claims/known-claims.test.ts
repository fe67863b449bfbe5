import { expect, it } from 'vitest';
import { insertClaims, knownClaims, MOST_KNOWN, type NewClaim } from '../../../src/resources/claims/rows.js';
import { readRows } from '../../../src/store/account-queries.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { openTestStore } from '../../support/open-test-store.js';

const clock = { now: () => 1 };

function claim(mode: NewClaim['mode'], place: number): NewClaim {
  const id = `${mode}-${String(place).padStart(6, '0')}`;
  return {
    ...{ id, mode, type: 'professional', source: 'json', payer_id: 'P', route_id: null, state: 'ACCEPTED', sending: 1 },
    ...{ trace_id: id, patient_index: 'p', answer_index: null, claim_index: 'c', file_id: null, due_at: null },
    ...{ overdue_since: null, payer_number: null, line_count: 1, created_at: place, updated_at: 1, expires_at: null },
  };
}

it('of a number that is used without end the newest claims are looked at', async () => {
  const store = await openTestStore();
  await addAccount(store, 'a');
  const insert = (claims: readonly NewClaim[]) =>
    writeAs(store, 'a', (queries) => insertClaims(queries, clock, claims));
  const known = () =>
    readRows(store, 'a', (queries) =>
      knownClaims(queries, { mode: 'production', patientIndex: 'p', claimIndex: 'c', since: 0 }),
    );
  expect(await known()).toEqual({ isNumberUsed: false, isSentBefore: false });
  await insert([claim('production', 1), ...Array.from({ length: MOST_KNOWN - 1 }, (_, at) => claim('test', at + 2))]);
  expect(await known()).toEqual({ isNumberUsed: true, isSentBefore: true });
  // One more, and it is not looked so far back.
  await insert([claim('test', MOST_KNOWN + 1)]);
  expect(await known()).toEqual({ isNumberUsed: false, isSentBefore: false });
});
