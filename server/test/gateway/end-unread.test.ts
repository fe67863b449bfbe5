import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { endUnread } from '../../src/gateway/end-unread.js';

const MB = 1024 * 1024;
/** More than the buffers of both ends of a connection take by themselves. */
const LARGE = 48 * MB;

/** A server of one answer, with a rate that a client which reads nothing misses at once. */
async function serving(body: () => Buffer | Readable, rate = { bytesPerSecond: 1024 * MB, afterMs: 20 }) {
  const app = Fastify();
  endUnread(app, rate);
  /** Of each answer when it is over: whether its connection has ended. */
  const replies: Promise<boolean>[] = [];
  app.get('/', ({ raw }, reply) => {
    replies.push(
      new Promise((resolve) => {
        reply.raw.once('close', () => resolve(raw.socket.destroyed));
      }),
    );
    return reply.type('application/octet-stream').send(body());
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  return { address, replies };
}

/** Asks, and reads a byte now and then. */
function dripping(address: string, request: string): Socket {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => {}).pause();
  socket.write(request);
  const drip = setInterval(() => socket.read(1), 5);
  socket.once('close', () => clearInterval(drip));
  onTestFinished(() => {
    clearInterval(drip);
    socket.destroy();
  });
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

it('a client that reads a byte now and then loses its connection, and what waited behind is given up too', async () => {
  const { address, replies } = await serving(() => Buffer.alloc(LARGE));
  dripping(address, GET + GET);
  while (replies.length < 2) await wait(5);
  expect(await Promise.all(replies)).toEqual([true, true]);
});

it('a stream ends so, too', async () => {
  const { address, replies } = await serving(() => Readable.from(Array.from({ length: 48 }, () => Buffer.alloc(MB))));
  dripping(address, GET);
  while (replies.length < 1) await wait(5);
  expect(await Promise.all(replies)).toEqual([true]);
});

it('who reads has all of it, however long the server takes to find it', async () => {
  async function* slowly() {
    for (let i = 0; i < 3; i++) {
      yield Buffer.alloc(MB);
      await wait(60);
    }
  }
  const { address } = await serving(() => Readable.from(slowly()), { bytesPerSecond: 100 * MB, afterMs: 40 });
  expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe(3 * MB);
  const { address: other } = await serving(() => Buffer.alloc(LARGE), { bytesPerSecond: 16 * 1024, afterMs: 20 });
  expect((await (await fetch(other)).arrayBuffer()).byteLength).toBe(LARGE);
});
