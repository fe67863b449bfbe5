import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Journal, JournalEntry } from '../../../src/delivery/journal.js';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import type { InboundPayload } from '../../../src/delivery/payload.js';
import type { Transport } from '../../../src/delivery/transport.js';
import { transportError } from '../../../src/delivery/transport-error.js';
import { fileTransport } from '../../../src/transports/files/file-transport.js';
import type { RemoteFiles } from '../../../src/transports/files/remote-files.js';
import { remoteOfVirtual } from '../../../src/transports/files/remote-of-virtual.js';
import type { InboundSettings, SkippedFile } from '../../../src/transports/files/settings.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import { hasControlCharacter } from '../../../src/transports/virtual-files/virtual-path.js';
import { getFile, putFile, switching } from './virtual-harness.js';

const DAY_MS = 86_400_000;

async function entries(journal: Journal): Promise<readonly JournalEntry[]> {
  const found: JournalEntry[] = [];
  for await (const entry of journal.list('pickup')) found.push(entry);
  return found;
}

/** An inbox in memory; `change` makes its server misbehave, `wait` is what happens between two looks. */
async function inbox(
  settings: Partial<InboundSettings> = {},
  change: (files: RemoteFiles) => Partial<RemoteFiles> = () => ({}),
  wait: () => Promise<void> = async () => {},
) {
  const files = createMemoryFiles();
  for (const path of ['/in', '/done', '/bad']) await files.makeDirectory(path);
  const skipped: SkippedFile[] = [];
  const waits: number[] = [];
  const changing = { on: true, sessions: 0, open: 0 };
  const journal = createMemoryJournal();
  const clock = { now: Date.now() };
  const transport: Transport = fileTransport({
    kind: 'test',
    connection: 'partner',
    journal,
    now: () => new Date(clock.now),
    inbound: { directory: '/in', stableMs: 0, onSkipped: (file) => skipped.push(file), ...settings },
    wait: async (ms) => {
      waits.push(ms);
      await wait();
    },
    connect: async () => {
      changing.sessions++;
      changing.open++;
      const remote = remoteOfVirtual(files);
      const plain: RemoteFiles = {
        list: (directory, signal) => remote.list(directory, signal),
        stat: (path, signal) => remote.stat(path, signal),
        write: (path, bytes, signal) => remote.write(path, bytes, signal),
        read: (path, options) => remote.read(path, options),
        rename: (from, to, mode, signal) => remote.rename(from, to, mode, signal),
        remove: (path, signal) => remote.remove(path, signal),
        renameModes: remote.renameModes,
        facts: remote.facts,
        rest: () => remote.rest(),
        wake: () => remote.wake(),
        close: async () => {
          changing.open--;
          await remote.close();
        },
      };
      const changed = { ...plain, ...change(plain) };
      return switching(() => (changing.on ? changed : plain));
    },
  });
  const put = (name: string, text = name) => putFile(files, `/in/${name}`, Buffer.from(text));
  const names = async (path = '/in') => (await files.list(path)).map(({ name }) => name).sort();
  return { files, transport, skipped, waits, changing, put, names, journal, clock };
}

/** Names of what a round offers; `work` is done with each. */
async function round(transport: Transport, work?: (payload: InboundPayload) => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  for await (const payload of transport.receive()) {
    names.push(payload.name);
    await work?.(payload);
  }
  return names;
}

async function textOf(payload: InboundPayload): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of payload.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const accept = (payload: InboundPayload) => payload.accept();
const reason = (text: string) => ({ details: { reason: text } });

describe('what is ready', () => {
  it('is what did not change between two looks', async () => {
    const world = await inbox({ stableMs: 10_000 }, undefined, () => world.put('growing.edi', 'more than before'));
    await world.put('still.edi');
    await world.put('growing.edi', 'half');
    expect(await round(world.transport)).toEqual(['still.edi']);
    expect(world.waits).toEqual([10_000]);
    expect(world.skipped).toMatchObject([{ name: 'growing.edi', reason: 'source-changed' }]);
  });

  it('is not what came between two looks, and an empty inbox is not waited for', async () => {
    const world = await inbox({ stableMs: 50 }, undefined, () => world.put('new.edi'));
    expect(await round(world.transport)).toEqual([]);
    expect(world.waits).toEqual([]);
    await world.put('old.edi');
    expect(await round(world.transport)).toEqual(['old.edi']);
  });

  it('has its trigger file, where there are such, and both are removed', async () => {
    const { transport, put, names } = await inbox({ triggerSuffix: '.ok' });
    await put('a.edi');
    await put('b.edi');
    await put('b.edi.ok', '');
    expect(await round(transport, accept)).toEqual(['b.edi']);
    expect(await names()).toEqual(['a.edi']);
  });

  it('fits the patterns', async () => {
    const { transport, put } = await inbox({ include: ['*.{edi,x12}'], exclude: ['test-*'] });
    for (const name of ['a.edi', 'b.x12', 'c.txt', 'test-d.edi', '.tmp-e.edi', 'f.edi.part']) await put(name);
    expect(await round(transport)).toEqual(['a.edi', 'b.x12']);
  });

  it('comes in order, and no more than wanted in one round', async () => {
    const { files, transport, put } = await inbox({ order: 'modified', maxFiles: 2 });
    for (const [name, modified] of [
      ['a', 3000],
      ['b', 1000],
      ['c', 2000],
    ] as const) {
      await put(name);
      await files.setModified(`/in/${name}`, modified);
    }
    expect(await round(transport)).toEqual(['b', 'c']);
  });

  it('is not too large', async () => {
    const { transport, put, skipped } = await inbox({ maxFileBytes: 5 });
    await put('a', '12345');
    await put('b', '123456');
    expect(await round(transport)).toEqual(['a']);
    expect(skipped).toMatchObject([{ name: 'b', reason: 'file-too-large', text: expect.stringContaining('limit') }]);
  });

  it('never has a name that is a path or steers a terminal, whatever a server lists', async () => {
    const hostile = [
      '../../etc/passwd',
      '/etc/passwd',
      '..',
      'a\\..\\b',
      'x\0.edi',
      'x\r\nDELE y',
      '\u001b[2J',
      'x'.repeat(4000),
    ];
    const touched: string[] = [];
    const { transport, skipped, put } = await inbox({}, (files) => ({
      list: async (directory, signal) => [
        ...(await files.list(directory, signal)),
        ...hostile.map((name) => ({ name, kind: 'file' as const, size: 1, modified: 1 })),
      ],
      stat: async (path, signal) => {
        touched.push(path);
        return files.stat(path, signal);
      },
    }));
    await put('good.edi');
    expect(await round(transport, accept)).toEqual(['good.edi']);
    expect(skipped.map(({ reason: why }) => why)).toEqual(Array.from({ length: 7 }, () => 'name-refused'));
    for (const { name } of skipped) expect(hasControlCharacter(name)).toBe(false);
    expect(touched).toEqual(['/in/good.edi']);
  });
});

describe('a file that is read', () => {
  it('must have the size that was listed', async () => {
    const { transport, put } = await inbox();
    await put('a.edi', '12345');
    const texts = ['1234', '123456'];
    await round(transport, async (payload) => {
      for (const text of texts) {
        await put('a.edi', text);
        await expect(textOf(payload)).rejects.toMatchObject(reason('source-changed'));
      }
      await put('a.edi', '12345');
      expect(await textOf(payload)).toBe('12345');
      await put('a.edi', '54321');
      await expect(textOf(payload)).rejects.toMatchObject(reason('source-changed'));
    });
  });

  it('is not removed once another has taken its name', async () => {
    const { files, transport, put, names } = await inbox();
    await put('a.edi', 'first');
    await files.setModified('/in/a.edi', 1_700_000_000_000);
    await round(transport, async (payload) => {
      expect(await textOf(payload)).toBe('first');
      await put('a.edi', 'other');
      await payload.accept();
    });
    expect(await names()).toEqual(['a.edi']);
    expect(await round(transport, async (payload) => expect(await textOf(payload)).toBe('other'))).toEqual(['a.edi']);
  });

  it('may be lost on the way: the round goes on in a new session', async () => {
    const { transport, put, changing } = await inbox({}, (files) => {
      const broken = changing.sessions === 1;
      return {
        async *read(path, options) {
          if (broken) throw transportError('connection-lost');
          yield* files.read(path, options);
        },
      };
    });
    await put('a.edi');
    await put('b.edi');
    const ends: string[] = [];
    await round(transport, async (payload) => {
      ends.push(await textOf(payload).catch(() => 'lost'));
    });
    expect(ends).toEqual(['lost', 'b.edi']);
    expect(changing.sessions).toBe(2);
    expect(changing.open).toBe(1);
  });
});

describe('an accepted file', () => {
  it('that cannot be removed is told of, and never comes again', async () => {
    const { transport, put, skipped, changing, names } = await inbox({}, () => ({
      remove: async () => {
        throw transportError('permission-denied');
      },
    }));
    await put('a.edi');
    await round(transport, (payload) => expect(payload.accept()).rejects.toMatchObject(reason('permission-denied')));
    for (let turn = 1; turn <= 2; turn++) {
      expect(await round(transport)).toEqual([]);
      expect(skipped).toHaveLength(turn);
    }
    expect(skipped[0]).toMatchObject({ name: 'a.edi', reason: 'permission-denied' });
    changing.on = false;
    expect(await round(transport)).toEqual([]);
    expect(await names()).toEqual([]);
  });

  it.each(['server-error', 'server-busy'] as const)(
    'that cannot be removed for now (%s) keeps no other waiting',
    async (word) => {
      const { transport, put, skipped, changing, names } = await inbox({}, (files) => ({
        remove: async (path, signal) => {
          if (path.endsWith('/a.edi')) throw transportError(word);
          await files.remove(path, signal);
        },
      }));
      await put('a.edi');
      await round(transport, (payload) => payload.accept().catch(() => undefined));
      await put('b.edi');
      expect(await round(transport, (payload) => payload.accept())).toEqual(['b.edi']);
      expect(skipped).toMatchObject([{ name: 'a.edi', reason: word }]);
      changing.on = false;
      expect(await round(transport)).toEqual([]);
      expect(await names()).toEqual([]);
    },
  );

  it('is told from the next of its name by its bytes, where the server tells no times', async () => {
    const timeless = (files: RemoteFiles): Partial<RemoteFiles> => ({
      list: async (directory, signal) =>
        (await files.list(directory, signal)).map(({ name, kind, size }) => ({ name, kind, size })),
      stat: async (path, signal) => {
        const file = await files.stat(path, signal);
        return file && { name: file.name, kind: file.kind, size: file.size };
      },
      remove: async () => {
        throw transportError('permission-denied');
      },
    });
    const { transport, put } = await inbox({}, timeless);
    await put('a.edi', 'first');
    await round(transport, (payload) => payload.accept().catch(() => undefined));
    expect(await round(transport)).toEqual([]);
    await put('a.edi', 'other');
    expect(await round(transport, async (payload) => expect(await textOf(payload)).toBe('other'))).toEqual(['a.edi']);
  });

  it('is not read on behind its size, though it has no end', async () => {
    let read = 0;
    const endless = (files: RemoteFiles): Partial<RemoteFiles> => ({
      list: async (directory, signal) =>
        (await files.list(directory, signal)).map(({ name, kind, size }) => ({ name, kind, size })),
      async *read() {
        for (;;) {
          read += 1000;
          yield new Uint8Array(1000);
        }
      },
    });
    const { transport, put } = await inbox({}, endless);
    await put('a.edi', 'first');
    const offered = await round(transport, async (payload) => {
      await expect(textOf(payload)).rejects.toMatchObject(reason('source-changed'));
    });
    expect(offered).toEqual(['a.edi']);
    expect(read).toBeLessThan(10_000);
  });

  it('goes to the archive under a name that is free', async () => {
    const { files, transport, put, names } = await inbox({ archiveDirectory: '/done' });
    for (const text of ['first', 'second']) {
      await put('a.edi', text);
      await round(transport, accept);
    }
    expect(await names()).toEqual([]);
    expect(await names('/done')).toEqual(['a-2.edi', 'a.edi']);
    expect(Buffer.from(await getFile(files, '/done/a-2.edi')).toString()).toBe('second');
  });
});

describe('a directory for what was taken', () => {
  it.each(['archiveDirectory', 'rejectDirectory'])(
    'must be another (%s): there it would come again, for ever',
    async (name) => {
      for (const directory of ['/in', 'in/', '//in/./']) {
        await expect(inbox({ [name]: directory })).rejects.toMatchObject({
          code: 'X12_OPTION_INVALID',
          details: { option: `inbound.${name}` },
        });
      }
      await expect(inbox({ [name]: '/in/done' })).resolves.toBeDefined();
    },
  );
});

describe('a rejected file', () => {
  it('goes to the rejects where there is a directory for them', async () => {
    const { transport, put, names } = await inbox({ rejectDirectory: '/bad' });
    await put('a.edi');
    await round(transport, (payload) => payload.reject('unsupported-format'));
    expect([await names(), await names('/bad')]).toEqual([[], ['a.edi']]);
  });
});

describe('a file that may not be read, where the server tells no times', () => {
  it.each(['permission-denied', 'file-missing'] as const)('is left (%s), and those behind it are not', async (word) => {
    const { transport, put, skipped } = await inbox({}, (files) => ({
      list: async (directory, signal) =>
        (await files.list(directory, signal)).map(({ name, kind, size }) => ({ name, kind, size })),
      async *read(path, options) {
        if (path.endsWith('/a.edi')) throw transportError(word);
        yield* files.read(path, options);
      },
    }));
    await put('a.edi');
    await put('b.edi');
    expect(await round(transport)).toEqual(['b.edi']);
    expect(skipped).toMatchObject([{ name: 'a.edi', reason: word }]);
  });
});

describe('a loop that is left', () => {
  it('leaves its last file to the sender', async () => {
    const { transport, put, names } = await inbox();
    await put('a.edi');
    let last: InboundPayload | undefined;
    for await (const payload of transport.receive()) {
      last = payload;
      break;
    }
    await expect(last?.accept()).rejects.toMatchObject(reason('closed'));
    expect(await names()).toEqual(['a.edi']);
    expect(await round(transport)).toEqual(['a.edi']);
  });
});

describe('sessions', () => {
  it('are kept when the loop is left, and closed when the transport is', async () => {
    const { transport, put, changing } = await inbox();
    await put('a.edi');
    await put('b.edi');
    for await (const _ of transport.receive()) break;
    expect(changing.open).toBe(1);
    const left = transport.receive()[Symbol.asyncIterator]();
    await left.next();
    expect([changing.open, changing.sessions]).toEqual([1, 1]);
    await transport.close();
    expect(changing.open).toBe(0);
    await expect(left.next()).rejects.toMatchObject(reason('closed'));
  });

  it('outlive files that are refused before their first byte', async () => {
    const { transport, put, changing } = await inbox({}, () => ({
      // biome-ignore lint/correctness/useYield: it is refused before it gives anything
      async *read() {
        throw transportError('permission-denied');
      },
    }));
    for (const name of ['a.edi', 'b.edi', 'c.edi']) await put(name);
    await round(transport, (payload) => textOf(payload).catch(() => undefined));
    expect(changing.sessions).toBe(1);
  });
});

describe('what a server lists', () => {
  it('is looked through in turns: a slow filter keeps nobody waiting', async () => {
    let turns = 0;
    const longest = { names: 0, now: 0 };
    const accepts = () => {
      longest.now += 1;
      longest.names = Math.max(longest.names, longest.now);
      const until = performance.now() + 1;
      while (performance.now() < until);
      return false;
    };
    const { transport, put } = await inbox({ accepts });
    for (let at = 0; at < 200; at++) await put(`${at}.edi`);
    const others = setInterval(() => {
      turns += 1;
      longest.now = 0;
    }, 0);
    expect(await round(transport)).toEqual([]);
    clearInterval(others);
    expect(turns).toBeGreaterThan(0);
    expect(longest.names).toBeLessThan(200);
  });
});

describe('files that stay where they are', () => {
  it('are taken once each, until another has their name', async () => {
    const { transport, put, names } = await inbox({ afterAccept: 'leave' });
    await put('a.edi', 'first');
    await put('b.edi');
    const accept = (payload: InboundPayload) => payload.accept();
    expect(await round(transport, accept)).toEqual(['a.edi', 'b.edi']);
    expect(await round(transport, accept)).toEqual([]);
    expect(await names()).toEqual(['a.edi', 'b.edi']);
    await put('a.edi', 'second, and longer');
    expect(await round(transport, accept)).toEqual(['a.edi']);
    expect(await round(transport, accept)).toEqual([]);
  });

  it('stay known for as long as they are looked at, however soon the journal forgets', async () => {
    const { transport, put, journal, clock } = await inbox({ afterAccept: 'leave' });
    await put('a.edi');
    const accept = (payload: InboundPayload) => payload.accept();
    expect(await round(transport, accept)).toEqual(['a.edi']);
    const [first] = await entries(journal);
    expect(await round(transport, accept)).toEqual([]);
    // It is written only now and then.
    expect(await entries(journal)).toEqual([first]);
    for (let day = 8; day < 100; day += 8) {
      clock.now += 8 * DAY_MS;
      expect(await round(transport, accept)).toEqual([]);
      expect(await entries(journal)).toEqual([{ ...first, at: new Date(clock.now).toISOString() }]);
    }
  });

  it('are known by their bytes where times mean nothing, also if they were taken with times before', async () => {
    const timeless = (files: RemoteFiles): Partial<RemoteFiles> => ({
      list: async (directory, signal) => {
        const listed = await files.list(directory, signal);
        // Another at each look.
        return listed.map((file) => ({ ...file, modified: Math.random() * 1e12 }));
      },
    });
    const { transport, put } = await inbox({ afterAccept: 'leave', ignoreTimes: true }, timeless);
    await put('a.edi', 'one');
    const accept = async (payload: InboundPayload) => {
      for await (const _ of payload.open());
      await payload.accept();
    };
    expect(await round(transport, accept)).toEqual(['a.edi']);
    expect(await round(transport, accept)).toEqual([]);
    await put('a.edi', 'two');
    expect(await round(transport, accept)).toEqual(['a.edi']);
  });

  it('are those that the caller wants', async () => {
    const { transport, put } = await inbox({ accepts: ({ name, size }) => name !== 'b.edi' && size > 1 });
    await put('a.edi');
    await put('b.edi');
    await put('c.edi', 'c');
    expect(await round(transport, (payload) => payload.accept())).toEqual(['a.edi']);
  });
});

describe('an archive that is the inbox by another name', () => {
  it('is refused at the first file, which stays as it is and is not taken again', async () => {
    // As a link to it would be.
    const linked = (files: RemoteFiles): Partial<RemoteFiles> => {
      const real = (path: string): string => path.replace(/^\/done\//, '/in/');
      return {
        stat: (path, signal) => files.stat(real(path), signal),
        rename: (from, to, mode, signal) => files.rename(real(from), real(to), mode, signal),
      };
    };
    const { transport, put, names } = await inbox({ archiveDirectory: '/done' }, linked);
    await put('a.edi');
    const errors: unknown[] = [];
    const accept = (payload: InboundPayload) => payload.accept().catch((error: unknown) => errors.push(error));
    expect(await round(transport, accept)).toEqual(['a.edi']);
    expect(errors).toMatchObject([{ code: 'X12_CONNECTION_INVALID' }]);
    expect(await names()).toEqual(['a.edi']);
  });
});

describe('files of a round that are under way at once', () => {
  const leave = (payload: InboundPayload) => payload.reject('try-again');
  const many = Array.from({ length: 12 }, (_, at) => `${String(at).padStart(2, '0')}.edi`);

  it('are as many as is allowed, and the round ends when all are settled', async () => {
    const { transport, put, names } = await inbox({ atOnce: 4 });
    for (const name of many) await put(name);
    let [open, most] = [0, 0];
    const texts: string[] = [];
    const works: Promise<void>[] = [];
    for await (const payload of transport.receive()) {
      open += 1;
      most = Math.max(most, open);
      const work = async () => {
        texts.push(await textOf(payload));
        await setImmediate();
        // What is accepted makes room, and so does what is rejected.
        await (payload.name === '03.edi' ? payload.reject('try-again') : payload.accept());
        open -= 1;
      };
      works.push(work());
    }
    await Promise.all(works);
    expect([open, most, texts.sort()]).toEqual([0, 4, many]);
    expect(await names()).toEqual(['03.edi']);
    expect(await round(transport, leave)).toEqual(['03.edi']);
  });

  it('make room also where they cannot be accepted', async () => {
    const { transport, put, changing } = await inbox({ atOnce: 2 }, () => ({
      remove: async () => {
        throw transportError('permission-denied');
      },
    }));
    for (const name of many) await put(name);
    const refused: Promise<unknown>[] = [];
    for await (const payload of transport.receive()) {
      await textOf(payload);
      refused.push(payload.accept().catch((error: unknown) => error));
    }
    expect((await Promise.all(refused)).filter((error) => error instanceof Error)).toHaveLength(many.length);
    changing.on = false;
    // They are ours: the next round only removes them.
    expect(await round(transport)).toEqual([]);
  });

  it('are taken back when the loop is left, or the round is aborted while it waits for them', async () => {
    const { transport, put } = await inbox({ atOnce: 3 });
    for (const name of many) await put(name);
    const left: InboundPayload[] = [];
    for await (const payload of transport.receive()) if (left.push(payload) === 3) break;
    for (const payload of left) await expect(payload.accept()).rejects.toMatchObject({ details: { reason: 'closed' } });
    const control = new AbortController();
    const waiting: InboundPayload[] = [];
    const aborted = (async () => {
      for await (const payload of transport.receive(control.signal)) {
        if (waiting.push(payload) === 3) setTimeout(() => control.abort(), 1);
      }
    })();
    await expect(aborted).rejects.toMatchObject({ code: 'X12_ABORTED' });
    expect(waiting.map(({ name }) => name)).toEqual(many.slice(0, 3));
    expect(await round(transport, leave)).toEqual(many);
  });
});
