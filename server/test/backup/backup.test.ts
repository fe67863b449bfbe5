import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Environment } from '../../src/config.js';
import { readOwnerFile } from '../../src/owner-file.js';
import type { RunningServer } from '../../src/start/start-server.js';
import { isOnPostgres } from '../support/store-factory.js';
import { generate, type Home, newHome, temporaryFolder, untilStatus } from './home.js';

const STORE = isOnPostgres ? 'store.pgdump' : 'store.sqlite';

interface Lived {
  readonly home: Home;
  readonly server: RunningServer;
  readonly key: string;
  readonly backup: string;
  /** Executions that were answered before the backup, by their numbers. */
  readonly before: ReadonlyMap<number, string>;
}

/** A server that has sent files, one of them so large that it lies among the objects, was backed up while it ran, and has sent more since. */
async function lived(settings: Environment = {}): Promise<Lived> {
  const home = await newHome(settings);
  const server = await home.start();
  const key = readOwnerFile(home.dataDir, 'test-key') ?? '';
  const before = new Map<number, string>();
  for (let number = 1; number <= 3; number++) {
    const { body, number: isa13 } = await generate(server.url, key, number, `order-${number}.edi`);
    before.set(isa13, body.fileExecutionId ?? '');
    await untilStatus(server.url, key, body.fileExecutionId ?? '', 'COMPLETED');
  }
  await largeArtifact(server);
  const backup = join(temporaryFolder(), 'backup');
  const made = await home.run('backup', backup);
  expect(made).toMatchObject({ code: 0 });
  for (let number = 4; number <= 5; number++) await generate(server.url, key, number);
  return { home, server, key, backup, before };
}

/** One that lies in an object of its own. */
async function largeArtifact({ services }: RunningServer): Promise<void> {
  const bytes = Buffer.alloc(100_000, 'x');
  const { id: accountId } = await services.store.read((db) =>
    db.selectFrom('accounts').select('id').executeTakeFirstOrThrow(),
  );
  const own = { model: 'fault', ownerId: 'none', usage: 'attachment', type: 'text/plain', name: 'large' } as const;
  const rows = await services.artifacts.prepare(accountId, [{ ...own, bytes }]);
  await services.store.write((tx) =>
    tx
      .insertInto('artifacts')
      .values(rows.map((row) => ({ ...row, account_id: accountId })))
      .execute(),
  );
}

it('brings back everything that was acknowledged before it, and gives no number twice once it is raised', async () => {
  const { home, server, key, backup, before } = await lived();
  await server.close();
  const restored = await newHome({}, home);
  const done = await restored.run('restore', backup);
  expect(done).toMatchObject({ code: 0 });
  expect(done.out).toContain('control-numbers raise +N');

  const again = await restored.start();
  for (const id of before.values()) await untilStatus(again.url, key, id, 'COMPLETED');
  const large = await again.services.store.read((db) =>
    db.selectFrom('artifacts').selectAll().where('name', '=', 'large').executeTakeFirstOrThrow(),
  );
  expect((await again.services.artifacts.read(large)).length).toBe(100_000);

  // Numbers 4 and 5 were sent after the backup: nobody but the operator knows that.
  expect(await generate(again.url, key, 6)).toMatchObject({ status: 503, body: { code: 'CONTROL_NUMBERS_HELD' } });
  expect((await restored.run('control-numbers', 'raise', '+5', '--partnership', 'demo')).out).toContain(
    'Nothing is sent until all are raised',
  );
  expect(await generate(again.url, key, 6)).toMatchObject({ status: 503 });
  expect((await restored.run('status')).out).toMatch(/^Nothing is sent: the backup of \S+Z was restored\./);
  expect(await restored.run('control-numbers', 'raise', '+100')).toMatchObject({ code: 0 });
  expect(await generate(again.url, key, 6)).toMatchObject({ status: 200, number: 4 + 5 + 100 });
  expect((await generate(again.url, key, 7)).number).toBe(110);
});

it('keeps sealed what is sealed, and needs its key', async () => {
  const sealed = { ENCRYPT_AT_REST: '1' };
  const { home, server, key, backup } = await lived(sealed);
  await server.close();
  const files = readdirSync(backup, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name), 'latin1');
    expect({ name, found: bytes.includes('PART-1-0') || bytes.includes('xxxxxxxxxxxxxxxx') }).toEqual({
      name,
      found: false,
    });
  }
  const restored = await newHome(sealed, home);
  expect(await restored.run('restore', backup, '--numbers', '+10')).toMatchObject({ code: 0 });
  const again = await restored.start();
  const large = await again.services.store.read((db) =>
    db.selectFrom('artifacts').selectAll().where('name', '=', 'large').executeTakeFirstOrThrow(),
  );
  expect((await again.services.artifacts.read(large)).length).toBe(100_000);
  expect((await generate(again.url, key, 6)).number).toBe(14);
});

it('begins pairs that it does not know where all others were raised to, as they may have been given numbers since', async () => {
  const { home, server, key, backup } = await lived();
  await server.close();
  const restored = await newHome({}, home);
  expect(await restored.run('restore', backup, '--numbers', '+50')).toMatchObject({ code: 0 });
  const again = await restored.start();
  expect((await generate(again.url, key, 6)).number).toBe(4 + 50);
  const { services } = again;
  const { id: accountId } = await services.store.read((db) =>
    db.selectFrom('accounts').select('id').executeTakeFirstOrThrow(),
  );
  const pair = { senderQualifier: 'ZZ', senderId: 'NEW', receiverQualifier: 'ZZ', receiverId: 'PAIR' };
  expect(await services.controlNumbers.take(accountId, pair, 2)).toEqual({ interchange: 51, groups: [51, 52] });
});

it('goes on under the same numbers where nothing was sent since', async () => {
  const { home, server, key, backup } = await lived();
  await server.close();
  const restored = await newHome({}, home);
  expect(await restored.run('restore', backup, '--numbers', 'as-is')).toMatchObject({ code: 0 });
  const again = await restored.start();
  expect((await generate(again.url, key, 6)).number).toBe(4);
});

it('holds deliveries that were open, and delivers them once that is asked for', async () => {
  const home = await newHome();
  const server = await home.start();
  const key = readOwnerFile(home.dataDir, 'test-key') ?? '';
  const { body } = await generate(server.url, key, 1, 'open.edi');
  const id = body.fileExecutionId ?? '';
  await untilStatus(server.url, key, id, 'COMPLETED');
  // As it stands while its partner does not answer.
  await server.services.store.write(async (tx) => {
    await tx.updateTable('executions').set({ status: 'IN_PROGRESS' }).where('id', '=', id).execute();
    const { account_id } = await tx.selectFrom('executions').select('account_id').executeTakeFirstOrThrow();
    const due = { due_at: Date.now() + 3_600_000, order_at: 1, attempt: 0, lease: 0, created_at: 1, updated_at: 1 };
    const payload = JSON.stringify({ executionId: id });
    const queue = `local-delivery/${account_id}//deliver`;
    const job = { account_id, id: 'open-delivery', kind: 'deliver', queue, state: 'waiting', payload, ...due } as const;
    await tx
      .insertInto('jobs')
      .values({ ...job, lane: null, owner: null, lease_until: null, takeovers: 0, error: null })
      .execute();
  });
  const backup = join(temporaryFolder(), 'backup');
  expect(await home.run('backup', backup)).toMatchObject({ code: 0 });
  await server.close();

  const restored = await newHome({}, home);
  expect((await restored.run('restore', backup, '--numbers', '+1')).out).toContain('1 deliveries were open');
  const again = await restored.start();
  const { out } = await restored.run('jobs');
  expect((await restored.run('status')).out).toContain('1 job has failed: jobs lists them');
  expect(out).toMatch(/^open-delivery {2}deliver .*may have been delivered after the backup/);
  expect(await restored.run('jobs', 'retry', 'open-delivery')).toMatchObject({ code: 0 });
  await untilStatus(again.url, key, id, 'COMPLETED');
});

it('keeps the places of those who poll, also of those who had read what was lost', async () => {
  const { home, server, key, backup } = await lived();
  const poll = async (url: string, token?: string) => {
    const start = new Date(Date.now() - 120_000).toISOString();
    const query = token === undefined ? `?startDateTime=${start}` : `?pageToken=${encodeURIComponent(token)}`;
    const response = await fetch(`${url}/2023-08-01/polling/executions${query}`, { headers: { authorization: key } });
    return (await response.json()) as { readonly items: readonly unknown[]; readonly nextPageToken: string };
  };
  let token: string | undefined;
  for (let read = 0; read < 5; ) {
    const page = await poll(server.url, token);
    read += page.items.length;
    token = page.nextPageToken;
  }
  await server.close();
  const restored = await newHome({}, home);
  expect(await restored.run('restore', backup, '--numbers', '+10')).toMatchObject({ code: 0 });
  const again = await restored.start();
  const { body } = await generate(again.url, key, 6);
  await untilStatus(again.url, key, body.fileExecutionId ?? '', 'COMPLETED');
  for (;;) {
    const page = await poll(again.url, token);
    if (page.items.length === 0) continue;
    expect(page.items).toMatchObject([{ executionId: body.fileExecutionId }]);
    break;
  }
});

it('is refused where it is cut, changed, or does not fit', async () => {
  const { home, server, backup } = await lived();
  await server.close();
  const restored = await newHome({}, home);
  const refused = async (place: Home, words: string) => {
    const { code, error } = await place.run('restore', backup);
    expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining(words) });
  };
  const changed = async (name: string, change: (path: string) => void, words: string) => {
    const path = join(backup, name);
    const bytes = readFileSync(path);
    change(path);
    await refused(await newHome({}, home), words);
    writeFileSync(path, bytes);
  };
  await changed('manifest.json', (path) => rmSync(path), 'cut off');
  await changed('manifest.json', (path) => truncateSync(path, 100), 'cannot be read');
  const replaced = (from: string, to: string) => (path: string) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  await changed('manifest.json', replaced('"count": 4', '"count": 5'), 'was changed');
  await changed('manifest.json', replaced('"format": 1', '"format": 2'), 'has form 2');
  await changed(STORE, (path) => truncateSync(path, statSync(path).size - 1), `${STORE} of the backup`);
  await changed('objects.jsonl', (path) => writeFileSync(path, ''), 'objects.jsonl of the backup');
  await refused(await newHome(), 'There is no master key');
  const foreign = await newHome({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
  await refused(foreign, 'is needed and not known');
  await refused(home, isOnPostgres ? 'has tables' : 'There is a store');
  const other = isOnPostgres ? { DATABASE_URL: undefined } : { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  await refused(await newHome(other, home), isOnPostgres ? 'is of a server on PostgreSQL' : 'with the embedded store');
  const full = await newHome({}, home);
  mkdirSync(join(full.dataDir, 'objects', 'a-bucket'), { recursive: true });
  writeFileSync(join(full.dataDir, 'objects', 'a-bucket', 'object'), 'x');
  await refused(full, 'There are objects');
  // None of these has left anything in the way of the right one.
  expect(await restored.run('restore', backup)).toMatchObject({ code: 0 });
});

it('names every master key that something in it is sealed with, and is not brought back without one', async () => {
  const home = await newHome();
  const { services } = await home.start();
  // As after a change of the key, which was not followed by a rotation. Secrets are sealed with the one that is known.
  const sealed = (keyId: string) => `sealed:${keyId}:AAAA`;
  const keyOf = { staged: '1'.repeat(16), fragment: '2'.repeat(16), object: '3'.repeat(16) };
  await services.store.write(async (tx) => {
    const { id: account_id } = await tx.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const own = { account_id, created_at: Date.now() };
    const open = { key_mode: 'live', execution_id: null, version: 1, characters: 1 } as const;
    const group = { ...open, id: 'g', partnership_id: 'demo', setting_id: 's' };
    await tx
      .insertInto('transaction_groups')
      .values({ ...own, ...group })
      .execute();
    const staged = { id: 'x', partnership_id: 'demo', group_id: 'g', place: 1, overrides: null };
    await tx
      .insertInto('staged_transactions')
      .values([
        { ...own, ...staged, transaction: sealed(keyOf.staged) },
        { ...own, ...staged, id: 'y', place: 2, transaction: '{"sealed:":1}' },
      ])
      .execute();
    const fragments = { ...open, id: 'f', guide_id: 'guide' };
    await tx
      .insertInto('fragment_groups')
      .values({ ...own, ...fragments })
      .execute();
    const fragment = { id: 'x', group_id: 'f', place: 1, fragment: sealed(keyOf.fragment) };
    await tx
      .insertInto('fragments')
      .values({ ...own, ...fragment })
      .execute();
  });
  const head = Buffer.concat([Buffer.from('EDLS1'), Buffer.from(keyOf.object, 'hex'), Buffer.alloc(100)]);
  await (services.objects.within ?? services.objects).put('_artifacts/2026-01-01/x/y', head);
  const backup = join(temporaryFolder(), 'backup');
  expect(await home.run('backup', backup)).toMatchObject({ code: 0 });
  const { manifest } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
  expect(manifest.masterKeys).toEqual([services.secrets.keys.currentId, keyOf.object, keyOf.staged, keyOf.fragment]);
  const restored = await newHome({}, home);
  expect((await restored.run('restore', backup)).error).toContain(`${keyOf.object} is needed and not known`);
  const lost = await newHome({ LOST_MASTER_KEYS: Object.values(keyOf).join(',') }, home);
  expect(await lost.run('restore', backup)).toMatchObject({ code: 0 });
});

it('in which an object is missing is not brought back', async () => {
  const { home, server, backup } = await lived();
  await server.close();
  const [listed = ''] = readFileSync(join(backup, 'objects.jsonl'), 'utf8').split('\n');
  rmSync(join(backup, 'objects', ...String(JSON.parse(listed).name).split('/')));
  const restored = await newHome({}, home);
  const { code, error } = await restored.run('restore', backup);
  expect(code).toBe(1);
  expect(error).toContain(`${JSON.parse(listed).name} of the backup is missing, cut or changed.`);
  await expect(restored.start()).rejects.toThrow('has not ended');
});

it('that was cut off while it was brought keeps a server from starting, and is brought anew', async () => {
  const { home, server, key, backup, before } = await lived();
  await server.close();
  const objects = join(backup, 'objects', '_artifacts');
  const [day = ''] = readdirSync(objects);
  const [folder = ''] = readdirSync(join(objects, day));
  const [name = ''] = readdirSync(join(objects, day, folder));
  const path = join(objects, day, folder, name);
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.alloc(bytes.length, 'y'));
  const restored = await newHome({}, home);
  expect((await restored.run('restore', backup)).error).toContain('of the backup is missing, cut or changed');
  await expect(restored.start()).rejects.toThrow('has not ended. Run ediloom-server restore again');
  expect((await restored.run('accounts')).error).toContain('has not ended');
  writeFileSync(path, bytes);
  expect(await restored.run('restore', backup, '--numbers', '+10')).toMatchObject({ code: 0 });
  const again = await restored.start();
  for (const id of before.values()) await untilStatus(again.url, key, id, 'COMPLETED');
});

it('does not write into a folder that has something in it, and says what is missing among the objects', async () => {
  const { home, server, backup } = await lived();
  expect((await home.run('backup', backup)).error).toContain('is not empty');
  expect((await home.run('backup')).code).toBe(2);
  expect((await home.run('backup', join(home.dataDir, 'objects', 'x'))).error).toContain(
    'cannot lie among the objects',
  );
  rmSync(join(home.dataDir, 'objects', '_artifacts'), { recursive: true });
  const second = join(temporaryFolder(), 'second');
  const made = await home.run('backup', second);
  expect(made.code).toBe(1);
  expect(made.error).toContain('1 objects that rows name are not there');
  expect(readFileSync(join(second, 'missing-objects.jsonl'), 'utf8')).toContain('"name":"_artifacts/');
  // Complete all the same: what is left is worth to be brought back.
  expect(existsSync(join(second, 'manifest.json'))).toBe(true);
  const settings = await server.services.store.read((db) =>
    sql`select * from settings where name like 'sweep%'`.execute(db),
  );
  expect(settings.rows, 'the sweep goes on').toEqual([]);
});

it('says which objects of buckets are cut, as their rows have their size', async () => {
  const { home, server } = await lived();
  const objects = join(home.dataDir, 'objects');
  // Of the others lie there those whose rows are still to come.
  const row = await server.services.store.read((db) =>
    db
      .selectFrom('bucket_objects')
      .select('object_name')
      .where('object_name', 'is not', null)
      .executeTakeFirstOrThrow(),
  );
  const cut = row.object_name ?? '';
  truncateSync(join(objects, cut), 1);
  const second = join(temporaryFolder(), 'second');
  expect((await home.run('backup', second)).error).toContain('1 objects that rows name are not there');
  expect(readFileSync(join(second, 'missing-objects.jsonl'), 'utf8')).toContain(`"name":"${cut}"`);
});

it.runIf(isOnPostgres)('says what to install where pg_dump is not there', async () => {
  const home = await newHome({ PATH: '/nowhere' });
  await (await home.start()).close();
  const { code, error } = await home.run('backup', join(temporaryFolder(), 'backup'));
  expect(code).toBe(1);
  expect(error).toContain('postgresql-client');
});

it.runIf(!isOnPostgres)(
  'does not understand numbers and choices that are none, and finds no store where there is none',
  async () => {
    const home = await newHome();
    for (const argv of [
      ['restore'],
      ['restore', 'x', '--numbers', 'none'],
      ['restore', 'x', '--numbers', '+0'],
      ['restore', 'x', '--deliveries', 'drop'],
      ['control-numbers', 'raise'],
      ['control-numbers', 'raise', '1000000000'],
      ['control-numbers', 'as-is', 'now'],
      ['sweep', 'resume'],
    ]) {
      writeFileSync(join(home.dataDir, 'master.key'), `${Buffer.alloc(32).toString('base64')}\n`, { mode: 0o600 });
      expect({ argv, ...(await home.run(...argv)) }).toMatchObject({ code: 2 });
    }
    expect((await home.run('backup', join(temporaryFolder(), 'x'))).error).toContain('There is no store');
  },
);
