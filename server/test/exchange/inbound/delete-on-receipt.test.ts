import { expect, it } from 'vitest';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { readAs } from '../../support/accounts.js';
import { ACCOUNT, type Inbound, openInbound, ordersFile } from '../../support/inbound.js';
import { CONNECTION } from '../../support/partner-rows.js';

const OBJECT = { accountId: ACCOUNT, bucket: 'files', key: 'in/orders.edi' };

async function opened(settings: object, again?: (inbound: Inbound) => Promise<unknown>): Promise<Inbound> {
  let inbound: Inbound | undefined;
  let isFirst = true;
  inbound = await openInbound({
    around: ({ receive, ...others }) => ({
      ...others,
      receive: async (job, signal) => {
        if (isFirst && inbound !== undefined) {
          isFirst = false;
          await again?.(inbound);
        }
        return receive === undefined ? { kind: 'done' } : receive(job, signal);
      },
    }),
  });
  await inbound.write(async (queries) => {
    await createBucket(queries, { now: () => 1 }, { name: 'files' });
    const columns = { inbound_place: 'files/in/', settings: JSON.stringify({ bucketName: 'files', ...settings }) };
    await queries.update('connections').set(columns).where('id', '=', CONNECTION).execute();
  });
  return inbound;
}

const put = ({ services }: Inbound, text: string) => putObject(services, OBJECT, Buffer.from(text));

async function allEnded(inbound: Inbound, count: number): Promise<void> {
  const executions = await inbound.rows('executions');
  expect(executions).toHaveLength(count);
  for (const { id } of executions) expect(await inbound.ended(id)).toMatchObject({ status: 'COMPLETED' });
}

const objects = ({ services }: Inbound) =>
  readAs(services.store, ACCOUNT, (queries) => queries.from('bucket_objects').select('key').execute());

it.each([
  ['is removed from the bucket once it was read', { deleteInboundFilesOnReceipt: true }, 0],
  ['stays there where nobody says so', {}, 1],
] as const)('a file that came in %s, and its execution keeps its bytes', async (_, settings, left) => {
  const inbound = await opened(settings);
  await put(inbound, ordersFile());
  await allEnded(inbound, 1);
  expect(await objects(inbound)).toHaveLength(left);
  const input = (await inbound.rows('artifacts')).find(
    ({ model, usage }) => model === 'execution' && usage === 'input',
  );
  if (input === undefined) throw new Error('It is not kept.');
  expect(Buffer.from(await inbound.services.artifacts.read(input)).toString()).toBe(ordersFile());
});

it('what is put in its place while it is read is a file of its own: only what was read is removed', async () => {
  const second = ordersFile({ number: '000000002', orders: ['PO-2'] });
  const inbound = await opened({ deleteInboundFilesOnReceipt: true }, (one) => put(one, second));
  await put(inbound, ordersFile());
  await inbound.ended((await inbound.rows('executions'))[0]?.id ?? '');
  await allEnded(inbound, 2);
  expect(await objects(inbound)).toEqual([]);
  expect((await inbound.rows('business_identifiers')).map(({ value }) => value).sort()).toEqual(['PO-1', 'PO-2']);
});
