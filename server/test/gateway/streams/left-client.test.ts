import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import type { ObjectStore } from '../../../src/objects/object-store.js';
import { bucketRoutes } from '../../../src/operations/buckets/buckets.js';
import { objectRoutes } from '../../../src/operations/buckets/objects.js';
import { testApp } from '../../support/test-app.js';

it('bytes that were opened for a client that has left meanwhile are closed', async () => {
  let letOpen: () => void = () => undefined;
  const isLet = new Promise<void>((resolve) => (letOpen = resolve));
  const opened: Readable[] = [];
  let asked = 0;
  const app = await testApp([...bucketRoutes, ...objectRoutes], {
    parts: ({ objects }) => {
      const get: ObjectStore['get'] = async (...parameters) => {
        asked++;
        await isLet;
        const bytes = await objects.get(...parameters);
        if (bytes !== undefined) opened.push(bytes);
        return bytes;
      };
      return { objects: Object.assign(Object.create(objects) as ObjectStore, { get }) };
    },
  });
  onTestFinished(() => app.close());
  await app.call('POST', '/2022-05-05/buckets', { payload: { bucketName: 'files' } });
  await app.call('PUT', '/2022-05-05/buckets/files/objects/k', { payload: Buffer.alloc(1_000_000) });
  const port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /2022-05-05/buckets/files/objects/k HTTP/1.1\r\nHost: x\r\nAuthorization: ${app.liveKey}\r\n\r\n`);
  await expect.poll(() => asked).toBe(1);
  socket.destroy();
  // The server has seen it once it has closed its own end.
  await expect
    .poll(() => new Promise((resolve) => app.app.server.getConnections((_, count) => resolve(count))))
    .toBe(0);
  letOpen();
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});
