import { expect, it, vi } from 'vitest';
import { itemsOf, PARTNERS, USERS, WAIT, World } from './sftp-world.js';

const ORDER = [
  'ISA*00*          *00*          *ZZ*MILL           *ZZ*SHOP           *260131*0900*U*00401*000000001*0*P*>~',
  'GS*PO*MILL*SHOP*20260131*0900*1*X*004010~ST*850*0001~BEG*00*SA*PO-2001**20260131~PO1*1*12*EA*9.75~CTT*1~SE*5*0001~',
  'GE*1*1~IEA*1*000000001~',
].join('\n');
/** At {@link SLOW} it takes a minute. */
const LARGE = Buffer.alloc(6_000_000, 'ISA*');
/** Kilobits a second. */
const SLOW = '800';

/** A partner who sends orders through the home of a user who was made over HTTP. */
async function partnerOf(world: World) {
  const user = await world.call('POST', USERS, { homeDirectory: '/mill', description: 'The mill' });
  for (const [profileId, profileType, interchangeId] of [
    ['us', 'local', 'SHOP'],
    ['mill', 'partner', 'MILL'],
  ]) {
    await world.call('POST', `${PARTNERS}/profiles`, {
      ...{ profileId, profileType, interchangeQualifier: 'ZZ', interchangeId },
    });
  }
  const { partnershipId } = await world.call('POST', `${PARTNERS}/partnerships`, {
    ...{ localProfileId: 'us', partnerProfileId: 'mill', interchangeUsageIndicator: 'P' },
    ...{ timezone: 'UTC', timeFormat: 'HHMM' },
  });
  const below = `${PARTNERS}/partnerships/${partnershipId}`;
  const place = { parentDirectory: 'mill', inboundSubdirectory: 'in', outboundSubdirectory: 'out' };
  const { connectionId } = await world.call('POST', `${below}/connections/hosted-sftp`, {
    ...{ name: 'files', bucketName: user.bucketName, username: user.username, ...place },
  });
  await world.call('POST', `${below}/inbound-transactions`, {
    ...{ release: '004010', transactionSetIdentifier: '850', guideId: '850-004010' },
  });
  return { user, connection: `${below}/connections/hosted-sftp/${connectionId}` };
}

const executions = async (world: World) => itemsOf(await world.call('GET', '/2023-08-01/executions?direction=INBOUND'));

it('OpenSSH: a created user puts an order, which is mapped; sessions end as the user is changed, then removed', async () => {
  const world = new World();
  await world.start({ 'order.edi': ORDER, 'large.edi': LARGE });
  const { user, connection } = await partnerOf(world);
  const { username, bucketName } = user;
  expect(await world.call('GET', `${USERS}/${username}`)).not.toHaveProperty('lastConnectedDate');

  // One arrival, and the object in the bucket.
  const session = await world.sftp(user);
  await session.tell(`put ${world.folder}/order.edi in/order.edi`, /Uploading/);
  expect(await session.tell('ls -l in', /order\.edi\n/)).toMatch(new RegExp(` ${ORDER.length} .*order\\.edi`));
  expect(await session.tell('ls -1 /', /out/)).not.toContain('mill');
  const key = encodeURIComponent('mill/in/order.edi');
  const object = await world.ask('GET', `/2022-05-05/buckets/${bucketName}/objects/${key}`);
  expect(await object.text()).toBe(ORDER);
  await vi.waitFor(async () => expect(await executions(world)).toMatchObject([{ status: 'COMPLETED' }]), WAIT);
  const [arrived] = await executions(world);
  expect(arrived).toMatchObject({ transactionCount: 1, faultCount: 0 });
  expect(JSON.stringify(arrived)).toContain('"name":"order.edi"');
  const { lastConnectedDate } = await world.call('GET', `${USERS}/${username}`);
  expect(Date.now() - Date.parse(lastConnectedDate ?? '')).toBeLessThan(120_000);

  // A mapping over its JSON.
  const transactions = await world.call('GET', '/2023-08-01/transactions?businessIdentifier=PO-2001');
  const [{ transactionId = '' } = {}] = itemsOf(transactions);
  const document = await world.call('GET', `/2023-08-01/transactions/${transactionId}/output`);
  const { id } = await world.call('POST', '/2021-06-01/mappings', {
    ...{ name: 'orders', type: 'only_mapped_keys' },
    mapping: '{ "order": **.purchase_order_number_03 }',
  });
  const mapped = await world.call('POST', `/2021-06-01/mappings/${id}/map`, document);
  expect(mapped).toEqual({ order: 'PO-2001' });

  // Another description is nothing to the session; another password is.
  await world.call('PUT', `${USERS}/${username}`, { description: 'The old mill' });
  await session.tell('ls -1 in', /order\.edi\n/);
  const changed = await world.command('sftp-users', 'reset-password', String(username));
  expect((await session.ended()).said).toMatch(/closed by remote host|Connection closed/);
  expect((await (await world.sftp(user)).ended()).said).toMatch(/Permission denied/);

  // Removed while a file is on its way: it is nowhere.
  const slow = await world.sftp({ ...user, ...changed }, '-l', SLOW);
  await slow.tell(`put ${world.folder}/large.edi in/large.edi`, /Uploading/);
  const busy = await world.ask('DELETE', `${USERS}/${username}`);
  expect([busy.status, busy.headers.get('x-amzn-errortype')]).toEqual([409, 'ResourceConflictException']);
  await world.call('DELETE', connection);
  await world.call('DELETE', `${USERS}/${username}`);
  expect((await slow.ended()).code).not.toBe(0);
  const left = await world.call(
    'GET',
    `/2022-05-05/buckets/${bucketName}/objects?prefix=${encodeURIComponent('mill/')}`,
  );
  expect(itemsOf(left).map((item) => item.key)).toEqual(['mill/in/order.edi']);
  expect(await executions(world)).toHaveLength(1);
});
