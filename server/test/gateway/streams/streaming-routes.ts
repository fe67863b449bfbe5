import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import Type from 'typebox';
import { answerBytes } from '../../../src/gateway/answer-bytes.js';
import type { AnyRoute } from '../../../src/gateway/route.js';
import { route } from '../../../src/operations/route.js';

/** What the routes below have seen. */
export interface StreamControl {
  readonly routes: readonly AnyRoute[];
  /** Whole bodies, by their hash and length. */
  readonly taken: { readonly sha256: string; readonly length: number; readonly key: string }[];
  /** Bytes that a handler has read so far, over all bodies. */
  received: number;
  /** What bodies have ended with that were not whole. */
  readonly failed: unknown[];
  /** Resolves when a handler has read some. */
  reading(): Promise<void>;
}

export const LIMIT = 300 * 1024 * 1024;
export const MODIFIED = Date.UTC(2026, 0, 31, 11, 16, 0, 700);
export const ETAG = '0123456789abcdef0123456789abcdef';
export const THING = Buffer.from('0123456789');
const Any = Type.Unknown();
const path = '/things/:name/parts/:key';
const params = Type.Object({ name: Type.String(), key: Type.String() });

export function streamingRoutes(): StreamControl {
  let begun = (): void => undefined;
  const control: StreamControl = {
    ...{ routes: [], taken: [], failed: [], received: 0 },
    reading: () =>
      new Promise((resolve) => {
        begun = resolve;
      }),
  };
  const take = route({
    ...{ operation: 'TakeStream', family: 'buckets', method: 'PUT', path, restParam: 'key', streamsBody: true },
    ...{ summary: 'Take a stream', bodyLimit: LIMIT, pool: 'discovery' },
    schemas: { params, response: { 200: Any } },
    handle: async ({ bodyStream, params }) => {
      const hash = createHash('sha256');
      let length = 0;
      try {
        for await (const chunk of bodyStream as AsyncIterable<Buffer>) {
          begun();
          control.received += chunk.length;
          hash.update(chunk);
          length += chunk.length;
        }
      } catch (error) {
        control.failed.push(error);
        // As a store does, in words of its own.
        throw new Error('not written', { cause: error });
      }
      control.taken.push({ sha256: hash.digest('hex'), length, key: params.key });
      return { body: { length, key: params.key } };
    },
  });
  const ignore = route({
    ...{ operation: 'IgnoreStream', family: 'buckets', method: 'PUT', path: '/ignored', streamsBody: true },
    ...{ summary: 'Read nothing', bodyLimit: LIMIT, schemas: { response: { 200: Any } } },
    handle: async ({ bodyStream }) => ({ body: { readable: bodyStream.readable } }),
  });
  const stream = route({
    ...{ operation: 'GiveStream', family: 'buckets', method: 'GET', path, restParam: 'key', answersHead: true },
    ...{ summary: 'Give a stream', schemas: { params, response: { 200: Any } } },
    handle: (call) => {
      const about = { etag: ETAG, modified: MODIFIED, size: THING.length, headers: { 'content-type': 'text/x-thing' } };
      return answerBytes(call, async (judge) => {
        const sent = judge(about);
        const { from, length } = sent === undefined || sent === 'nothing' ? { from: 0, length: THING.length } : sent;
        return { about, bytes: Readable.from([THING.subarray(from, from + length)]) };
      });
    },
  });
  const broken = (name: string, told: number, bytes: () => AsyncIterable<Uint8Array>): AnyRoute =>
    route({
      ...{ operation: `Broken${name}`, family: 'buckets', method: 'GET', path: `/broken/${name}` },
      ...{ summary: 'Break off', schemas: { response: { 200: Any } } },
      handle: async () => ({ headers: { 'content-length': String(told) }, body: Readable.from(bytes()) }),
    });
  const routes = [
    ...[take, ignore, stream],
    broken('failing', 200_000, async function* () {
      yield Buffer.alloc(100_000);
      throw new Error('the disk is gone');
    }),
    broken('short', 200_000, async function* () {
      yield Buffer.alloc(100_000);
    }),
  ];
  return Object.assign(control, { routes });
}

/** So many bytes, made as they are read. */
export function bytesOf(length: number): Readable {
  const chunk = Buffer.alloc(64 * 1024, 7);
  let left = length;
  return new Readable({
    read() {
      const part = chunk.subarray(0, Math.min(left, chunk.length));
      left -= part.length;
      this.push(part.length === 0 ? null : part);
    },
  });
}
