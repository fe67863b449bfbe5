import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Environment } from '../../src/config.js';
import { buildServices } from '../../src/start/build-services.js';
import { firstStart } from '../../src/start/first-start.js';
import { readConfig } from '../../src/start/read-config.js';
import { AccountQueries } from '../../src/store/account-queries.js';

const OTHER = Buffer.alloc(32, 9).toString('base64');
const PASSWORD = { purpose: 'connection', ownerId: 'sftp', name: 'password' };

let folder: string;
let key: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ediloom-key-'));
  key = join(folder, 'master.key');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** Starts as far as keys are looked at, and ends. */
async function started(env: Environment, then: (services: Built['services']) => Promise<unknown> = firstStart) {
  const built = await buildServices(readConfig({ DATA_DIR: folder, ...env }), {
    log: pino({ level: 'silent' }),
    publicUrl: () => '',
  });
  try {
    await then(built.services);
    return built.services.secrets.keys.currentId;
  } finally {
    await built.close();
  }
}
type Built = Awaited<ReturnType<typeof buildServices>>;

async function setPassword({ store, secrets }: Built['services']): Promise<void> {
  await store.write(async (tx) => {
    const { id } = await tx.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    await secrets.put(new AccountQueries(tx, id), PASSWORD, 'a password');
  });
}

it('that is not the one of the store ends the start, from the second one on, and none is made in its place', async () => {
  const id = await started({});
  renameSync(key, `${key}.away`);
  await expect(started({})).rejects.toThrow(`sealed with the master key ${id}`);
  expect(existsSync(key)).toBe(false);
  await expect(started({ MASTER_KEY: OTHER })).rejects.toThrow(`LOST_MASTER_KEYS=${id}`);
  renameSync(`${key}.away`, key);
  // The file's key is known beside it: this is how a key is replaced.
  expect(await started({ MASTER_KEY: OTHER })).not.toBe(id);
  expect(await started({})).toBe(id);
});

it('that is lost for good is named once; what it sealed is asked for until it was set again', async () => {
  const id = await started({});
  rmSync(key);
  const second = await started({ LOST_MASTER_KEYS: id });
  expect(await started({}, setPassword), 'the witness is forgotten').toBe(second);
  rmSync(key);
  const third = await started({ LOST_MASTER_KEYS: second });
  await expect(started({})).rejects.toThrow(second);
  expect(await started({ LOST_MASTER_KEYS: second }, setPassword)).toBe(third);
  expect(await started({})).toBe(third);
});
