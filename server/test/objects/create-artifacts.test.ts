import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownTroubleOf } from '../../src/jobs/own-trouble.js';
import { findArtifact } from '../../src/objects/artifact-rows.js';
import type { ArtifactStore, NewArtifact } from '../../src/objects/artifacts.js';
import { collect } from '../../src/objects/byte-streams.js';
import { createArtifacts } from '../../src/objects/create-artifacts.js';
import { folderObjects } from '../../src/objects/folder-objects.js';
import type { ObjectStore } from '../../src/objects/object-store.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import type { Store } from '../../src/store/store.js';
import { readAs, writeAs } from '../support/accounts.js';
import { openTestStore } from '../support/store-factory.js';
import { until } from '../support/test-jobs.js';
import { bytesOf, hashOf, namesOf } from './object-store-contract.js';

const keys = openMasterKeys({ masterKey: Buffer.alloc(32, 5).toString('base64'), folder: '/nowhere' });
const NOW = Date.UTC(2026, 0, 31);

describe.each([false, true])('artifacts (encrypted: %s)', (encrypt) => {
  let folder: string;
  let objects: ObjectStore;
  let store: Store;
  let close: () => Promise<void>;
  let artifacts: ArtifactStore;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ediloom-artifacts-'));
    objects = folderObjects({ folder });
    ({ store, close } = await openTestStore());
    artifacts = createArtifacts({ objects, keys, encrypt, clock: { now: () => NOW }, retentionDays: 2 });
  });
  afterEach(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });

  const keep = async (news: readonly NewArtifact[]) => {
    const prepared = await artifacts.prepare('a', news);
    await writeAs(store, 'a', (queries) => artifacts.insert(queries, prepared));
    const rows = await readAs(store, 'a', (queries) => queries.from('artifacts').selectAll().execute());
    return prepared.map(({ id }) => rows.find((row) => row.id === id) ?? fail());
  };

  it('lie in their row up to 64 KB, and in the object store above', async () => {
    const bytes = [Buffer.alloc(0), Buffer.from('canary'), randomBytes(65_536), randomBytes(65_537)];
    const rows = await keep(bytes.map(artifactOf));
    expect(rows.map((row) => row.object_name === null)).toEqual([true, true, true, false]);
    for (const [index, row] of rows.entries()) {
      expect(Buffer.from(await artifacts.read(row)).equals(bytes[index] ?? fail())).toBe(true);
      expect(row).toMatchObject({ size: bytes[index]?.length, created_at: NOW, expires_at: NOW + 172_800_000 });
      expect(row.sha256).toBe(hashOf(bytes[index] ?? fail()));
    }
    expect(await namesOf(objects, '')).toEqual([rows[3]?.object_name]);
    expect(rows[3]?.object_name).toMatch(/^_artifacts\/2026-01-31\/[0-9a-f]{2}\/[0-9a-f]{30}$/);
  });

  it('are taken from a stream, and given as one', async () => {
    const sizes = [0, 65_536, 65_537, 300_000];
    for (const size of sizes) {
      const bytes = randomBytes(size);
      const prepared = await artifacts.receive('a', { ...artifactOf(bytes), bytes: Readable.from(inPieces(bytes)) });
      await writeAs(store, 'a', (queries) => artifacts.insert(queries, [prepared]));
      const row = await readAs(store, 'a', (queries) => findArtifact(queries, prepared.id));
      expect(row).toMatchObject({ size, sha256: hashOf(bytes), created_at: NOW, expires_at: NOW + 172_800_000 });
      expect(row?.object_name === null).toBe(size <= 65_536);
      expect(Buffer.from(await artifacts.read(row ?? fail())).equals(bytes)).toBe(true);
      expect((await collect(await artifacts.open(row ?? fail()))).equals(bytes)).toBe(true);
    }
  });

  it('are given in part, of which no more is read, and what was not written so is refused', async () => {
    const asked: unknown[] = [];
    const watched: ObjectStore = {
      ...objects,
      get: (name, range) => {
        asked.push(range);
        return objects.get(name, range);
      },
    };
    const own = { objects: watched, keys, encrypt, clock: { now: () => NOW }, retentionDays: 2 };
    const { open } = createArtifacts(own);
    for (const size of [60_000, 3_000_000]) {
      const bytes = randomBytes(size);
      const [row = fail()] = await keep([artifactOf(bytes)]);
      const part = bytes.subarray(20_000, 20_500);
      const place = { offset: 20_000, size: part.length, sha256: hashOf(part) };
      expect((await collect(await open(row, place))).equals(part)).toBe(true);
      const other = async () => collect(await open(row, { ...place, offset: 20_001 }));
      await expect(other()).rejects.toMatchObject({ code: 'lost' });
    }
    expect(asked.every((range) => ((range as { length: number } | undefined)?.length ?? 1e9) < 200_000)).toBe(true);
  });

  it('that are too large are refused, whoever brings them lets go of them, and nothing of them stays', async () => {
    for (const size of [100, 200_000]) {
      let isOpen = true;
      const bytes = async function* () {
        try {
          yield* inPieces(randomBytes(size));
        } finally {
          isOpen = false;
        }
      };
      const taken = artifacts.receive('a', { ...artifactOf(Buffer.alloc(0)), bytes: bytes(), maxBytes: size - 1 });
      await expect(taken).rejects.toMatchObject({ code: 'too-large' });
      expect(isOpen).toBe(false);
    }
    expect(await namesOf(objects, '')).toEqual([]);
  });

  it('that no store takes are let go of, too', async () => {
    let isOpen = true;
    const bytes = async function* () {
      try {
        yield* inPieces(randomBytes(200_000));
      } finally {
        isOpen = false;
      }
    };
    const full = { ...objects, put: () => Promise.reject(new Error('No space is left.')) };
    const refusing = createArtifacts({ objects: full, keys, encrypt, clock: { now: () => NOW }, retentionDays: 2 });
    const taken = refusing.receive('a', { ...artifactOf(Buffer.alloc(0)), bytes: bytes() });
    await expect(taken).rejects.toThrow('No space is left.');
    await until(() => !isOpen);
  });

  it('that have other bytes by now end in an error before their end', async () => {
    const [row] = await keep([artifactOf(randomBytes(70_000))]);
    await objects.put(row?.object_name ?? fail(), randomBytes(encrypt ? 71_000 : 70_000));
    const given: Uint8Array[] = [];
    const read = async () => {
      for await (const chunk of await artifacts.open(row ?? fail())) given.push(chunk);
    };
    await expect(read()).rejects.toThrow();
    expect(Buffer.concat(given).length).toBeLessThan(70_000);
  });

  it('are encrypted only where that is asked for', async () => {
    const [row, large] = await keep([artifactOf(Buffer.from('canary')), artifactOf(Buffer.alloc(70_000, 'canary'))]);
    const stored = await bytesOf(objects, large?.object_name ?? fail());
    expect(Buffer.from(row?.bytes ?? fail()).includes('canary')).toBe(!encrypt);
    expect(stored.includes('canary')).toBe(!encrypt);
    expect(row?.master_key_id).toBe(encrypt ? keys.currentId : null);
  });

  it('are copied for another owner without a file being read', async () => {
    const bytes = [Buffer.from('small'), randomBytes(100_000)];
    const rows = await keep(bytes.map(artifactOf));
    const unread = { ...objects, get: () => fail() };
    const copying = createArtifacts({
      objects: unread,
      keys,
      encrypt,
      clock: { now: () => NOW + 5 },
      retentionDays: 2,
    });
    const copies = rows.map((row) => copying.copy(row, 'other'));
    await writeAs(store, 'a', (queries) => artifacts.insert(queries, copies));
    const kept = await readAs(store, 'a', (queries) =>
      queries.from('artifacts').selectAll().where('owner_id', '=', 'other').orderBy('size').execute(),
    );
    const read = await Promise.all(kept.map((row) => artifacts.read(row)));
    expect(read.map((one) => Buffer.from(one))).toEqual(bytes);
    expect(kept.map(({ object_name }) => object_name)).toEqual(rows.map(({ object_name }) => object_name));
    expect(kept[1]).toMatchObject({ created_at: NOW + 5, expires_at: rows[1]?.expires_at, sha256: rows[1]?.sha256 });
  });

  it('cut from a larger one share its object', async () => {
    const file = randomBytes(500_000);
    const [whole] = await artifacts.prepare('a', [artifactOf(file)]);
    if (whole === undefined) return fail();
    const parts = [
      { offset: 100, size: 100_000 },
      { offset: 100_100, size: 50 },
      { offset: 300_000, size: 200_000 },
    ];
    const rows = await keep(
      parts.map(({ offset, size }) => ({
        ...artifactOf(file.subarray(offset, offset + size)),
        within: { whole, offset },
      })),
    );
    expect(rows.map((row) => row.object_name)).toEqual([whole.object_name, null, whole.object_name]);
    for (const [index, { offset, size }] of parts.entries()) {
      const bytes = Buffer.from(await artifacts.read(rows[index] ?? fail()));
      expect(bytes.equals(file.subarray(offset, offset + size))).toBe(true);
    }
  });

  it('say so when their object is gone', async () => {
    const [row] = await keep([artifactOf(randomBytes(70_000))]);
    await objects.delete(row?.object_name ?? fail());
    await expect(artifacts.read(row ?? fail())).rejects.toMatchObject({ name: 'ObjectStoreError', code: 'lost' });
  });

  it('are given to nobody when their object has other bytes, were they as many', async () => {
    const rows = await keep([randomBytes(70_000), randomBytes(70_000)].map(artifactOf));
    const [one, other] = rows.map((row) => row.object_name ?? fail());
    const [bytes, others] = await Promise.all([one, other].map((name) => bytesOf(objects, name ?? fail())));
    await objects.put(one ?? fail(), others ?? fail());
    await objects.put(other ?? fail(), (bytes ?? fail()).subarray(0, 60_000));
    for (const row of rows) {
      await expect(artifacts.read(row)).rejects.toMatchObject({ name: 'ObjectStoreError', code: 'lost' });
    }
  });

  it('that break off while they are read are told as trouble of their store, with its code', async () => {
    const [row] = await keep([artifactOf(randomBytes(70_000))]);
    const broken = async function* () {
      yield Buffer.alloc(100);
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    };
    const breaking = createArtifacts({
      objects: { ...objects, get: async () => Readable.from(broken()) },
      keys,
      encrypt,
      clock: { now: () => NOW },
      retentionDays: 2,
    });
    const error: unknown = await breaking.read(row ?? fail()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ObjectStoreError', code: 'unavailable' });
    expect(String(error)).toContain('ECONNRESET');
    expect(ownTroubleOf(error)).toBe('objects');
  });

  it('are inserted by the hundred', async () => {
    const rows = await keep(Array.from({ length: 250 }, (_, index) => artifactOf(Buffer.from(String(index)))));
    expect(rows).toHaveLength(250);
  });
});

function artifactOf(bytes: Uint8Array): NewArtifact {
  return { model: 'execution', ownerId: 'e', usage: 'output', type: 'application/edi-x12', name: 'file.edi', bytes };
}

function fail(): never {
  throw new Error('It is not there.');
}

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10_007) yield bytes.subarray(at, at + 10_007);
}
