import { hashPassword } from 'ediloom/transports/sftp-server';
import { describe, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/exchange/services.js';
import { createMetrics } from '../../../src/metrics.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { changeSftpUser, type UserChange } from '../../../src/resources/sftp-users/change-sftp-user.js';
import { deleteSftpUser } from '../../../src/resources/sftp-users/delete-sftp-user.js';
import { createSftpUser } from '../../../src/resources/sftp-users/rows.js';
import { UserChanges } from '../../../src/resources/sftp-users/user-changes.js';
import { readAs, writeAs } from '../../support/accounts.js';
import { ACCOUNT } from '../../support/deliveries.js';
import { addPartner, arrived, fileWorld, listen, sessionOf } from '../../support/file-servers.js';

const WAIT = { timeout: 60_000 };
/** No look by itself happens in a test. */
const NEVER = { recheckMs: 3_600_000 };
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPgxN2o8x0Qe8Yx3YtS1kQ1w8nYcRkq0e6oZc1g0N2Yd mill@example';
const PASSWORD = 'another one, as good';

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

/** Both servers, and a user whose home no connection needs; another keeps the servers open. */
async function world() {
  const { services, clock } = await fileWorld({ parts: () => ({ metrics: createMetrics({ process: false }) }) });
  const mill = await addPartner(services, 'MILL');
  await addPartner(services, 'DAIRY');
  await writeAs(services.store, ACCOUNT, (queries) =>
    queries.delete('connections').where('id', '=', mill.connection.id).execute(),
  );
  await writeAs(services.store, ACCOUNT, (queries) => createBucket(queries, clock, { name: 'others' }));
  const place = { username: 'MILL', mode: 'live' } as const;
  return {
    services,
    clock,
    mill,
    change: (wanted: UserChange, by: Services = services) =>
      writeAs(services.store, ACCOUNT, (queries) => changeSftpUser(by, queries, place, wanted)),
    remove: (by: Services = services) =>
      writeAs(services.store, ACCOUNT, (queries) => deleteSftpUser(by, queries, 'MILL', 'live')),
  };
}

async function expectClosed({ metrics }: Services, times: number): Promise<void> {
  await vi.waitFor(async () => expect(await metrics.text()).toContain(`what="closed"} ${times}`), WAIT);
}

describe.each(['SFTP', 'FTPS'] as const)('sessions over %s', (protocol) => {
  it('end at once when their user has another password, keys, home or bucket, idle as they are', async () => {
    const { services, mill, change } = await world();
    const { [protocol]: listener } = await listen(services, NEVER);
    const passwordHash = await hashPassword(mill.password, { cost: 256 });
    let times = 0;
    for (const wanted of [
      { passwordHash },
      { publicKeys: [KEY] },
      { homeDirectory: '/elsewhere' },
      { bucket: 'others' },
    ] as const) {
      const session = await sessionOf(services, listener, mill);
      await session.list('/');
      await change(wanted);
      await expectClosed(services, ++times);
      await expect(session.list('/')).rejects.toThrow();
    }
    // Whoever logs in anew sees the home as it is by now.
    const session = await sessionOf(services, listener, mill);
    await session.write('/a.txt', pieces('a'));
    const objects = await readAs(services.store, ACCOUNT, (queries) =>
      queries.from('bucket_objects').select(['bucket', 'key']).execute(),
    );
    expect(objects).toEqual([{ bucket: 'others', key: 'elsewhere/a.txt' }]);
  });

  it('go on when the description alone is another, what is said is as it was, or somebody else is changed', async () => {
    const { services, mill, change } = await world();
    const { [protocol]: listener } = await listen(services, { recheckMs: 1 });
    const session = await sessionOf(services, listener, mill);
    await session.list('/');
    await change({ description: 'The old mill' });
    await change({ description: 'The old mill', homeDirectory: '/mill', bucket: 'files' });
    await writeAs(services.store, ACCOUNT, (queries) =>
      changeSftpUser(services, queries, { username: 'DAIRY', mode: 'live' }, { publicKeys: [KEY] }),
    );
    await session.write('/a.txt', pieces('a'));
    expect((await session.list('/')).map(({ name }) => name)).toContain('a.txt');
    expect(await services.metrics.text()).not.toContain('what="closed"');
  });

  it('end when their user is removed, and a file under way is nowhere', async () => {
    const { services, mill, remove } = await world();
    const { [protocol]: listener } = await listen(services, NEVER);
    const session = await sessionOf(services, listener, mill);
    await session.write('/whole.txt', pieces('whole'));
    let begun: () => void = () => {};
    const isUnderWay = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let end: () => void = () => {};
    const isRemoved = new Promise<void>((resolve) => {
      end = resolve;
    });
    async function* slow() {
      yield Buffer.alloc(300_000, 'ISA*');
      begun();
      await isRemoved;
      yield Buffer.alloc(300_000, 'ISA*');
    }
    const writing = session.write('/half.txt', slow()).catch((error: unknown) => error);
    await isUnderWay;
    await remove();
    await expectClosed(services, 1);
    end();
    expect(await writing).toBeInstanceOf(Error);
    const keys = await readAs(services.store, ACCOUNT, (queries) =>
      queries.from('bucket_objects').select('key').execute(),
    );
    expect(keys).toEqual([{ key: 'mill/whole.txt' }]);
    expect(await arrived(services)).toEqual([]);
    await expect(sessionOf(services, listener, mill)).rejects.toThrow();
  });

  it('end in another process on the same store, which nobody tells', async () => {
    const { services, mill, change, remove } = await world();
    const { [protocol]: listener } = await listen(services);
    const other: Services = { ...services, userChanges: new UserChanges() };
    const session = await sessionOf(services, listener, mill);
    await session.list('/');
    await change({ passwordHash: await hashPassword(PASSWORD, { cost: 256 }) }, other);
    await expectClosed(services, 1);
    await expect(session.list('/')).rejects.toThrow();
    const again = await sessionOf(services, listener, { ...mill, password: PASSWORD });
    await again.list('/');
    await remove(other);
    await expectClosed(services, 2);
    await expect(again.list('/')).rejects.toThrow();
  });

  it('are noted at the login, once a minute, which changes nothing for those under way', async () => {
    const { services, clock, mill } = await world();
    const { [protocol]: listener } = await listen(services, { recheckMs: 1 });
    const userRow = () =>
      readAs(services.store, ACCOUNT, (queries) =>
        queries
          .from('sftp_users')
          .select(['last_connected_at', 'updated_at'])
          .where('username', '=', 'MILL')
          .executeTakeFirstOrThrow(),
      );
    const { updated_at } = await userRow();
    expect((await userRow()).last_connected_at).toBeNull();
    await expect(sessionOf(services, listener, { ...mill, password: 'wrong' })).rejects.toThrow();
    const began = clock.now();
    const sessions = await Promise.all([1, 2, 3].map(() => sessionOf(services, listener, mill)));
    const lastAt = async (at: number) =>
      vi.waitFor(async () => expect((await userRow()).last_connected_at).toBe(at), WAIT);
    await lastAt(began);
    clock.advance(59_999);
    await sessionOf(services, listener, mill);
    clock.advance(1);
    await sessionOf(services, listener, mill);
    await lastAt(began + 60_000);
    expect((await userRow()).updated_at).toBe(updated_at);
    for (const session of sessions) await session.list('/');
    expect(await services.metrics.text()).not.toContain('what="closed"} 2');
  });
});

it('whoever a test key has made logs in to a bucket of test keys, where nothing comes in', async () => {
  const { services, clock } = await fileWorld();
  await addPartner(services, 'MILL');
  const password = 'a good one for trying';
  const passwordHash = await hashPassword(password, { cost: 256 });
  await writeAs(services.store, ACCOUNT, async (queries) => {
    await createBucket(queries, clock, { name: 'trials', mode: 'test' });
    const home = {
      description: 'Trial',
      homeDirectory: '/mill',
      passwordHash,
    };
    await createSftpUser(queries, clock, { ...home, username: 'TRIAL', mode: 'test', bucket: 'trials' });
    const live = createSftpUser(queries, clock, { ...home, username: 'TRIAL2', mode: 'test', bucket: 'files' });
    await expect(live).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: '/bucketName' }] });
  });
  const { SFTP } = await listen(services);
  const mill = await addPartner(services, 'DAIRY');
  const session = await sessionOf(services, SFTP, { ...mill, username: 'TRIAL', password });
  await session.write('/in/a.edi', pieces('ISA*')).catch(() => undefined);
  await session.write('/a.edi', pieces('ISA*'));
  expect(await arrived(services)).toEqual([]);
  for (const path of ['/../mill/in', '../../files/mill', '/mill']) expect(await session.stat(path)).toBeUndefined();
});
