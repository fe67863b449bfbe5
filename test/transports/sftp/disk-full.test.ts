import { afterEach, describe, expect, it } from 'vitest';
import { connectSftp } from '../../../src/transports/sftp/connect-sftp.js';
import { type Answer, handle, type RawServer, rawServer, room, status } from './raw-server.js';
import { bytesOf } from './serve.js';

const OPEN = 3;
const CLOSE = 4;
const WRITE = 6;
const EXTENDED = 200;
const STATVFS = { 'statvfs@openssh.com': '2' };

let server: RawServer | undefined;
afterEach(() => server?.close());

interface Case {
  /** The request that is answered with a bare failure. */
  readonly fails: number;
  readonly free?: number;
  readonly files?: number;
  readonly extensions?: Readonly<Record<string, string>>;
}

/** What writing a file comes to, and which directories the server was asked about. */
async function writing({ fails, free = 0, files = 500, extensions = STATVFS }: Case) {
  const asked: string[] = [];
  const answer: Answer = (type, id, body) => {
    if (type === EXTENDED) {
      asked.push(body.subarray(4 + body.readUInt32BE(0) + 4).toString());
      return free < 0 ? status(id, 4, 'Failure') : room(id, { free, files });
    }
    if (type === fails) return status(id, 4, 'Failure');
    return type === OPEN ? handle(id) : status(id, 0, 'Success');
  };
  server = await rawServer(extensions, answer);
  const { port, hostKey } = server;
  const session = await connectSftp({ host: '127.0.0.1', port, username: 'ann', password: 'x', hostKeys: [hostKey] })();
  const error: unknown = await session.write('/in/a.edi', bytesOf('ISA*')).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  await session.close();
  return { error, asked };
}

const full = { code: 'X12_TRANSPORT_UNAVAILABLE', details: { reason: 'disk-full' } };
const unsaid = { details: { reason: 'server-error' } };

describe('a server that says "Failure" and nothing else', () => {
  it.each([
    ['opening', OPEN],
    ['writing', WRITE],
    ['closing', CLOSE],
  ])('has a full disk while %s', async (_step, fails) => {
    const { error, asked } = await writing({ fails });
    expect(error).toMatchObject(full);
    expect(asked).toEqual(['/in']);
  });

  it('has room for bytes, and for no more files', async () => {
    expect((await writing({ fails: OPEN, free: 1_000_000, files: 0 })).error).toMatchObject(full);
  });

  it('has room, so it is something else', async () => {
    expect((await writing({ fails: WRITE, free: 1_000_000 })).error).toMatchObject(unsaid);
  });

  it('does not tell how much room it has', async () => {
    const { error, asked } = await writing({ fails: WRITE, extensions: {} });
    expect(error).toMatchObject(unsaid);
    expect(asked).toEqual([]);
  });

  it('fails when asked for its room', async () => {
    expect((await writing({ fails: WRITE, free: -1 })).error).toMatchObject(unsaid);
  });
});
