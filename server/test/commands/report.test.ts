import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.js';
import { REPORT_COMMANDS } from '../../src/commands/report.js';
import { createRoute } from '../../src/resources/payer-routes/save-route.js';
import { soundRoute } from '../../src/resources/payer-routes/sound-route.js';
import { writeAs } from '../support/accounts.js';
import { insertPayers } from '../support/eligibility.js';
import { type TestServices, testServices } from '../support/test-services.js';

const [command] = REPORT_COMMANDS;

let test: TestServices;
let accountId: string;
let routeId: string;

beforeEach(async () => {
  test = await testServices();
  const { store } = test.services;
  accountId = await store.write((tx) => createAccount(tx, test.clock, 'own'));
  await insertPayers(store, [{ id: 'LAKES', primary: '00042' }]);
  const route = await soundRoute({
    ...{ name: 'upstream', kind: 'simulator', payers: [{ payer: '00042' }] },
    ...{ sender: { qualifier: 'ZZ', id: 'US' }, receiver: { qualifier: 'ZZ', id: 'THEM' } },
  });
  routeId = await store.write((tx) => createRoute(test.services, tx, route));
});
afterEach(() => test.close());

/** A check of a day that took so many seconds; none: it failed. */
async function checked(at: string, seconds: number | undefined, failure: string | null = null): Promise<void> {
  const created = Date.parse(at);
  await writeAs(test.services.store, accountId, (queries) =>
    queries
      .insert('eligibility_checks', {
        id: `ec_${at}-${seconds}-${failure}`,
        ...({ mode: 'production', source: 'json', payer_id: 'LAKES', route_id: routeId } as const),
        status: failure === 'UNKNOWN' ? 'UNKNOWN' : failure === null ? 'ANSWERED' : 'FAILED',
        failure: failure === 'UNKNOWN' ? null : failure,
        ...{ patient_index: null, trace_id: 'T', error_codes: '[]', owner: 'me', owned_until: 0 },
        created_at: created,
        sent_at: failure === 'closed' ? null : created,
        answered_at: seconds === undefined ? null : created + seconds * 1000,
        expires_at: null,
      })
      .execute(),
  );
}

async function shown(month?: string): Promise<string> {
  if (command === undefined) throw new Error('There is no such command.');
  const input = await command.prepare({ positionals: [], options: { month } }, {});
  return command.show((await command.run(test.services, input)) as never, 100);
}

it('says of a month how many answers came within 20 seconds, and why others did not', async () => {
  for (let place = 0; place < 8; place++) await checked(`2026-01-0${place + 1}T10:00:00Z`, 2 + place);
  await checked('2026-01-09T10:00:00Z', 20);
  await checked('2026-01-10T10:00:00Z', 60, 'timed-out');
  expect(await shown('2026-01')).toBe(
    [
      '2026-01 (UTC)',
      'ok     upstream: 90.0 % of 10 within 20 s (at least 90 %)',
      '       9 answered, the slowest after 20.0 s',
      '       no answer: 1 timed-out',
    ].join('\n'),
  );
  await checked('2026-01-31T23:59:59.999Z', 20.001);
  await checked('2026-01-11T10:00:00Z', undefined, 'UNKNOWN');
  await checked('2026-01-12T10:00:00Z', 0, 'closed');
  await checked('2026-02-01T00:00:00Z', 1);
  const late = await shown('2026-01');
  expect(late).toContain('BELOW  upstream: 75.0 % of 12 within 20 s');
  expect(late).toContain('10 answered, the slowest after 20.0 s');
  for (const one of ['1 UNKNOWN', '1 closed', '1 timed-out']) expect(late).toContain(one);
  expect(await shown('2026-02')).toContain('100.0 % of 1 within');
  expect(await shown('2025-12')).toBe('No payer route was asked in 2025-12.');
});

it('takes a calendar month', async () => {
  for (const month of ['2026-13', '2026', 'January'])
    await expect(shown(month)).rejects.toThrow('--month is a calendar');
});
