import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createArtifacts } from '../../../src/objects/create-artifacts.js';
import { payloadColumns } from '../../../src/secrets/payload-columns.js';
import { coreApp } from '../../support/core-app.js';
import { FRAGMENT_GUIDE, PARTNERSHIP, purchaseOrder } from '../../support/partner-rows.js';

const CANARY = 'CANARYBIRD';
const core = '/2023-08-01';

it('keeps no payload in the clear where payloads are encrypted, and generates from what it keeps', async () => {
  const test = await coreApp(({ objects, secrets, clock }) => ({
    payloads: payloadColumns({ keys: secrets.keys, encrypt: true }),
    artifacts: createArtifacts({ objects, keys: secrets.keys, clock, encrypt: true, retentionDays: undefined }),
  }));
  const post = async (path: string, payload: object) => {
    const answer = await test.call('POST', `${core}${path}`, { payload, headers: { authorization: test.testKey } });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const order = JSON.parse(JSON.stringify(purchaseOrder('P1')).replaceAll('P1', CANARY));
  const group = `/partnerships/${PARTNERSHIP}/transaction-groups/sealed`;
  await post(`${group}/transactions/po`, { transaction: order });
  const part = { baseline_item_data_PO1_loop: [{ baseline_item_data_PO1: { assigned_identification_01: CANARY } }] };
  await post('/fragments/sealed', { guideId: FRAGMENT_GUIDE, fragment: part });
  for (const table of ['staged_transactions', 'fragments', 'artifacts']) expect(await inTheClear(table)).toBe(0);
  await post(`${group}/generate-edi`, {});
  const whole = { ...order, detail: { baseline_item_data_PO1_loop: [] } };
  await post(`/partnerships/${PARTNERSHIP}/transactions/in-parts`, {
    transaction: whole,
    fragmentGroupIds: ['sealed'],
  });
  expect(await inTheClear('artifacts')).toBe(0);
  const rows = await test.queries((queries) => queries.from('artifacts').selectAll().execute());
  expect(rows.length).toBeGreaterThan(4);
  const texts = await Promise.all(
    rows.map(async (row) => Buffer.from(await test.services.artifacts.read(row)).toString()),
  );
  expect(texts.filter((text) => text.includes(CANARY)).length).toBeGreaterThan(2);

  /** Rows of a table in which the text can be found, whatever the column. */
  async function inTheClear(table: string): Promise<number> {
    const rows = await test.services.store.read((db) => sql`select * from ${sql.table(table)}`.execute(db));
    expect(rows.rows.length).toBeGreaterThanOrEqual(table === 'artifacts' ? 0 : 1);
    return rows.rows.filter((row) => Object.values(Object(row)).some((value) => textOf(value).includes(CANARY))).length;
  }
});

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
}
