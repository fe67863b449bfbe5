import { expect, it } from 'vitest';
import { openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { PARTNERSHIP } from '../../support/partner-rows.js';

const COLUMNS = {
  partnership_id: PARTNERSHIP,
  direction: 'inbound',
  release: '004010',
  transaction_set: '850',
} as const;
const NONE = { connection_id: null, subdirectory: null, filename: null, fragments: null, created_at: 2, updated_at: 2 };

it('GS02 and GS03 choose between settings of one set, group by group, also within one interchange', async () => {
  const inbound = await openInbound();
  await inbound.write((queries) =>
    queries
      .insert('transaction_settings', [
        {
          ...COLUMNS,
          ...NONE,
          id: 'of-shop',
          guide_id: null,
          partner_application_id: 'SHOP',
          local_application_id: null,
        },
        {
          ...COLUMNS,
          ...NONE,
          id: 'to-west',
          guide_id: null,
          partner_application_id: 'SHOP',
          local_application_id: 'WEST',
        },
      ])
      .execute(),
  );
  const [isa = '', rest = ''] = ordersFile().split(/(?=GS\*)/);
  const [group = ''] = rest.split('IEA');
  const groups = ['SHOP*WEST', 'SHOP*EAST', 'MILL*WEST', 'SHOP *WEST'].map((ids, index) =>
    group
      .replace('BUYER*NORTHWH', ids)
      .replace('*1*X*', `*${index + 1}*X*`)
      .replace('GE*1*1', `GE*1*${index + 1}`),
  );
  const execution = await inbound.receive(`${isa}${groups.join('')}IEA*${groups.length}*000000001~`);
  expect(execution).toMatchObject({ status: 'COMPLETED', transaction_count: 4 });
  const sets = [...(await receivedSets(inbound))].sort((a, b) => a.place - b.place);
  expect(sets.map(({ x12 }) => JSON.parse(x12).transactionSetting)).toEqual([
    { guideId: expect.any(String), transactionSettingId: 'to-west' },
    { guideId: expect.any(String), transactionSettingId: 'of-shop' },
    { guideId: '850-004010', transactionSettingId: 'in-po' },
    { guideId: expect.any(String), transactionSettingId: 'to-west' },
  ]);
});

it('a group whose application ids no setting names waits, and the fault says that they are why', async () => {
  const inbound = await openInbound();
  await inbound.write((queries) =>
    queries.update('transaction_settings').set({ partner_application_id: 'SHOP' }).where('id', '=', 'in-po').execute(),
  );
  expect(await inbound.receive(ordersFile())).toMatchObject({ status: 'FAILED', fault_code: 'INVALID_CONFIGURATION' });
  const [fault] = await inbound.rows('faults');
  expect(fault?.message).toContain('with these application ids (GS02, GS03)');
  expect(fault?.message).not.toContain('BUYER');
});
