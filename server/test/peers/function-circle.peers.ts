import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { hasBoxes } from '../support/boxes.js';
import { functionCircle, invocationsOf, OWN_ORDER, SENT_ORDER } from '../support/function-circle.js';
import { USERS, WAIT, World } from './sftp-world.js';

it.skipIf(!(await hasBoxes()))(
  'OpenSSH: a partner puts an order, a function maps it, and the partner gets the 850 that is delivered',
  async () => {
    const world = new World();
    await world.start({ 'order.json': JSON.stringify(OWN_ORDER) }, { FUNCTIONS_ISOLATION: 'box' });
    const user = await world.call('POST', USERS, { homeDirectory: '/mill', description: 'The mill' });
    const { bucketName = '', username } = user;
    const ask = (method: string, path: string, body?: object) => world.ask(method, path, body);
    const connection = { bucketName, username, parentDirectory: 'mill', outboundSubdirectory: 'out' };
    await functionCircle(ask, world.liveKey, { bucketName, kind: 'hosted-sftp', connection });

    const session = await world.sftp(user);
    await session.tell(`put ${world.folder}/order.json order.json`, /Uploading/);
    await vi.waitFor(async () => {
      const said = await session.tell('ls -1 out', /sftp> /);
      if (!said.includes('order.edi')) throw new Error(JSON.stringify(await invocationsOf(ask)));
    }, WAIT);
    await session.tell(`get out/order.edi ${world.folder}/got.edi`, /Fetching/);
    // Commands are done one after another: the file is there once the next is answered.
    await session.tell('ls -1', /out/);
    const got = readFileSync(join(world.folder, 'got.edi'), 'utf8');
    for (const segment of SENT_ORDER) expect(got).toMatch(segment);
    const done = { status: 'succeeded', source: 'bucket', attempts: 1 };
    await vi.waitFor(async () => expect(await invocationsOf(ask)).toMatchObject([done, done]), WAIT);
  },
);
