import type { ClientChannel, SFTPWrapper } from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';
import { announceLimits, answerLimits } from '../../../src/transports/sftp-server/limits-extension.js';
import { contentOf, pattern, type Served, serve } from '../sftp/serve.js';
import { rawClient } from './raw-client.js';

const LIMITS = 'limits@openssh.com';
const MOST = 261_120;

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

const u32 = (value: number) => Buffer.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
const text = (value: string | Buffer) => Buffer.concat([u32(value.length), Buffer.from(value)]);
const packet = (...parts: readonly Buffer[]) => text(Buffer.concat(parts));
const INIT = packet(Buffer.of(1), u32(3));
const askLimits = (id: number) => packet(Buffer.of(200), u32(id), text(LIMITS));

/** A session of which the test sees each packet. */
async function rawSession(server: Served) {
  const { client } = await rawClient(server);
  const channel = await new Promise<ClientChannel>((resolve, reject) =>
    client.subsys('sftp', (error, opened) => (error === undefined ? resolve(opened) : reject(error))),
  );
  let came = Buffer.alloc(0);
  let notice = () => {};
  channel.on('data', (piece: Buffer) => {
    came = Buffer.concat([came, piece]);
    notice();
  });
  const next = async (): Promise<Buffer> => {
    while (came.length < 4 || came.length < 4 + came.readUInt32BE()) {
      await new Promise<void>((resolve) => {
        notice = resolve;
      });
    }
    const end = 4 + came.readUInt32BE();
    const first = came.subarray(4, end);
    came = came.subarray(end);
    return first;
  };
  const ask = (bytes: Buffer) => {
    channel.write(bytes);
    return next();
  };
  return { ask, next, end: () => client.end() };
}

describe('the limits of OpenSSH', () => {
  it('are announced, and told to who asks', async () => {
    served = await serve({ limits: { maxHandles: 17 } });
    const { ask, end } = await rawSession(served);
    expect(await ask(INIT)).toEqual(Buffer.concat([Buffer.of(2), u32(3), text(LIMITS), text('1')]));
    const answer = await ask(askLimits(7));
    expect([answer[0], answer.readUInt32BE(1), answer.length]).toEqual([201, 7, 37]);
    expect([5, 13, 21, 29].map((at) => Number(answer.readBigUInt64BE(at)))).toEqual([262_144, MOST, MOST, 17]);
    end();
  });

  it('are told in the order of the requests, also of those that came with the first packet', async () => {
    served = await serve();
    const { ask, next, end } = await rawSession(served);
    const real = packet(Buffer.of(16), u32(1), text('/'));
    expect((await ask(Buffer.concat([INIT, real, askLimits(2), real])))[0]).toBe(2);
    expect([(await next())[0], (await next())[0], (await next())[0]]).toEqual([104, 201, 104]);
    end();
  });

  it('are what is taken and given at once', async () => {
    served = await serve();
    const { ask, end } = await rawSession(served);
    await ask(INIT);
    const content = pattern(MOST + 1);
    const open = async (flags: number) => {
      const answer = await ask(packet(Buffer.of(3), u32(1), text('/a.edi'), u32(flags), u32(0)));
      return answer.subarray(9);
    };
    const writing = await open(0x1a);
    const zero = Buffer.alloc(4);
    const write = (at: number, bytes: Buffer) =>
      ask(packet(Buffer.of(6), u32(2), text(writing), zero, u32(at), text(bytes)));
    expect((await write(0, content.subarray(0, MOST))).readUInt32BE(5)).toBe(0);
    expect((await write(MOST, content.subarray(MOST))).readUInt32BE(5)).toBe(0);
    await ask(packet(Buffer.of(4), u32(3), text(writing)));
    expect((await contentOf(served.files, '/a.edi')).equals(content)).toBe(true);
    const reading = await open(1);
    const data = await ask(packet(Buffer.of(5), u32(4), text(reading), zero, u32(0), u32(MOST + 1)));
    expect(data.subarray(9).equals(content.subarray(0, MOST))).toBe(true);
    end();
  });

  it('raise what the library as a client sends at once', async () => {
    served = await serve();
    const { sftp, end } = await rawClient(served);
    expect(sftp).toMatchObject({ _extensions: { [LIMITS]: '1' }, _maxReadLen: MOST, _maxWriteLen: MOST });
    end();
  });
});

describe('the inside of the library', () => {
  const VERSION = Buffer.from([0, 0, 0, 5, 2, 0, 0, 0, 3]);

  function session(window: number, state = 'open') {
    const sent: Buffer[] = [];
    const closed: number[] = [];
    const protocol = {
      channelData: (_channel: number, data: Buffer) => void sent.push(data),
      channelClose(channel: number) {
        if (this !== protocol) throw new Error('called on another object');
        closed.push(channel);
      },
    };
    const inside = { _protocol: protocol, outgoing: { id: 3, state, window } };
    // All of a session that is used here.
    return { sftp: inside as unknown as SFTPWrapper, inside, sent, closed, protocol };
  }

  it('is as it was after the version was sent, and counts what was added', () => {
    const { sftp, inside, sent, protocol } = session(100);
    announceLimits(sftp);
    inside._protocol.channelData(3, VERSION);
    expect(sent[0]).toHaveLength(VERSION.length + 27);
    expect(sent[0]?.readUInt32BE()).toBe(32);
    expect(inside.outgoing.window).toBe(73);
    expect(inside._protocol).toBe(protocol);
  });

  it('is left alone where the window has no room, or where it is not what is expected', () => {
    const small = session(26);
    announceLimits(small.sftp);
    small.inside._protocol.channelData(3, VERSION);
    expect(small.sent).toEqual([VERSION]);
    expect(small.inside.outgoing.window).toBe(26);
    expect(answerLimits(small.sftp, 1, 64)).toBe(false);
    expect(answerLimits(session(100, 'closing').sftp, 1, 64)).toBe(false);
    for (const other of [{}, { _protocol: {}, outgoing: { window: 9 } }]) {
      const before = { ...other };
      announceLimits(other as SFTPWrapper);
      expect(other).toEqual(before);
      expect(answerLimits(other as SFTPWrapper, 1, 64)).toBe(false);
    }
  });

  it('can close the channel before a version was sent', () => {
    const { sftp, inside, closed } = session(100);
    announceLimits(sftp);
    inside._protocol.channelClose(3);
    expect(closed).toEqual([3]);
  });
});
