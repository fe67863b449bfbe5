import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rotateMasterKey } from '../../src/maintenance/rotate-master-key.js';
import { createArtifacts } from '../../src/objects/create-artifacts.js';
import { folderObjects } from '../../src/objects/folder-objects.js';
import type { ObjectStore } from '../../src/objects/object-store.js';
import { sealedObjects } from '../../src/objects/sealed-objects.js';
import { contentOf, sealedContent } from '../../src/resources/eligibility-batches/columns.js';
import { batchItemId } from '../../src/resources/eligibility-batches/item-id.js';
import { insertItems, itemsInOrder } from '../../src/resources/eligibility-batches/rows.js';
import { addTask, answerTask } from '../../src/resources/enrollment-tasks/rows.js';
import { addNote, notesOf } from '../../src/resources/enrollments/notes.js';
import { readEnrollment, showEnrollment } from '../../src/resources/enrollments/shown.js';
import {
  endInvocation,
  errorOf,
  eventOf,
  logOf,
  promiseInvocation,
} from '../../src/resources/functions/invocation-rows.js';
import { createSecrets } from '../../src/secrets/create-secrets.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import { fragmentContext, payloadColumns, stagedContext } from '../../src/secrets/payload-columns.js';
import type { MasterKeys } from '../../src/secrets/secrets.js';
import type { Store } from '../../src/store/store.js';
import { bytesOf } from '../objects/object-store-contract.js';
import { addAccount, readAs, writeAs } from '../support/accounts.js';
import { insertPayers } from '../support/eligibility.js';
import { ENROLLMENT, plantEnrollment } from '../support/planted-enrollments.js';
import { openTestStore } from '../support/store-factory.js';
import { testJobs } from '../support/test-jobs.js';

const OLD = Buffer.alloc(32, 1).toString('base64');
const NEW = Buffer.alloc(32, 2).toString('base64');
const clock = { now: () => 1 };
const SECRETS = 250;
const ITEM = batchItemId('01a205bc-1f20-7000-8c57-3b9ad1e6f042', 0);
const CONTENT = { source: 'json', request: { subscriber: { memberId: 'M1' } } } as const;
const ENROLLED = { providers: 1, enrollments: 1, enrollmentNotes: 1, enrollmentTasks: 1, taskResponses: 1 };
const NONE_ENROLLED = Object.fromEntries(Object.keys(ENROLLED).map((name) => [name, 0]));
const TASK = { instructions: 'Tell it.', fields: [{ key: 'k', label: 'It', fieldType: 'TEXT' as const }] };
const TOLD = { manualTask: { values: [{ key: 'k', value: { text: 'told' } }] } };
const INVOKED = { invocationEvents: 1, invocationErrors: 1, invocationLogs: 1, claimNumbers: 0, claimAnswers: 0 };
const NONE_INVOKED = { invocationEvents: 0, invocationErrors: 0, invocationLogs: 0, claimNumbers: 0, claimAnswers: 0 };
const OTHERS = {
  ...{ artifacts: 1, staged: 1, fragments: 1, batchItems: 1, ...ENROLLED, ...INVOKED },
  ...{ objects: 2, lostObjects: [], auditMarks: 0 },
};

describe('the rotation of the master key', () => {
  let folder: string;
  let plain: ObjectStore;
  let store: Store;
  let close: () => Promise<void>;
  const large = randomBytes(150_000);
  const keysOf = (masterKey: string): MasterKeys => openMasterKeys({ masterKey, folder: '/nowhere' });
  const placeOf = (index: number) => ({ purpose: 'connection', ownerId: `c${index}`, name: 'password' });
  const artifactsOf = (keys: MasterKeys) =>
    createArtifacts({ objects: plain, keys, encrypt: true, clock, retentionDays: undefined });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ediloom-rotate-'));
    plain = folderObjects({ folder });
    ({ store, close } = await openTestStore());
    const keys = keysOf(OLD);
    const secrets = createSecrets({ keys, clock });
    await addAccount(store, 'a');
    await writeAs(store, 'a', async (queries) => {
      for (let index = 0; index < SECRETS; index++) await secrets.put(queries, placeOf(index), `value ${index}`);
    });
    const artifacts = artifactsOf(keys);
    const base = { model: 'execution', ownerId: 'e', usage: 'output', type: 't' } as const;
    const prepared = await artifacts.prepare('a', [
      { ...base, name: 'small', bytes: Buffer.from('small') },
      { ...base, name: 'large', bytes: large },
    ]);
    await writeAs(store, 'a', (queries) => artifacts.insert(queries, prepared));
    const columns = payloadColumns({ keys, encrypt: true });
    await writeAs(store, 'a', async (queries) => {
      const staged = { partnership_id: 'p', group_id: 'g', overrides: null, created_at: 1 };
      const transaction = columns.sealText(stagedContext('a', 's'), '{"staged":1}');
      await queries.insert('staged_transactions', { ...staged, id: 's', place: 0, transaction }).execute();
      await queries.insert('staged_transactions', { ...staged, id: 't', place: 1, transaction: null }).execute();
      const fragment = columns.sealText(fragmentContext('a', 'f'), '{"fragment":1}');
      const fragments = [fragment, '{"plain":1}'].map((text, place) => ({ fragment: text, place }));
      for (const row of fragments) {
        const id = row.place === 0 ? 'f' : 'g';
        await queries.insert('fragments', { ...row, id, group_id: 'g', created_at: 1 }).execute();
      }
      const content = sealedContent(columns, { accountId: 'a', id: ITEM }, CONTENT);
      await insertItems(queries, [
        {
          ...{
            id: ITEM,
            batch_id: ITEM.slice(0, 36),
            place: 0,
            row_number: null,
            state: 'VALIDATED',
            payer_id: 'LAKES',
          },
          ...{
            result: null,
            check_id: null,
            attempts: 0,
            first_attempt_at: null,
            retry_at: null,
            errors: '[]',
            content,
          },
          ...{ created_at: 1, updated_at: 1, ended_at: null },
        },
      ]);
    });
    await insertPayers(store, [{ id: 'KMQTZ', primary: '00042' }]);
    const planting = { store, clock, sealedColumns: columns };
    await plantEnrollment(planting, { accountId: 'a' });
    await writeAs(store, 'a', (queries) => addNote(planting, queries, ENROLLMENT.id, 'It is late.'));
    await writeAs(store, 'a', async (queries) => {
      const jobs = testJobs(store, { clock, handlers: {} });
      const { id } = await addTask({ ...planting, jobs }, queries, ENROLLMENT.id, { definition: { manualTask: TASK } });
      await answerTask({ ...planting, jobs }, queries, id, { completed: false, responseData: TOLD, as: 'PROVIDER' });
    });
    await writeAs(store, 'a', async (queries) => {
      const of = { name: 'f', mode: 'live', log_retention: 'one_day' } as const;
      const invocation = { function: of, kind: 'Event', source: 'api', depth: 0 } as const;
      const needs = { clock, payloads: columns };
      const { id } = await promiseInvocation(needs, queries, invocation, '{"event":1}');
      const end = { attempts: 3, error: '{"errorType":"E"}', log: 'printed', tookMs: 1, startedAt: 1 };
      await endInvocation(needs, queries, id, end, true);
    });
    await sealedObjects({ objects: plain, keys, seal: true }).put('bucket/file', Buffer.from('file'));
    await plain.put('bucket/plain', Buffer.from('plain'));
  });
  afterEach(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });

  const demandReadable = async (keys: MasterKeys): Promise<void> => {
    const secrets = createSecrets({ keys, clock });
    for (const index of [0, 99, 100, SECRETS - 1]) {
      const value = await readAs(store, 'a', (queries) => secrets.get(queries, placeOf(index)));
      expect(value).toBe(`value ${index}`);
    }
    const rows = await readAs(store, 'a', (queries) => queries.from('artifacts').selectAll().orderBy('name').execute());
    const read = await Promise.all(rows.map((row) => artifactsOf(keys).read(row)));
    expect(read.map((bytes) => Buffer.from(bytes))).toEqual([large, Buffer.from('small')]);
    const columns = payloadColumns({ keys, encrypt: true });
    const staged = await readAs(store, 'a', (queries) =>
      queries.from('staged_transactions').selectAll().orderBy('id').execute(),
    );
    expect(columns.openText(stagedContext('a', 's'), staged[0]?.transaction ?? '')).toBe('{"staged":1}');
    const fragments = await readAs(store, 'a', (queries) =>
      queries.from('fragments').selectAll().orderBy('id').execute(),
    );
    expect(columns.openText(fragmentContext('a', 'f'), fragments[0]?.fragment ?? '')).toBe('{"fragment":1}');
    expect(fragments[1]?.fragment).toBe('{"plain":1}');
    const [item] = await readAs(store, 'a', (queries) => itemsInOrder(queries, [ITEM]));
    expect(item && contentOf(columns, item)).toEqual(CONTENT);
    const shown = await readAs(store, 'a', async (queries) => ({
      enrollment: showEnrollment({ sealedColumns: columns, clock }, await readEnrollment(queries, ENROLLMENT.id)),
      notes: await notesOf({ sealedColumns: columns }, queries, ENROLLMENT.id),
    }));
    expect(shown.enrollment).toMatchObject({ userEmail: ENROLLMENT.userEmail, provider: { taxId: '981234567' } });
    expect(shown.enrollment.tasks).toMatchObject([{ definition: { manualTask: TASK }, responseData: TOLD }]);
    expect(shown.notes).toMatchObject([{ text: 'It is late.' }]);
    const [invocation] = await readAs(store, 'a', (queries) => queries.from('invocations').selectAll().execute());
    const payloads = { payloads: columns };
    expect(
      invocation && [eventOf(payloads, invocation), errorOf(payloads, invocation), logOf(payloads, invocation)],
    ).toEqual(['{"event":1}', '{"errorType":"E"}', 'printed']);
    const objects = sealedObjects({ objects: plain, keys, seal: true });
    expect((await bytesOf(objects, 'bucket/file')).toString()).toBe('file');
    expect((await bytesOf(objects, 'bucket/plain')).toString()).toBe('plain');
  };

  it('leaves nothing that needs the older key', async () => {
    await expect(demandReadable(keysOf(NEW))).rejects.toThrow(/is needed/);
    const keys = keysOf(`${NEW},${OLD}`);
    await demandReadable(keys);
    const objects = sealedObjects({ objects: plain, keys, seal: true });
    expect(await rotateMasterKey({ store, objects, keys })).toEqual({ secrets: SECRETS, ...OTHERS });
    await demandReadable(keysOf(NEW));
    expect(await rotateMasterKey({ store, objects, keys })).toEqual({
      secrets: 0,
      artifacts: 0,
      staged: 0,
      fragments: 0,
      ...{ batchItems: 0, ...NONE_ENROLLED, ...NONE_INVOKED },
      objects: 0,
      lostObjects: [],
      auditMarks: 0,
    });
  });

  it('goes on where it was cut off', async () => {
    const keys = keysOf(`${NEW},${OLD}`);
    let writes = 0;
    const failing: Store = {
      ...store,
      write: (work) => (++writes > 2 ? Promise.reject(new Error('cut off')) : store.write(work)),
    };
    await expect(rotateMasterKey({ store: failing, objects: plain, keys })).rejects.toThrow('cut off');
    await demandReadable(keys);
    const rest = { secrets: SECRETS - 200, ...OTHERS };
    expect(await rotateMasterKey({ store, objects: plain, keys })).toEqual(rest);
    await demandReadable(keysOf(NEW));
  });

  it('names an object that was changed, leaves it as it is, and goes on with those behind it', async () => {
    const stored = await bytesOf(plain, 'bucket/file');
    for (const name of ['_artifacts/first', 'bucket/broken']) await plain.put(name, stored);
    const keys = keysOf(`${NEW},${OLD}`);
    expect(await rotateMasterKey({ store, objects: plain, keys })).toEqual({
      ...{ secrets: SECRETS, ...OTHERS },
      lostObjects: ['_artifacts/first', 'bucket/broken'],
    });
    expect(await bytesOf(plain, 'bucket/broken')).toEqual(stored);
    await demandReadable(keysOf(NEW));
  });

  it('does not put back an object that was replaced meanwhile', async () => {
    const keys = keysOf(`${NEW},${OLD}`);
    const sealing = sealedObjects({ objects: plain, keys, seal: true });
    let looks = 0;
    const busy: ObjectStore = {
      ...plain,
      stat: async (name) => {
        if (name === 'bucket/file' && ++looks === 2) await sealing.put(name, Buffer.from('a newer file'));
        return plain.stat(name);
      },
    };
    expect(await rotateMasterKey({ store, objects: busy, keys })).toMatchObject({ objects: 1 });
    expect((await bytesOf(sealing, 'bucket/file')).toString()).toBe('a newer file');
  });
});
