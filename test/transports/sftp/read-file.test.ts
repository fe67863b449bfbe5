import { expect, it } from 'vitest';
import { readFile } from '../../../src/transports/sftp/read-file.js';
import type { SftpSession } from '../../../src/transports/sftp/sftp-session.js';

type Done = (error: unknown, ...values: unknown[]) => void;

/** A session whose server gives one byte an answer, and what its transfer is watched by. */
function byteByByte(size: number): { readonly session: SftpSession; readonly moved: () => number } {
  let moved = () => -1;
  const sftp = {
    open: (_path: string, _flags: string, done: Done) => done(undefined, Buffer.from('h')),
    read: (_handle: Buffer, into: Buffer, _at: number, _length: number, offset: number, done: Done) =>
      offset < size ? done(undefined, 1, into.fill(65, 0, 1)) : done(undefined, 0, into),
    close: (_handle: Buffer, done: Done) => done(undefined),
  };
  const session = {
    sftp,
    dead: false,
    // As on the way: each answer has some sixty bytes.
    received: 60 * size,
    endOn: () => () => {},
    watchRate: (of: { readonly moved: () => number }) => {
      moved = of.moved;
      return { rate: { during: <T>(wait: Promise<T>) => wait }, end: () => {} };
    },
    request: (_step: string, _path: string, start: (done: Done) => void) =>
      new Promise((resolve, reject) => {
        start((error, value) => (error === undefined ? resolve(value) : reject(error)));
      }),
  };
  return { session: session as unknown as SftpSession, moved: () => moved() };
}

it('moves by the bytes of the file, not by those that the answers have on their way', async () => {
  const { session, moved } = byteByByte(100);
  let read = 0;
  for await (const piece of readFile(session, '/a', { offset: 0, readAhead: 1, signal: undefined }))
    read += piece.length;
  expect(read).toBe(100);
  expect(moved()).toBe(100);
});
