import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import { transportError } from '../../../src/delivery/transport-error.js';
import { fileTransport } from '../../../src/transports/files/file-transport.js';
import { KeptSessions } from '../../../src/transports/files/kept-sessions.js';
import type { RemoteFiles } from '../../../src/transports/files/remote-files.js';
import { remoteOfVirtual } from '../../../src/transports/files/remote-of-virtual.js';
import { type SessionSettings, sessionLimits } from '../../../src/transports/files/session-settings.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import { arrivedIn, switching } from './virtual-harness.js';

const reason = (name: string) => ({ details: { reason: name } });

/** A server that counts its sessions, and can let them die or refuse new ones. */
class Server {
  readonly files = createMemoryFiles();
  logins = 0;
  open = 0;
  mostOpen = 0;
  readonly dead = new Set<RemoteFiles>();
  readonly sessions: RemoteFiles[] = [];
  refuse: (() => Promise<unknown>) | undefined;

  readonly connect = async (signal?: AbortSignal): Promise<RemoteFiles> => {
    this.logins++;
    // As every login: not at once.
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    if (this.refuse !== undefined) throw await Promise.race([this.refuse(), aborted(signal)]);
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    const remote = remoteOfVirtual(this.files);
    let open = true;
    const session: RemoteFiles = switching(() => {
      if (this.dead.has(session) || !open) return { ...lost, close: async () => end() };
      return { ...bound(remote), close: async () => end() };
    });
    const end = (): void => {
      if (open) this.open--;
      open = false;
    };
    this.sessions.push(session);
    return session;
  };

  kept(settings: SessionSettings = {}): KeptSessions {
    return new KeptSessions(this.connect, sessionLimits(settings));
  }
}

function aborted(signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(signal.reason)));
}

function bound(remote: RemoteFiles): RemoteFiles {
  return switching(() => remote);
}

const gone = async (): Promise<never> => {
  throw transportError('connection-lost');
};
/** Of a session whose connection is gone. */
const lost: RemoteFiles = {
  renameModes: ['plain'],
  facts: {},
  list: gone,
  stat: gone,
  write: gone,
  // biome-ignore lint/correctness/useYield: it is lost before the first byte
  async *read() {
    await gone();
  },
  rename: gone,
  remove: gone,
  rest: () => {},
  wake: async () => false,
  close: async () => {},
};

/** Something that ends when it is told to. */
function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe('a session', () => {
  it('is used again, the one that rested last first', async () => {
    const server = new Server();
    const kept = server.kept({ max: 2 });
    for (let i = 0; i < 5; i++) await kept.use((files) => files.stat('/'));
    expect(server.logins).toBe(1);
    const [one, two] = [await kept.take(), await kept.take()];
    two.end('usable');
    one.end('usable');
    expect((await kept.take()).files).toBe(one.files);
    expect(server.logins).toBe(2);
  });

  it('that died while it rested is replaced before anybody has it', async () => {
    const server = new Server();
    const kept = server.kept();
    await kept.use((files) => files.stat('/'));
    for (const session of server.sessions) server.dead.add(session);
    await kept.use((files) => files.stat('/'));
    expect([server.logins, server.open]).toEqual([2, 1]);
  });

  it('that was kept and dies in work that may be repeated: the work is done over another', async () => {
    const server = new Server();
    const kept = server.kept();
    await kept.use((files) => files.stat('/'));
    let times = 0;
    const work = async (files: RemoteFiles) => {
      if (times++ === 0) server.dead.add(files);
      await files.stat('/');
    };
    await kept.use(work, { repeatable: true });
    expect([times, server.logins, server.open]).toEqual([2, 2, 1]);
    times = 0;
    await expect(kept.use(work)).rejects.toMatchObject(reason('connection-lost'));
    expect(times).toBe(1);
  });

  it('that is new and dies: the work fails', async () => {
    const server = new Server();
    const work = async (files: RemoteFiles) => {
      server.dead.add(files);
      await files.stat('/');
    };
    await expect(server.kept().use(work, { repeatable: true })).rejects.toMatchObject(reason('connection-lost'));
    expect(server.logins).toBe(1);
  });

  it('outlives an error that is none of the connection', async () => {
    const server = new Server();
    const kept = server.kept();
    await expect(kept.use(() => Promise.reject(transportError('target-exists')))).rejects.toThrow();
    await kept.use((files) => files.stat('/'));
    expect(server.logins).toBe(1);
  });

  it('is ended when nobody has used it for long', async () => {
    const server = new Server();
    await server.kept({ idleMs: 1 }).use((files) => files.stat('/'));
    await expect.poll(() => server.open, { timeout: 20_000 }).toBe(0);
  });

  it('is ended by a caller whose signal comes', async () => {
    const server = new Server();
    const kept = server.kept();
    const control = new AbortController();
    const work = async () => {
      control.abort();
      throw transportError('server-error');
    };
    await expect(kept.use(work, { signal: control.signal })).rejects.toThrow();
    expect(server.open).toBe(0);
  });
});

describe('the line', () => {
  it('has as many sessions as allowed, and serves in order', async () => {
    const server = new Server();
    const kept = server.kept({ max: 3 });
    const served: number[] = [];
    const work = (number: number) => async () => {
      served.push(number);
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    };
    await Promise.all(Array.from({ length: 50 }, (_, number) => kept.use(work(number))));
    expect(served).toEqual(Array.from({ length: 50 }, (_, number) => number));
    expect(server.mostOpen).toBeLessThanOrEqual(3);
    expect(server.logins).toBe(server.mostOpen);
  });

  it('gets a further session only where none comes free for as long as a login takes', async () => {
    const server = new Server();
    const kept = server.kept({ max: 2 });
    const busy = gate();
    const long = kept.use(() => busy.passed);
    // Behind what takes for ever.
    await kept.use((files) => files.stat('/'));
    expect(server.logins).toBe(2);
    busy.open();
    await long;
  });

  it('is one login at a time; if it fails, all who waited for it fail, and the next call tries anew', async () => {
    const server = new Server();
    const kept = server.kept();
    server.refuse = async () => transportError('connection-refused');
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => kept.use(async () => {})));
    expect(ends.map((end) => end.status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
    expect(server.logins).toBe(1);
    server.refuse = undefined;
    await kept.use(async () => {});
    expect(server.logins).toBe(2);
  });

  it('goes on over the sessions it has where the server takes no further one', async () => {
    const server = new Server();
    const kept = server.kept({ max: 5 });
    const busy = gate();
    const first = kept.use(() => busy.passed);
    await expect.poll(() => server.open).toBe(1);
    server.refuse = async () => transportError('server-busy');
    const others = Array.from({ length: 5 }, () => kept.use(async () => 'served'));
    await expect.poll(() => server.logins, { timeout: 20_000 }).toBe(2);
    busy.open();
    await first;
    expect(await Promise.all(others)).toEqual(Array.from({ length: 5 }, () => 'served'));
  });

  it('is left by the signal, and a login that nobody waits for any more is broken off', async () => {
    const server = new Server();
    const kept = server.kept();
    server.refuse = () => new Promise(() => {});
    const control = new AbortController();
    const ends = [1, 2].map(() => kept.use(async () => {}, { signal: control.signal }));
    control.abort();
    for (const end of ends) await expect(end).rejects.toMatchObject({ code: 'X12_ABORTED' });
    server.refuse = undefined;
    await kept.use(async () => {});
    expect(server.logins).toBe(2);
  });

  it('is bounded in length and in time', async () => {
    const server = new Server();
    const kept = server.kept({ max: 1, maxWaiting: 2, waitMs: 50 });
    const lease = await kept.take();
    const [one, two] = [kept.take(), kept.take()];
    await expect(kept.take()).rejects.toMatchObject(reason('sessions-busy'));
    await expect(one).rejects.toMatchObject(reason('sessions-busy'));
    await expect(two).rejects.toMatchObject(reason('sessions-busy'));
    lease.end('usable');
    expect((await kept.take()).files).toBe(lease.files);
  });

  it('makes room for a login that must be a new one', async () => {
    const server = new Server();
    const kept = server.kept({ max: 1 });
    await kept.use(async () => {});
    const lease = await kept.take({ fresh: true });
    expect([server.logins, server.open, lease.kept]).toEqual([2, 1, false]);
  });

  it('is refused when the sessions are closed, and those in use end', async () => {
    const server = new Server();
    const kept = server.kept({ max: 1 });
    const lease = await kept.take();
    const waiting = kept.take();
    await Promise.all([kept.close(), expect(waiting).rejects.toMatchObject(reason('closed'))]);
    await expect(lease.files.stat('/')).rejects.toThrow();
    await expect(kept.take()).rejects.toMatchObject(reason('closed'));
    expect(server.open).toBe(0);
  });
});

describe('deliveries', () => {
  async function partner(settings: SessionSettings = {}) {
    const server = new Server();
    await server.files.makeDirectory('/out');
    const transport = fileTransport({
      ...{ kind: 'test', connection: 'partner', connect: server.connect, journal: createMemoryJournal() },
      ...{ outbound: { directory: '/out' }, sessions: settings },
    });
    const send = (number: number) =>
      transport.deliver(payloadOf(`id ${number}`, `${number}.edi`, Uint8Array.of(number & 255)));
    return { server, transport, send };
  }

  it('of many files, one after another or all at once, are one login', async () => {
    const { server, send } = await partner({ max: 1 });
    for (let i = 0; i < 20; i++) await send(i);
    await Promise.all(Array.from({ length: 80 }, (_, i) => send(20 + i)));
    expect(server.logins).toBe(1);
    expect(await arrivedIn(server.files, '/out')).toHaveLength(100);
  });

  it('do not warn of listeners, all at once and under one signal', async () => {
    const warnings: Error[] = [];
    const hear = (warning: Error) => warnings.push(warning);
    process.on('warning', hear);
    const { server, transport } = await partner();
    const { signal } = new AbortController();
    const send = (i: number) => transport.deliver(payloadOf(`id ${i}`, `${i}.edi`, Uint8Array.of(i)), signal);
    await Promise.all(Array.from({ length: 40 }, (_, i) => send(i)));
    // Warnings come in a turn of their own.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', hear);
    expect(warnings).toEqual([]);
    expect(await arrivedIn(server.files, '/out')).toHaveLength(40);
    await transport.close();
    expect(server.open).toBe(0);
  });

  it.each(['write', 'stat'] as const)(
    'go on where a kept session dies at %s, without an attempt more',
    async (step) => {
      const { server, send } = await partner();
      await send(1);
      const [session] = server.sessions;
      if (session === undefined) throw new Error('there is no session');
      const whole = session[step].bind(session);
      Object.assign(session, {
        [step]: async (...parameters: never[]) => {
          await (whole as (...parameters: never[]) => Promise<unknown>)(...parameters);
          server.dead.add(session);
          throw transportError('connection-lost');
        },
      });
      expect(await send(2)).toMatchObject({ name: '2.edi', already: false });
      expect((await server.files.list('/out')).map(({ name }) => name)).toEqual(['1.edi', '2.edi']);
      expect(server.logins).toBe(2);
    },
  );

  it('whose kept session dies at the rename are unknown, and never sent again by themselves', async () => {
    const { server, send } = await partner();
    await send(1);
    const [session] = server.sessions;
    if (session === undefined) throw new Error('there is no session');
    const rename = session.rename.bind(session);
    session.rename = async (...parameters) => {
      await rename(...parameters);
      server.dead.add(session);
      throw transportError('connection-lost');
    };
    await expect(send(2)).rejects.toMatchObject(reason('confirmation-lost'));
    expect(server.logins).toBe(1);
    expect(await send(2)).toMatchObject({ already: true });
  });

  it.each([{ max: 0 }, { max: 1.5 }, { idleMs: 0 }, { waitMs: -1 }, { maxWaiting: 0 }])(
    'refuse %o',
    async (settings) => {
      await expect(partner(settings)).rejects.toMatchObject({ code: 'X12_OPTION_INVALID' });
    },
  );
});
