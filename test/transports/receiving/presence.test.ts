import ssh2 from 'ssh2';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hashPassword } from '../../../src/transports/receiving/password.js';
import type { ReceivingEvent, ReceivingUser } from '../../../src/transports/receiving/receiving-user.js';
import { ftpsPartner } from '../ftps/partner.js';
import { bytesOf, PASSWORD, serve } from '../sftp/serve.js';

const WAIT = { timeout: 60_000 };

interface Given {
  readonly recheckMs: number;
  readonly users: (found: ReceivingUser | undefined) => Promise<ReceivingUser | undefined>;
}

interface Tried {
  readonly events: readonly ReceivingEvent[];
  readonly addresses: () => readonly (string | undefined)[];
  /** A session in which a file was put. */
  readonly list: () => Promise<unknown>;
  readonly recheck: (name: string) => Promise<void>;
}

/** A server with a user who has logged in. */
const SERVERS: Readonly<Record<'SFTP' | 'FTPS', (given: Given) => Promise<Tried>>> = {
  SFTP: async ({ recheckMs, users }) => {
    const served = await serve({ recheckMs, users: foundBy(users) });
    onTestFinished(() => served.close());
    user = { name: 'ann', passwordHash: await hashOf(), files: served.files };
    const session = await served.connect();
    await session.write('/a', bytesOf('a'));
    const { events, server } = served;
    const addresses = () => served.uploads.map(address);
    return { events, addresses, list: () => session.list('/'), recheck: (name) => server.recheck(name) };
  },
  FTPS: async ({ recheckMs, users }) => {
    const partner = await ftpsPartner({ server: { recheckMs, users: foundBy(users) } });
    onTestFinished(() => partner.server.close({ grace: 0 }));
    user = { name: 'ann', passwordHash: await hashOf(), files: partner.files };
    const session = await partner.connect({ username: 'ann', password: 'correct horse' });
    onTestFinished(() => session.close().catch(() => undefined));
    await session.write('/a', bytesOf('a'));
    const { events, server } = partner;
    const addresses = () => partner.uploaded.map(address);
    return { events, addresses, list: () => session.list('/'), recheck: (name) => server.recheck(name) };
  },
};

let user: ReceivingUser | undefined;

const address = (file: { readonly address?: string | undefined }) => file.address;

function hashOf(): Promise<string> {
  return hashPassword('correct horse', { cost: 256 });
}

function foundBy(users: Given['users']) {
  return async (name: string) => users(name === 'ann' ? user : undefined);
}

describe.each(['SFTP', 'FTPS'] as const)('a session at the %s server', (protocol) => {
  const refused = ({ events }: Tried) => events.filter(({ kind }) => kind === 'refused');

  it.each([
    ['is removed', () => undefined],
    ['is another by now', (found: ReceivingUser | undefined) => found && { ...found, id: 'another' }],
  ])('ends when its user %s', async (_, changed) => {
    let isChanged = false;
    const tried = await SERVERS[protocol]({
      recheckMs: 10,
      users: async (found) => (isChanged ? changed(found) : found),
    });
    isChanged = true;
    await vi.waitFor(() => expect(refused(tried)).toMatchObject([{ text: expect.stringContaining('login') }]), WAIT);
    await expect(tried.list()).rejects.toThrow();
    await vi.waitFor(() => expect(tried.events.at(-1)).toMatchObject({ kind: 'closed' }), WAIT);
  });

  it('ends at once where the program says that its user has changed, and no other does', async () => {
    let id = 'one';
    const tried = await SERVERS[protocol]({
      recheckMs: 600_000,
      users: async (found) => found && { ...found, id },
    });
    await tried.recheck('ann');
    id = 'another';
    await tried.recheck('bob');
    await tried.list();
    expect(refused(tried)).toEqual([]);
    await tried.recheck('ann');
    expect(refused(tried)).toMatchObject([{ user: 'ann', text: expect.stringContaining('login') }]);
    await expect(tried.list()).rejects.toThrow();
  });

  it('goes on while its user is the same, or cannot be looked up, and says where uploads come from', async () => {
    let isGone = false;
    let asked = 0;
    const tried = await SERVERS[protocol]({
      recheckMs: 1,
      users: async (found) => {
        asked++;
        if (isGone) throw new Error('The database is gone.');
        return found;
      },
    });
    expect(tried.addresses()).toEqual(['127.0.0.1']);
    await vi.waitFor(() => expect(asked).toBeGreaterThan(3), WAIT);
    isGone = true;
    asked = 0;
    await vi.waitFor(() => expect(asked).toBeGreaterThan(3), WAIT);
    await tried.list();
    expect(refused(tried)).toEqual([]);
  });
});

it('a connection over SSH ends in the same way before it has opened a session', async () => {
  let isRemoved = false;
  const passwordHash = await hashOf();
  const served = await serve({
    recheckMs: 600_000,
    users: async (name) => (isRemoved ? undefined : { name, passwordHash, files: served.files }),
  });
  onTestFinished(() => served.close());
  const client = new ssh2.Client();
  onTestFinished(() => void client.end());
  const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const ready = new Promise<void>((resolve) => client.once('ready', () => resolve()));
  client.connect({ host: '127.0.0.1', port: served.port, username: 'ann', password: PASSWORD });
  await ready;
  isRemoved = true;
  await served.server.recheck('ann');
  await ended;
});
