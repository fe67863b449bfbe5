import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CLAIM_COMMANDS } from '../../src/commands/claims.js';
import { STATUS_COMMANDS } from '../../src/commands/status.js';
import { markOverdueClaims } from '../../src/exchange/claims/mark-overdue-claims.js';
import { patientIndexOf } from '../../src/resources/claims/claim-indexes.js';
import { reasonsColumn } from '../../src/resources/claims/reasons.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import { claimRow, plantClaims, plantFile, plantRoute, say } from '../support/planted-claims.js';
import { runCommand } from '../support/run-command.js';
import { type TestApp, testApp } from '../support/test-app.js';

const HOUR = 3_600_000;
let test: TestApp;

beforeEach(async () => {
  test = await testApp([]);
  onTestFinished(() => test.close());
  await plantRoute(test);
});

const run = (name: string, positionals: readonly string[] = [], options = {}, lists = {}) =>
  runCommand(test.services, CLAIM_COMMANDS, name, { positionals, options, lists });
const audit = () =>
  test.queries(async (queries) =>
    (await queries.from('audit').selectAll().where('object_kind', 'like', 'claim%').execute()).map((row) => [
      row.action,
      row.object_id,
    ]),
  );
const jobs = (kind: string) =>
  test.services.store.read((db) => db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute());
const by999 = reasonsColumn({
  said: '999',
  reasons: [{ code: 'I5', text: 'Implementation: one or more segments in error' }],
});
const refused = { state: 'REJECTED', source: 'answer 1', reasons: by999 } as const;

/** Claims in a file that the payer has. */
async function handedOver(count: number): Promise<{ readonly ids: readonly string[]; readonly file: string }> {
  const ids = await plantClaims(test, count);
  const file = await plantFile(test, ids, { state: 'SENT', sent_at: test.clock.now() });
  await say(test, ids, { state: 'DELIVERED', source: 'delivered' });
  return { ids, file };
}

describe('claims overdue', () => {
  it('are listed over all accounts, page by page, and told by status', async () => {
    expect((await run('claims overdue')).shown).toBe('No claim is overdue.');
    const ids = await plantClaims(test, 3);
    test.clock.advance(HOUR);
    await markOverdueClaims(test.services, new AbortController().signal);
    const first = await run('claims overdue', [], { limit: '2' });
    const { items, next } = first.result as { items: { id: string }[]; next: string };
    expect(items).toMatchObject([
      { state: 'QUEUED', sending: 1, route: 'route 009', accountId: test.accountId, fileId: null },
      {},
    ]);
    expect(first.shown.split('\n')).toHaveLength(3);
    expect(first.shown).toContain(`ediloom-server claims overdue --after ${next}`);
    const own = await run('claims overdue', [], { limit: '2', account: test.accountId });
    expect(own.shown).toContain(`ediloom-server claims overdue --account ${test.accountId} --after ${next}`);
    await expect(run('claims overdue', [], { limit: '1001' })).rejects.toThrow('a whole number from 1 to 1000');
    // What is overdue no longer ends no list.
    await say(test, [items[1]?.id ?? ''], { state: 'DELIVERED' });
    const rest = (await run('claims overdue', [], { after: next })).result as { items: { id: string }[] };
    expect([...items, ...rest.items].map(({ id }) => id).sort()).toEqual([...ids].sort());
    const other = await test.account('other');
    expect((await run('claims overdue', [], { account: other.accountId })).shown).toBe('No claim is overdue.');
    await expect(run('claims overdue', [], { after: 'x' })).rejects.toThrow('--after takes what the list before');
    const [status] = STATUS_COMMANDS;
    const text = status?.show((await status.run(test.services, { hours: 24 })) as never, 80) ?? '';
    expect(text).toMatch(/^2 claims are overdue: claims overdue lists them/);
  });
});

it.each(['overdue', 'held', 'undelivered'])(
  'claims %s of an account that there is not are none that are well',
  async (list) => {
    await expect(run(`claims ${list}`, [], { account: 'slip' })).rejects.toThrow('There is no such account');
  },
);

describe('a file of claims that is held', () => {
  const heldFile = async (more = {}) => {
    const ids = await plantClaims(test, 2);
    return { ids, file: await plantFile(test, ids, { state: 'HELD', failure: 'timed-out', attempts: 3, ...more }) };
  };
  const fileRow = (id: string) =>
    test.queries((queries) => queries.from('claim_files').selectAll().where('id', '=', id).executeTakeFirst());

  it('is listed with why, how many and over which route', async () => {
    expect((await run('claims held')).shown).toBe('No file of claims is held.');
    const { file } = await heldFile();
    await heldFile();
    await handedOver(1);
    const { result, shown } = await run('claims held', [], { limit: '1' });
    expect(result).toMatchObject({
      items: [{ id: file, claims: 2, why: 'timed-out', attempts: 3, route: 'route 009', type: 'professional' }],
    });
    const { next } = result as { next: string };
    expect(shown).toContain('timed-out, after 3 attempts in vain');
    expect(shown).toContain(`claims held --after ${next}`);
    expect((await run('claims held', [], { after: next })).result).toMatchObject({ items: [{ why: 'timed-out' }] });
    const [status] = STATUS_COMMANDS;
    const text = status?.show((await status.run(test.services, { hours: 24 })) as never, 80) ?? '';
    expect(text).toMatch(/^2 files of claims are held: claims held says why/);
  });

  it('says nothing of attempts where the first has had it held', async () => {
    await heldFile({ failure: 'http-status', attempts: 0 });
    expect((await run('claims held')).shown).toContain('  http-status  route 009');
  });

  it('is handed over once more, once', async () => {
    const { file } = await heldFile();
    const before = await fileRow(file);
    const twice = await Promise.allSettled([
      run('claims release', [file], { send: true }),
      run('claims release', [file], { send: true }),
    ]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await jobs('claim-file')).toHaveLength(1);
    const { artifact_id, interchange_number, group_number } = before ?? {};
    // The same bytes and numbers, from the first attempt on.
    expect(await fileRow(file)).toMatchObject({
      ...{ artifact_id, interchange_number, group_number, state: 'WRITTEN', failure: null, attempts: 0, sent_at: null },
    });
    expect(await audit()).toEqual([['release', file]]);
    await expect(run('claims release', [file], { sent: true })).rejects.toThrow('The file is not held: it is WRITTEN.');
  });

  it('is taken as handed over where the payer has it: its job tells the claims so', async () => {
    const { file } = await heldFile();
    await run('claims release', [file], { sent: true });
    expect(await fileRow(file)).toMatchObject({ state: 'WRITTEN', failure: null, sent_at: test.clock.now() });
    expect(await jobs('claim-file')).toHaveLength(1);
    expect(await audit()).toEqual([['mark-sent', file]]);
  });

  it('is not handed over once more where the payer has answered about it: it has the file', async () => {
    const { ids, file } = await heldFile();
    await say(test, ids.slice(1), { state: 'RECEIVED', source: 'answer 1' });
    await expect(run('claims release', [file], { send: true })).rejects.toThrow('so it has the file');
    expect([(await fileRow(file))?.state, await jobs('claim-file'), await audit()]).toEqual(['HELD', [], []]);
    await run('claims release', [file], { sent: true });
    expect(await fileRow(file)).toMatchObject({ state: 'WRITTEN', sent_at: test.clock.now() });
  });

  it('is looked for at a payer by CAQH CORE who has it, once, and at no other', async () => {
    const { file } = await heldFile();
    await run('claims release', [file], { sent: true });
    expect(await jobs('claim-answers-poll')).toEqual([]);
    await test.services.store.write((tx) => tx.updateTable('payer_routes').set({ kind: 'caqh-core' }).execute());
    const { file: other } = await heldFile();
    await run('claims release', [other], { sent: true });
    expect((await jobs('claim-answers-poll')).map(({ payload }) => payload)).toEqual([
      JSON.stringify({ fileId: other }),
    ]);
    // Whoever had handed it in before was held, and looks already.
    await test.services.store.write((tx) => tx.updateTable('claim_files').set({ state: 'HELD' }).execute());
    await run('claims release', [other], { sent: true });
    expect(await jobs('claim-answers-poll')).toHaveLength(1);
  });

  it('is no more where no bytes were written: its claims wait again, and their sending is the same', async () => {
    const { ids, file } = await heldFile({ artifact_id: '', interchange_number: '', failure: 'document-gone' });
    await expect(run('claims release', [file], { sent: true })).rejects.toThrow('No bytes of the file');
    const { shown } = await run('claims release', [file], { send: true });
    expect(shown).toContain('its claims wait for a new one');
    expect(await fileRow(file)).toBeUndefined();
    expect(await claimRow(test, ids[0])).toMatchObject({ state: 'QUEUED', sending: 1, file_id: null });
    expect(await jobs('claims-gather')).toHaveLength(1);
  });

  it('is asked for with one thing that is to become of it', async () => {
    for (const options of [{}, { send: true, sent: true }])
      await expect(run('claims release', ['x'], options)).rejects.toThrow('takes --send or --sent');
    await expect(run('claims release', ['x'], { send: true })).rejects.toThrow('There is no such file of claims.');
  });
});

describe('a file of claims that was not delivered', () => {
  it('is listed with the execution that is to be retried, page by page, until it goes on; and told by status', async () => {
    expect((await run('claims undelivered')).shown).toBe('No file of claims is undelivered.');
    const more = { failure: 'not-delivered', carrier_account_id: 'operator', execution_id: 'execution-1' };
    const file = await plantFile(test, await plantClaims(test, 2), more);
    const other = await plantFile(test, await plantClaims(test, 1), more);
    await plantFile(test, await plantClaims(test, 1), { failure: 'route-disabled' });
    await plantFile(test, await plantClaims(test, 1), { ...more, state: 'SENT' });
    const { result, shown } = await run('claims undelivered', [], { limit: '1' });
    expect(result).toMatchObject({
      items: [{ id: file, claims: 2, route: 'route 009', executionId: 'execution-1', carrierAccountId: 'operator' }],
    });
    expect(shown).toContain('execution execution-1 of operator');
    expect(shown).toMatch(/POST \S+\/executions\/retry with the execution delivers the same bytes again/);
    const { next } = result as { next: string };
    expect((await run('claims undelivered', [], { after: next })).result).toMatchObject({ items: [{ id: other }] });
    const [status] = STATUS_COMMANDS;
    const text = status?.show((await status.run(test.services, { hours: 24 })) as never, 80) ?? '';
    expect(text).toMatch(/^2 files of claims were not delivered: claims undelivered says by which execution/);
    await test.queries((queries) => queries.update('claim_files').set({ failure: null }).execute());
    expect((await run('claims undelivered')).shown).toBe('No file of claims is undelivered.');
  });
});

describe('of several accounts', () => {
  it('claims and files are found by their ids, which one account has; those of several are refused', async () => {
    const { accountId } = await test.account('other');
    const queries: TestApp['queries'] = (work) =>
      test.services.store.write((tx) => work(new AccountQueries(tx, accountId)));
    const other = { ...test, queries };
    const { ids } = await handedOver(1);
    const otherIds = await plantClaims(other, 1);
    await expect(run('claims find', ['PCN-1'])).rejects.toThrow('There are several accounts');
    for (const id of [...ids, ...otherIds]) expect((await run('claims show', [id])).result).toMatchObject({ id });
    const held = await plantFile(other, otherIds, { state: 'HELD', failure: 'timed-out' });
    expect((await run('claims release', [held], { send: true })).shown).toContain('is handed over once more');
    expect((await run('claims resend', [...otherIds])).result).toMatchObject({ keptBack: [{ id: otherIds[0] }] });
    expect((await run('claims resend', [], { file: held })).result).toMatchObject({ keptBack: [{ id: otherIds[0] }] });
    await expect(run('claims resend', [...ids, ...otherIds])).rejects.toThrow('They are of several accounts');
    await expect(run('claims show', ['slip'])).rejects.toThrow('There is no such claim');
    await expect(run('claims release', ['slip'], { send: true })).rejects.toThrow('There is no such file of claims');
    await expect(run('claims show', [...otherIds], { account: test.accountId })).rejects.toThrow('no such claim');
  });
});

describe('claims resend', () => {
  it('is not needed by one whose file waits for its next try: claims show says where to look', async () => {
    const ids = await plantClaims(test, 1);
    await plantFile(test, ids, { state: 'WRITTEN', failure: 'refused', attempts: 1 });
    const { shown } = await run('claims show', [...ids]);
    expect(shown).toMatch(
      /WRITTEN {2}refused[^\n]*\n\s+It is tried again by itself. What is wrong: .* payer-routes check '/,
    );
    await test.queries((queries) => queries.update('claim_files').set({ failure: 'route-disabled' }).execute());
    expect((await run('claims show', [...ids])).shown).toMatch(/It waits for its route: .* payer-routes enable '/);
  });

  it('of a file that there is not, or but for a claim that was not asked for, sends nothing', async () => {
    const { ids, file } = await handedOver(2);
    await say(test, ids, refused);
    await expect(run('claims resend', [], { file: 'x' })).rejects.toThrow('There is no such file of claims.');
    await expect(run('claims resend', [], { 'rejected-by': 'x' })).rejects.toThrow('There is no such file of claims.');
    const slip = `${ids[0]?.slice(0, -1)}!`;
    for (const [words, options] of [
      [[], { 'rejected-by': file }],
      [ids, {}],
    ] as const)
      await expect(run('claims resend', words, options, { except: [slip] })).rejects.toThrow(
        'is none of the claims that were asked for',
      );
    expect((await claimRow(test, ids[0])).state).toBe('REJECTED');
    // One that would not be sent anyway may be named.
    await say(test, ids.slice(0, 1), { state: 'ACCEPTED', source: 'late', reasons: by999 });
    const but = { except: ids.slice(0, 1) };
    expect((await run('claims resend', [], { 'rejected-by': file }, but)).shown).toBe('1 claim is sent again');
  });

  it('sends those again that a 999 has refused, but for the one that took them down: each once', async () => {
    const { ids, file } = await handedOver(100);
    await say(test, ids, refused);
    const [bad = ''] = ids;
    const shown = await run('claims show', [bad]);
    expect(shown.shown).toMatch(/REJECTED {2}sending 1 {2}999 answer 1\n\s+I5 {2}Implementation/);
    const dry = await run('claims resend', [], { file, 'dry-run': true }, { except: [bad] });
    expect(dry.shown).toBe('99 claims would be sent again\nNothing was changed: this was a dry run.');
    expect((await claimRow(test, ids[1])).state).toBe('REJECTED');
    const both = await Promise.all(
      [1, 2].map(() => run('claims resend', [], { 'rejected-by': file }, { except: [bad] })),
    );
    const counts = both.map(({ result }) => (result as { resent: readonly string[] }).resent.length);
    expect(counts.sort()).toEqual([0, 99]);
    expect(await claimRow(test, bad)).toMatchObject({ state: 'REJECTED', sending: 1, file_id: file });
    const row = await claimRow(test, ids[1]);
    expect(row).toMatchObject({ state: 'QUEUED', sending: 2, file_id: null, overdue_since: null });
    // It is waited for as if it had been taken in now, and its history says what was before.
    expect(row.due_at).toBe(test.clock.now() + HOUR);
    const { result } = await run('claims show', [ids[1] ?? '']);
    expect(result).toMatchObject({
      history: [
        { state: 'QUEUED', sending: 1, source: 'submitted' },
        { state: 'DELIVERED', sending: 1 },
        { state: 'REJECTED', sending: 1, saidBy: '999' },
        { state: 'QUEUED', sending: 2, source: 'resent' },
      ],
      sendings: [{ sending: 1, fileId: file, interchangeNumber: '000000001' }],
    });
    expect(
      (await audit())
        .filter(([action]) => action === 'resend')
        .map(([, id]) => id)
        .sort(),
    ).toEqual(ids.slice(1));
    expect((await jobs('claims-gather')).map(({ payload }) => payload)).toEqual([
      JSON.stringify({ routeId: row.route_id, type: 'professional' }),
    ]);
    expect((await run('claims resend', [], { file })).shown).toContain('99 not: it has been sent again since');
  });

  it('sends what was handed over and of which nothing came once it is overdue', async () => {
    const { ids } = await handedOver(1);
    expect((await run('claims resend', ids)).shown).toContain('1 not: it was handed over, and is not overdue');
    test.clock.advance(24 * HOUR);
    await markOverdueClaims(test.services, new AbortController().signal);
    expect((await run('claims resend', ids)).shown).toBe('1 claim is sent again');
    expect((await run('claims resend', ids)).shown).toContain('1 not: it waits to be sent, or is on its way');
  });

  it('refuses what the payer has of an earlier sending, as an answer says that came after it was sent again', async () => {
    const { ids, file } = await handedOver(5);
    await say(test, ids, refused);
    await run('claims resend', [], { file });
    await plantFile(test, ids, { state: 'SENT', sent_at: test.clock.now() });
    const again = { sending: 2 } as const;
    await say(test, ids, { ...again, state: 'DELIVERED', source: 'delivered' });
    const [accepted = '', worked = '', itself = '', taken = '', lost = ''] = ids;
    const by277 = reasonsColumn({ said: '277CA', reasons: [] });
    await say(test, [accepted], { state: 'ACCEPTED', source: 'late', reasons: by277 });
    await say(test, [worked], { state: 'IN_ADJUDICATION', source: 'late', reasons: by277 });
    await say(test, [itself], { state: 'REJECTED', source: 'late', reasons: by277 });
    // It was refused before it was sent again, and so is no first copy.
    await say(test, [taken], { state: 'RECEIVED', source: 'late' });
    expect((await run('claims resend', ids)).shown).toContain('5 not: it was handed over, and is not overdue');
    await say(test, ids, { ...refused, ...again, source: 'answer 2' });
    const dry = await run('claims resend', ids, { 'dry-run': true });
    const { result } = await run('claims resend', ids);
    expect(result).toMatchObject({
      resent: [taken, lost],
      keptBack: [
        { id: accepted, why: 'accepted' },
        { id: worked, why: 'accepted' },
        { id: itself, why: 'refused-itself' },
      ],
    });
    expect(dry.result).toMatchObject({ resent: [taken, lost] });
  });

  it('refuses what was overdue, was sent again, and whose first 999 came after that', async () => {
    const { ids } = await handedOver(1);
    const overdue = async () => {
      test.clock.advance(24 * HOUR);
      await markOverdueClaims(test.services, new AbortController().signal);
    };
    await overdue();
    await run('claims resend', ids);
    await plantFile(test, ids, { state: 'SENT', sent_at: test.clock.now() });
    await say(test, ids, { state: 'DELIVERED', source: 'delivered', sending: 2 });
    await say(test, ids, { state: 'RECEIVED', source: 'late' });
    await overdue();
    expect((await run('claims resend', ids)).shown).toContain('1 not: the payer has taken its set: ask the payer');
  });

  it('refuses what the payer has, has refused itself, or is under way, tests, and what there is not', async () => {
    const { ids } = await handedOver(5);
    const [received = '', accepted = '', itself = '', late = '', unexplained = ''] = ids;
    await say(test, [received], { state: 'RECEIVED', source: 'answer 1' });
    await say(test, [accepted], { state: 'ACCEPTED', source: 'answer 1' });
    const by277 = reasonsColumn({ said: '277CA', reasons: [{ code: 'A7:562:85', text: '' }] });
    await say(test, [itself], { state: 'REJECTED', source: 'answer 1', reasons: by277 });
    // A 999 after the 277CA has accepted it: the payer has had it.
    await say(test, [late], { state: 'ACCEPTED', source: 'answer 1' });
    await say(test, [late], { ...refused, source: 'answer 2' });
    await say(test, [unexplained], { state: 'REJECTED', source: 'answer 1' });
    const [queued = ''] = await plantClaims(test, 1);
    const [trial = ''] = await plantClaims(test, 1, { mode: 'test', route_id: null });
    const asked = [received, accepted, itself, late, unexplained, queued, trial, 'nothing'];
    const { result } = await run('claims resend', asked);
    expect(result).toEqual({
      resent: [],
      dryRun: false,
      keptBack: [
        { id: received, why: 'received' },
        { id: accepted, why: 'accepted' },
        { id: itself, why: 'refused-itself' },
        { id: late, why: 'refused-itself' },
        { id: unexplained, why: 'refused-itself' },
        { id: queued, why: 'under-way' },
        { id: trial, why: 'test' },
        { id: 'nothing', why: 'unknown' },
      ],
    });
    expect(await jobs('claims-gather')).toEqual([]);
    const other = await test.account('other');
    const theirs = await run('claims resend', [received], { account: other.accountId });
    expect(theirs.result).toMatchObject({ keptBack: [{ why: 'unknown' }] });
  });

  it('is asked for in one way', async () => {
    for (const options of [{}, { file: 'x', 'rejected-by': 'x' }])
      await expect(run('claims resend', [], options)).rejects.toThrow('takes the ids of claims, --file FILE');
  });
});

it('each read of a claim is in the audit, and a claim that there is not is a problem', async () => {
  const [id = ''] = await plantClaims(test, 1);
  const { shown } = await run('claims show', [id]);
  expect(shown).toMatch(/^claim {10}\w{26} {2}professional, production, as json/);
  expect(await audit()).toEqual([['read', id]]);
  await expect(run('claims show', ['nothing'])).rejects.toThrow('There is no such claim.');
});

describe('claims find', () => {
  it('are those of one account with the patient control number, the newest first, and the audit has each look', async () => {
    const { patients } = test.services.realTime;
    const patient_index = await patientIndexOf(patients, test.accountId, 'PCN-0001');
    const ids = await plantClaims(test, 3);
    await test.queries((queries) =>
      queries.update('claims').set({ patient_index }).where('id', 'in', ids.slice(0, 2)).execute(),
    );
    const first = await run('claims find', ['PCN-0001'], { limit: '1' });
    const { items, next } = first.result as { items: { id: string }[]; next: string };
    const rest = await run('claims find', ['PCN-0001'], { after: next });
    const found = [...items, ...(rest.result as typeof first.result & { items: { id: string }[] }).items];
    expect(found.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
    expect(found).toMatchObject([{ state: 'QUEUED', route: 'route 009' }, {}]);
    expect(first.shown).not.toContain('PCN-0001');
    expect(await audit()).toEqual([
      ['list', ''],
      ['list', ''],
    ]);
    expect((await run('claims find', ['PCN-0002'])).shown).toBe('No claim has this patient control number.');
    const { accountId: account } = await test.account('other');
    expect((await run('claims find', ['PCN-0001'], { account })).shown).toBe(
      'No claim has this patient control number.',
    );
    await expect(run('claims find', [])).rejects.toThrow('claims find takes one patient control number');
  });
});
