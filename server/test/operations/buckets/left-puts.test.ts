import { connect } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bucketRoutes } from '../../../src/operations/buckets/buckets.js';
import { objectRoutes } from '../../../src/operations/buckets/objects.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const BASE = '/2022-05-05/buckets';

describe('an object whose client leaves', () => {
  let app: TestApp;
  let port: number;
  let lines: Record<string, unknown>[];
  let statuses: number[];
  let answered: Promise<void>;
  /** The store has all of an object, and does not answer before it is told to give up. */
  let whenStored: (() => void) | undefined;
  beforeEach(async () => {
    [lines, statuses, whenStored] = [[], [], undefined];
    const stream = new Writable({
      write: (chunk, _, done) => {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    app = await testApp([...bucketRoutes, ...objectRoutes], {
      parts: ({ objects, metrics }) => ({
        log: pino({ level: 'trace' }, stream),
        metrics: { ...metrics, request: (_, status) => statuses.push(status) },
        objects: {
          ...objects,
          put: async (name, bytes, options) => {
            if (whenStored === undefined) return objects.put(name, bytes, options);
            const { signal } = options ?? {};
            if (bytes instanceof Readable) await buffer(bytes);
            const left = new Promise((resolve) => signal?.addEventListener('abort', resolve));
            whenStored();
            await left;
            signal?.throwIfAborted();
            throw new Error('The signal did not come.');
          },
        },
      }),
    });
    await app.call('POST', BASE, { payload: { bucketName: 'files' } });
    port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
    [lines, statuses] = [[], []];
    answered = new Promise((resolve) => {
      app.app.server.once('request', (_, response) => {
        // Nobody reads it, and it is written all the same.
        vi.spyOn(response, 'writeHead').mockImplementation(() => {
          resolve();
          return response;
        });
      });
    });
  });
  afterEach(() => app.close());

  const seen = async () => {
    await answered;
    return { errors: lines.filter(({ level }) => Number(level) >= 40), failed: statuses.filter((one) => one >= 500) };
  };

  it('midway is no error of the server', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`PUT ${BASE}/files/objects/half HTTP/1.1\r\nHost: x\r\nAuthorization: ${app.liveKey}\r\n`);
    socket.write('Content-Length: 1000000\r\nExpect: 100-continue\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('x'.repeat(500_000), () => socket.destroy());
    expect(await seen()).toEqual({ errors: [], failed: [] });
  });

  it('once all of it has come, and before it is answered, is none either', async () => {
    const stored = new Promise<void>((resolve) => {
      whenStored = resolve;
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(`PUT ${BASE}/files/objects/whole HTTP/1.1\r\nHost: x\r\nAuthorization: ${app.liveKey}\r\n`);
    socket.write('Content-Length: 5\r\n\r\nhello');
    await stored;
    socket.destroy();
    expect(await seen()).toEqual({ errors: [], failed: [] });
  });
});
