import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readArchive, writeArchive } from '../../src/audit/archive-file.js';
import { chainAudit } from '../../src/audit/chain-audit.js';
import { cutAudit } from '../../src/audit/cut-audit.js';
import { resignMarks } from '../../src/audit/marks.js';
import { verifyAudit } from '../../src/audit/verify-audit.js';
import { AUDIT_COMMANDS } from '../../src/commands/audit.js';
import { type Command, type Here, isLocal } from '../../src/commands/command.js';
import type { Services } from '../../src/exchange/services.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import type { Store } from '../../src/store/store.js';
import { addAccount } from '../support/accounts.js';
import { writeAudited } from '../support/audit-entries.js';
import { openTestStore } from '../support/open-test-store.js';

const DAY = 86_400_000;
/** 2026-01-02. */
const SECOND = Date.UTC(2026, 0, 2);
const OLD = Buffer.alloc(32, 1).toString('base64');
const NEW = Buffer.alloc(32, 2).toString('base64');
const keysOf = (masterKey: string) => openMasterKeys({ masterKey, folder: '/nowhere' });
const keys = keysOf(OLD);
const clock = { now: () => SECOND + 10 * DAY };

const positions = (store: Store, account: string) =>
  store.read(async (db) => {
    const audit = db.selectFrom('audit').select('position').where('account_id', '=', account);
    return (await audit.where('position', 'is not', null).orderBy('position').execute()).map((row) =>
      Number(row.position),
    );
  });

/** Accounts a and b with entries of two days; `ask` runs the work as a server does, and can be made to fail. */
async function place(first = 1200) {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = await openTestStore();
  for (const account of ['a', 'b', 'c']) await addAccount(store, account);
  await writeAudited(store, 'a', SECOND - 1, first);
  await writeAudited(store, 'b', SECOND - 1, 3);
  await writeAudited(store, 'a', SECOND, 5);
  const services = { store, clock, secrets: { keys } } as unknown as Services;
  const run = async (name: string, options: Record<string, string>, failing?: string) => {
    const command = AUDIT_COMMANDS.find((one) => one.name === name);
    if (command === undefined) throw new Error('There is no such command.');
    if (!isLocal(command)) return command.run(services, options);
    const ask = async (asked: Command, input: object) => {
      if (asked.name === failing) throw new Error('killed');
      return JSON.parse(JSON.stringify(await asked.run(services, { ...input })));
    };
    return command.runHere({ positionals: [], options }, { ask } as unknown as Here);
  };
  return { store, file: join(folder, 'audit.jsonl'), run };
}

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean);

it('an archive that cannot be made is named, and what to look at', async () => {
  await expect(writeArchive('/nowhere/audit.jsonl', (async function* () {})())).rejects.toThrow(
    'The file /nowhere/audit.jsonl cannot be made.',
  );
});

describe('the archive of the audit', () => {
  it('has what was cut, and the chain goes on from the mark', async () => {
    const { store, file, run } = await place();
    const whole = await verifyAudit(store, keys, 'a');
    expect(await run('audit archive', { before: '2026-01-02', output: file })).toMatchObject({
      entries: 1203,
      resumed: false,
    });
    expect(linesOf(file)).toHaveLength(1203);
    expect(await positions(store, 'a')).toEqual([1201, 1202, 1203, 1204, 1205]);
    expect(await verifyAudit(store, keys, 'a')).toEqual({ ...whole, entries: 5, cutAt: 1200 });
    // The archive is an entry, which starts the empty chain at its mark.
    await chainAudit(store);
    expect(await positions(store, 'b')).toEqual([4]);
    expect(await run('audit verify', {})).toMatchObject([
      { accountId: 'a', entries: 6, cutAt: 1200 },
      { accountId: 'b', entries: 1, cutAt: 3 },
      { accountId: 'c', entries: 0, cutAt: 0 },
    ]);
    const next = `${file}.next`;
    expect(await run('audit archive', { before: '2026-01-03', output: next })).toMatchObject({ entries: 5 });
    expect(JSON.parse(linesOf(next)[0] ?? '')).toMatchObject({ position: 1201 });
    expect(await verifyAudit(store, keys, 'a')).toMatchObject({ ok: true, cutAt: 1205 });
  });

  it('is read in several answers, and cut in several', async () => {
    const { store, file, run } = await place(10_400);
    expect(await run('audit archive', { before: '2026-01-02', output: file })).toMatchObject({ entries: 10_403 });
    expect(linesOf(file)).toHaveLength(10_403);
    expect(await positions(store, 'a')).toHaveLength(5);
  });

  it('loses nothing where it is cut off, and goes on with the file that is there', async () => {
    const { store, file, run } = await place();
    const options = { before: '2026-01-02', output: file };
    await expect(run('audit archive', options, 'audit cut')).rejects.toThrow('killed');
    expect(await positions(store, 'a')).toHaveLength(1205);
    const [part] = await readArchive(file);
    if (part === undefined) throw new Error('The archive is empty.');
    expect(await cutAudit({ store, keys, clock }, part, 1)).toEqual({ cut: 500, finished: false });
    expect(await verifyAudit(store, keys, 'a')).toMatchObject({ ok: true, cutAt: 500, entries: 705 });
    expect(await run('audit archive', options)).toMatchObject({ entries: 703, resumed: true });
    expect(await run('audit archive', options)).toMatchObject({ entries: 0, resumed: true });
    expect(await verifyAudit(store, keys, 'a')).toMatchObject({ ok: true, cutAt: 1200 });
  });

  it.each([
    ['changed', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('"o7"', '"o8"'))],
    ['without its first entry', (file: string) => writeFileSync(file, `${linesOf(file).slice(1).join('\n')}\n`)],
    ['no archive', (file: string) => appendFileSync(file, 'null\n')],
  ])('is refused, and nothing is cut, where the file is %s', async (_, tamper) => {
    const { store, file, run } = await place(20);
    const options = { before: '2026-01-02', output: file };
    await expect(run('audit archive', options, 'audit cut')).rejects.toThrow('killed');
    tamper(file);
    await expect(run('audit archive', options)).rejects.toThrow(/nothing was cut|does not have all entries/);
    expect(await positions(store, 'a')).toHaveLength(25);
  });

  it('does not take away what shows that the audit was changed', async () => {
    const { store, file, run } = await place(20);
    await store.write((tx) => tx.updateTable('audit').set({ object_id: 'x' }).where('position', '=', 7).execute());
    await expect(run('audit archive', { before: '2026-01-02', output: file })).rejects.toThrow(/broken at line 7/);
    expect(await positions(store, 'a')).toHaveLength(25);
    await expect(run('audit verify', {})).rejects.toThrow(/account a is not whole: at position 7/);
  });

  it.each([
    [
      'entries behind the mark are missing',
      21,
      (store: Store) => store.write((tx) => tx.deleteFrom('audit').where('position', '=', 21).execute()),
    ],
    ['the mark is missing', 1, (store: Store) => store.write((tx) => tx.deleteFrom('audit_marks').execute())],
    [
      'the mark was moved over entries',
      22,
      (store: Store) =>
        store.write(async (tx) => {
          const { hash } = await tx
            .selectFrom('audit')
            .select('hash')
            .where('position', '=', 22)
            .executeTakeFirstOrThrow();
          await tx.deleteFrom('audit').where('position', '<', 23).execute();
          await tx
            .updateTable('audit_marks')
            .set({ position: 22, hash: String(hash) })
            .where('account_id', '=', 'a')
            .execute();
        }),
    ],
    [
      'an entry was put before the mark',
      20,
      (store: Store) =>
        store.write(async (tx) => {
          const row = await tx.selectFrom('audit').selectAll().where('position', '=', 21).executeTakeFirstOrThrow();
          await tx
            .insertInto('audit')
            .values({ ...row, id: 'x', position: 20 })
            .execute();
        }),
    ],
  ])('shows that %s', async (_, position, tamper) => {
    const { store, file, run } = await place(20);
    await run('audit archive', { before: '2026-01-02', output: file });
    await tamper(store);
    expect(await verifyAudit(store, keys, 'a')).toEqual({ ok: false, position });
  });

  it('has marks that are signed anew with the master key', async () => {
    const { store, file, run } = await place(20);
    await run('audit archive', { before: '2026-01-02', output: file });
    const both = keysOf(`${NEW},${OLD}`);
    const page = { after: { account_id: '' }, most: 100 };
    expect(await verifyAudit(store, both, 'a')).toMatchObject({ ok: true });
    expect(await verifyAudit(store, keysOf(NEW), 'a')).toEqual({ ok: false, position: 20 });
    await store.write((tx) => tx.updateTable('audit_marks').set({ at: 1 }).where('account_id', '=', 'b').execute());
    expect(await store.write((tx) => resignMarks(tx, both, page))).toMatchObject({ changed: 1 });
    expect(await store.write((tx) => resignMarks(tx, both, page))).toMatchObject({ changed: 0 });
    expect(await verifyAudit(store, keysOf(NEW), 'a')).toMatchObject({ ok: true });
    expect(await verifyAudit(store, both, 'b')).toEqual({ ok: false, position: 3 });
  });
});
