import { expect, it } from 'vitest';
import { type Inbound, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { CONNECTION } from '../../support/partner-rows.js';

/** As a partner's program of Windows writes it: one byte a character, the sign of the euro among them. */
const ofWindows = (): Uint8Array => Buffer.from(ordersFile({ orders: ['CAFÉ \x80'] }), 'latin1');

const sayEncoding = ({ write }: Inbound, inboundFileEncoding: string): Promise<void> =>
  write((queries) =>
    queries
      .update('connections')
      .set({ settings: JSON.stringify({ bucketName: 'partner-bucket', inboundFileEncoding }) })
      .where('id', '=', CONNECTION)
      .execute(),
  );

async function documentsOf(inbound: Inbound): Promise<Readonly<Record<string, Buffer>>> {
  const [set] = await receivedSets(inbound);
  const own = (await inbound.rows('artifacts')).filter(({ owner_id }) => owner_id === set?.id);
  const read = async (row: (typeof own)[number]) => [
    row.usage,
    Buffer.from(await inbound.services.artifacts.read(row)),
  ];
  return Object.fromEntries(await Promise.all(own.map(read)));
}

it('a file is read as its connection says it is encoded; its bytes stay, and its JSON and identifiers are UTF-8', async () => {
  const inbound = await openInbound();
  await sayEncoding(inbound, 'WINDOWS-1252');
  expect(await inbound.receive(ofWindows())).toMatchObject({ status: 'COMPLETED', transaction_count: 1 });
  const { input, output } = await documentsOf(inbound);
  expect(JSON.parse(output?.toString('utf8') ?? '').heading).toMatchObject({
    beginning_segment_for_purchase_order_BEG: { purchase_order_number_03: 'CAFÉ €' },
  });
  expect(input?.toString('latin1')).toContain('BEG*00*SA*CAFÉ \x80**');
  expect((await inbound.rows('business_identifiers')).map(({ value }) => value)).toEqual(['CAFÉ €']);
});

it.each(['UTF-8', undefined])('with %s it is read as UTF-8', async (encoding) => {
  const inbound = await openInbound();
  if (encoding !== undefined) await sayEncoding(inbound, encoding);
  await inbound.receive(ordersFile({ orders: ['CAFÉ'] }));
  expect((await inbound.rows('business_identifiers')).map(({ value }) => value)).toEqual(['CAFÉ']);
});

it('what is no UTF-8 is read as ISO 8859-1, whose letters are those of WINDOWS-1252; its bytes stay', async () => {
  const inbound = await openInbound();
  await inbound.receive(ofWindows());
  const { input, output } = await documentsOf(inbound);
  expect(input?.toString('latin1')).toContain('BEG*00*SA*CAFÉ \x80**');
  expect(output?.toString('utf8')).toContain('"CAFÉ \x80"');
});
