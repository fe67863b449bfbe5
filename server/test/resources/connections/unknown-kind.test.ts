import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePartnership, P, partnersApp } from '../../support/partners-app.js';
import type { TestApp } from '../../support/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await partnersApp();
});
afterAll(() => test.close());

it('a connection of a kind that a later version has made leaves the lists readable', async () => {
  const partnership = `${P}/x12/partnerships/${await makePartnership(test, 'a')}`;
  const make = async (path: string, payload: object): Promise<string> =>
    (await test.call('POST', path, { payload })).json().connectionId;
  const remote = { protocol: 'SFTP', host: 'example.com', username: 'us' };
  await make(`${partnership}/connections/remote-ftp`, { ...remote, name: 'known' });
  const later = await make(`${partnership}/connections/remote-ftp`, { ...remote, name: 'later' });
  await test.queries((queries) =>
    queries.update('connections').set({ kind: 'pigeon' }).where('id', '=', later).execute(),
  );
  const lists = await test.call('GET', `${partnership}/connections`);
  expect(lists.statusCode).toBe(200);
  expect(lists.json().remoteFtp).toMatchObject([{ name: 'known' }]);
  await test.queries((queries) =>
    queries.update('connections').set({ partnership_id: null }).where('id', '=', later).execute(),
  );
  const global = await test.call('GET', `${P}/global-connections`);
  expect(global.statusCode).toBe(200);
  expect(global.json().items).toEqual([]);
});
