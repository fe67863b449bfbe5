import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArtifactStore, NewArtifact } from '../../src/objects/artifacts.js';
import { createArtifacts } from '../../src/objects/create-artifacts.js';
import { folderObjects } from '../../src/objects/folder-objects.js';
import type { ObjectStore } from '../../src/objects/object-store.js';
import { sweepObjects, sweptArtifacts } from '../../src/objects/sweep.js';
import { beginSweepPause, endSweepPause } from '../../src/objects/sweep-pause.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import type { Store } from '../../src/store/store.js';
import { writeAs } from '../support/accounts.js';
import { openTestStore } from '../support/store-factory.js';
import { namesOf } from './object-store-contract.js';

const DAY_MS = 86_400_000;
const keys = openMasterKeys({ masterKey: Buffer.alloc(32, 5).toString('base64'), folder: '/nowhere' });

describe('the sweep of objects', () => {
  let folder: string;
  let objects: ObjectStore;
  let store: Store;
  let close: () => Promise<void>;
  let artifacts: ArtifactStore;
  const clock = { at: 0, now: () => clock.at };
  beforeEach(async () => {
    clock.at = Date.now();
    folder = mkdtempSync(join(tmpdir(), 'ediloom-sweep-'));
    objects = folderObjects({ folder });
    ({ store, close } = await openTestStore());
    artifacts = createArtifacts({ objects, keys, encrypt: false, clock, retentionDays: undefined });
  });
  afterEach(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  const sweep = (signal?: AbortSignal) => sweepObjects({ places: [sweptArtifacts], store, objects, clock, signal });

  it('removes what a writer left that was killed between the object and the commit, a day later', async () => {
    const [kept] = await artifacts.prepare('a', [artifactOf('kept')]);
    if (kept === undefined) throw new Error('It is not there.');
    await writeAs(store, 'a', (queries) => artifacts.insert(queries, [kept]));
    await artifacts.prepare('a', [artifactOf('lost'), artifactOf('lost too')]);
    await objects.put('bucket/file.edi', Buffer.from('a file of a bucket'));
    clock.at += DAY_MS - 60_000;
    expect(await sweep()).toEqual({ looked: 3, removed: 0, paused: false });
    clock.at += 120_000;
    expect(await sweep()).toEqual({ looked: 3, removed: 2, paused: false });
    expect(await namesOf(objects, '')).toEqual([kept.object_name, 'bucket/file.edi']);
    expect(await sweep()).toEqual({ looked: 1, removed: 0, paused: false });
  });

  it('keeps an object for as long as any part of it has a row', async () => {
    const file = randomBytes(300_000);
    const [whole] = await artifacts.prepare('a', [artifactOf('whole', file)]);
    if (whole === undefined) throw new Error('It is not there.');
    const part = { ...artifactOf('part', file.subarray(100_000, 200_000)), within: { whole, offset: 100_000 } };
    const parts = await artifacts.prepare('a', [part]);
    await writeAs(store, 'a', (queries) => artifacts.insert(queries, parts));
    clock.at += 2 * DAY_MS;
    expect(await sweep()).toEqual({ looked: 1, removed: 0, paused: false });
    await writeAs(store, 'a', (queries) => queries.delete('artifacts').execute());
    expect(await sweep()).toEqual({ looked: 1, removed: 1, paused: false });
  });

  it('removes nothing while a backup copies what the rows of its beginning name, and goes on after it', async () => {
    await artifacts.prepare('a', [artifactOf('lost')]);
    clock.at += 2 * DAY_MS;
    const [first, second] = [
      await store.write((tx) => beginSweepPause(tx, clock.at)),
      await store.write((tx) => beginSweepPause(tx, clock.at)),
    ];
    expect(await sweep()).toEqual({ looked: 1, removed: 0, paused: true });
    await store.write((tx) => endSweepPause(tx, first));
    expect(await sweep(), 'another backup is under way').toEqual({ looked: 1, removed: 0, paused: true });
    await store.write((tx) => endSweepPause(tx, second));
    expect(await sweep()).toEqual({ looked: 1, removed: 1, paused: false });
  });

  it('waits two days at most for a backup that was killed', async () => {
    await artifacts.prepare('a', [artifactOf('lost')]);
    await store.write((tx) => beginSweepPause(tx, clock.at));
    clock.at += 2 * DAY_MS - 1;
    expect(await sweep()).toEqual({ looked: 1, removed: 0, paused: true });
    clock.at += 1;
    expect(await sweep()).toEqual({ looked: 1, removed: 1, paused: false });
  });

  it('goes through more than a page, and ends when it is told to', async () => {
    for (let index = 0; index < 1100; index++) {
      await objects.put(`_artifacts/2026-01-01/${String(index).padStart(4, '0')}`, Buffer.of(1));
    }
    clock.at += 2 * DAY_MS;
    await expect(sweep(AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(await sweep()).toEqual({ looked: 1100, removed: 1100, paused: false });
  });
});

function artifactOf(name: string, bytes: Uint8Array = randomBytes(70_000)): NewArtifact {
  return { model: 'execution', ownerId: 'e', usage: 'output', type: 'application/edi-x12', name, bytes };
}
