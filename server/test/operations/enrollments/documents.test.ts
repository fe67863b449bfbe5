import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, deleteKey } from '../../../src/accounts/keys.js';
import { uuid } from '../../../src/ids.js';
import { readLink } from '../../../src/links/signed-link.js';
import { takeDocument } from '../../../src/links/take-document.js';
import type { Task } from '../../../src/resources/enrollment-tasks/schemas.js';
import { insertRows } from '../../../src/store/insert-rows.js';
import { E, type EnrollmentWorld, enrollmentWorld } from '../../support/enrollments.js';
import { ADMIN_TOKEN } from '../../support/test-services.js';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const FORM = {
  instructions: 'Sign the form, Kanarie.',
  fields: [
    { key: 'ptan', label: 'PTAN', fieldType: 'TEXT' },
    { key: 'form', label: 'Signed form', fieldType: 'DOCUMENT' },
  ],
};

let world: EnrollmentWorld;
beforeAll(async () => {
  world = await enrollmentWorld();
});
afterAll(() => world.close());

const admin = (method: 'GET' | 'POST' | 'DELETE', id: string, path: string, payload?: object) =>
  world.call(method, `/admin/accounts/${world.accountId}/enrollments/${id}${path}`, {
    headers: { authorization: ADMIN_TOKEN },
    ...(payload === undefined ? {} : { payload }),
  });

async function give(id: string, given: object = {}): Promise<Task> {
  const answer = await admin('POST', id, '/tasks', { definition: { manualTask: FORM }, ...given });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
}

/** An enrollment that was submitted, with a task. */
async function withTask(given: object = {}): Promise<{ readonly id: string; readonly task: Task }> {
  const { id } = await world.enroll({ status: 'SUBMITTED' });
  return { id, task: await give(id, given) };
}

const announce = (id: string, taskId: string, headers?: Record<string, string>) =>
  world.call('POST', `${E}/enrollments/${id}/documents`, {
    payload: { name: 'form "1".pdf', taskId },
    ...(headers && { headers }),
  });

const put = (url: string, payload: Buffer) =>
  world.call('PUT', new URL(url).pathname, {
    payload,
    headers: { authorization: '', 'content-type': 'application/pdf' },
  });

const shown = async (id: string) => (await world.call('GET', `${E}/enrollments/${id}`)).json();

describe('a document', () => {
  it('is not put any more once the key is gone by which its link was asked for', async () => {
    const { id, task } = await withTask();
    const made = await world.queries((own) => createKey(own, world.clock, { name: 'left', mode: 'live' }));
    const { uploadUrl } = (await announce(id, task.id, { authorization: made.key })).json();
    const other = (await announce(id, task.id)).json();
    await world.queries((own) => deleteKey(own, world.clock, made.id));
    const refused = await put(uploadUrl, PDF);
    expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('another link')]);
    expect((await put(other.uploadUrl, PDF)).statusCode).toBe(200);
  });

  it('is not put either where the key goes while its bytes are on their way', async () => {
    const { id, task } = await withTask();
    const made = await world.queries((own) => createKey(own, world.clock, { name: 'leaving', mode: 'live' }));
    const { uploadUrl } = (await announce(id, task.id, { authorization: made.key })).json();
    const target = readLink(world.services, uploadUrl.split('/').at(-1), 'PUT');
    await world.queries((own) => deleteKey(own, world.clock, made.id));
    const taken = takeDocument(world.services, target, PDF, { address: '192.0.2.1', requestId: 'r' });
    await expect(taken).rejects.toThrow('not good any more');
    expect((await shown(id)).documents).toMatchObject([{ status: 'PENDING' }]);
  });

  it('is not read any more once the key is gone by which its link was asked for', async () => {
    const { id, task } = await withTask();
    const { documentId, uploadUrl } = (await announce(id, task.id)).json();
    await put(uploadUrl, PDF);
    const made = await world.queries((own) => createKey(own, world.clock, { name: 'left', mode: 'live' }));
    const asked = { headers: { authorization: made.key } };
    const { downloadUrl } = (await world.call('GET', `${E}/documents/${documentId}/download`, asked)).json();
    const { pathname } = new URL(downloadUrl);
    expect((await world.call('GET', pathname, { headers: { authorization: '' } })).statusCode).toBe(200);
    await world.queries((own) => deleteKey(own, world.clock, made.id));
    expect((await world.call('GET', pathname, { headers: { authorization: '' } })).statusCode).toBe(403);
  });

  it.each([
    ['invoice.exe', 'invoice.exe.pdf'],
    ['page.html', 'page.html.pdf'],
    ['form.PDF', 'form.PDF'],
  ])('that is called %s is saved as a PDF, whatever else it may be', async (name, saved) => {
    const { id, task } = await withTask();
    const announced = { payload: { name, taskId: task.id } };
    const { documentId, uploadUrl } = (await world.call('POST', `${E}/enrollments/${id}/documents`, announced)).json();
    await put(uploadUrl, Buffer.concat([Buffer.from('MZ<script>'), PDF]));
    const { downloadUrl } = (await world.call('GET', `${E}/documents/${documentId}/download`)).json();
    const { headers } = await world.call('GET', new URL(downloadUrl).pathname, { headers: { authorization: '' } });
    expect(headers['content-disposition']).toBe(`attachment; filename="${saved}"`);
  });

  it('is refused to an enrollment that has had a thousand, deleted ones among them', async () => {
    const { id, task } = await withTask();
    const { documentId } = (await announce(id, task.id)).json();
    await world.call('DELETE', `${E}/documents/${documentId}`);
    await world.queries(async (own) => {
      const row = await own
        .from('enrollment_documents')
        .selectAll()
        .where('id', '=', documentId)
        .executeTakeFirstOrThrow();
      const { account_id: _, ...common } = row;
      await insertRows(
        own,
        'enrollment_documents',
        Array.from({ length: 999 }, () => ({ ...common, id: uuid() })),
      );
    });
    const refused = await announce(id, task.id);
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('has had 1000')]);
  });

  it('is announced, put, shown, read and deleted, and its bytes are sealed and go with it', async () => {
    const { id, task } = await withTask();
    const { documentId, enrollmentId, uploadUrl } = (await announce(id, task.id)).json();
    expect(enrollmentId).toBe(id);
    expect((await shown(id)).documents).toMatchObject([{ id: documentId, status: 'PENDING', taskId: task.id }]);
    expect((await world.call('GET', `${E}/documents/${documentId}/download`)).statusCode).toBe(400);
    expect((await put(uploadUrl, PDF)).statusCode).toBe(200);
    expect((await shown(id)).documents).toMatchObject([
      { id: documentId, status: 'UPLOADED', contentType: 'application/pdf', size: PDF.length, name: 'form "1".pdf' },
    ]);
    const { downloadUrl } = (await world.call('GET', `${E}/documents/${documentId}/download`)).json();
    const read = await world.call('GET', new URL(downloadUrl).pathname, { headers: { authorization: '' } });
    expect(read.rawPayload).toEqual(PDF);
    expect(read.headers).toMatchObject({
      ...{ 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="form__1_.pdf"' },
    });
    const artifacts = () =>
      world.queries((queries) => queries.from('artifacts').selectAll().where('owner_id', '=', documentId).execute());
    const [kept] = await artifacts();
    expect(kept).toMatchObject({ master_key_id: expect.any(String), expires_at: null });
    expect(Buffer.from(kept?.bytes ?? []).includes('%PDF-')).toBe(false);
    for (let time = 0; time < 2; time++) {
      expect((await world.call('DELETE', `${E}/documents/${documentId}`)).statusCode).toBe(200);
    }
    expect([await artifacts(), (await shown(id)).documents]).toEqual([[], []]);
    expect((await world.call('GET', new URL(downloadUrl).pathname)).statusCode).toBe(404);
    expect((await put(uploadUrl, PDF)).statusCode).toBe(404);
  });

  it.each([
    ['no PDF', Buffer.from('GIF89a %%EOF'), 400],
    [
      'a form with a PDF in it',
      Buffer.concat([Buffer.from('--x\r\nContent-Type: application/pdf\r\n\r\n'), PDF, Buffer.from('\r\n--x--\r\n')]),
      400,
    ],
    ['half of a PDF', PDF.subarray(0, 20), 400],
    ['nothing', Buffer.alloc(0), 400],
    ['more than 10 MB', Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024), PDF]), 413],
  ])('that is %s is refused, and can be put again', async (_, bytes, status) => {
    const { id, task } = await withTask();
    const { uploadUrl } = (await announce(id, task.id)).json();
    expect((await put(uploadUrl, bytes)).statusCode).toBe(status);
    expect((await shown(id)).documents).toMatchObject([{ status: 'PENDING' }]);
    expect((await put(uploadUrl, PDF)).statusCode).toBe(200);
  });

  it('is put once, also where two do it at the same time', async () => {
    const { id, task } = await withTask();
    const { documentId, uploadUrl } = (await announce(id, task.id)).json();
    const answers = await Promise.all([put(uploadUrl, PDF), put(uploadUrl, PDF), put(uploadUrl, PDF)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const rows = await world.queries((queries) =>
      queries.from('artifacts').select('id').where('owner_id', '=', documentId).execute(),
    );
    expect(rows).toHaveLength(1);
  });

  it('that nobody puts within a day has failed', async () => {
    const { id, task } = await withTask();
    const { uploadUrl } = (await announce(id, task.id)).json();
    world.clock.advance(24 * 3_600_000 - 1);
    expect((await shown(id)).documents).toMatchObject([{ status: 'PENDING' }]);
    world.clock.advance(1);
    expect((await shown(id)).documents).toMatchObject([{ status: 'FAILED' }]);
    expect((await put(uploadUrl, PDF)).statusCode).toBe(403);
  });

  it('is not put to the link of another, nor to one that was changed', async () => {
    const { id, task } = await withTask();
    const { uploadUrl } = (await announce(id, task.id)).json();
    const [payload = '', mac = ''] = uploadUrl.split('/').at(-1).split('.');
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('PUT', 'GET')).toString(
      'base64url',
    );
    expect((await put(`https://x/links/${forged}.${mac}`, PDF)).statusCode).toBe(403);
    expect((await world.call('GET', new URL(uploadUrl).pathname)).statusCode).toBe(403);
  });

  it('of another account is not there', async () => {
    const { id, task } = await withTask();
    const { documentId } = (await announce(id, task.id)).json();
    const headers = { authorization: (await world.account('Other')).liveKey };
    expect((await announce(id, task.id, headers)).statusCode).toBe(404);
    expect((await world.call('GET', `${E}/documents/${documentId}/download`, { headers })).statusCode).toBe(404);
    expect((await world.call('DELETE', `${E}/documents/${documentId}`, { headers })).statusCode).toBe(404);
    expect((await world.call('POST', `${E}/tasks/${task.id}`, { headers, payload: {} })).statusCode).toBe(404);
    const elsewhere = await withTask();
    expect((await announce(elsewhere.id, task.id)).statusCode).toBe(404);
  });
});

describe('a task', () => {
  const answer = (taskId: string, payload: object) => world.call('POST', `${E}/tasks/${taskId}`, { payload });
  const values = (...pairs: readonly (readonly [string, object])[]) => ({
    responseData: { manualTask: { values: pairs.map(([key, value]) => ({ key, value })) } },
  });

  it('is answered in parts, done with all that it asks for, and then stays', async () => {
    const { id, task } = await withTask();
    const text = ['ptan', { text: 'A12345' }] as const;
    expect((await answer(task.id, values(text))).json().task).toMatchObject({ isComplete: false, ...values(text) });
    const early = await answer(task.id, { completed: true });
    expect([early.statusCode, early.json().message]).toEqual([400, expect.stringContaining('missing: form')]);
    const { documentId, uploadUrl } = (await announce(id, task.id)).json();
    const all = values(text, ['form', { document: { documentId } }]);
    expect((await answer(task.id, { ...all, completed: true })).statusCode).toBe(400);
    await put(uploadUrl, PDF);
    const done = await answer(task.id, { ...all, completed: true });
    expect(done.json().task).toMatchObject({ isComplete: true, completedAt: expect.any(String), ...all });
    expect((await answer(task.id, { completed: true })).json()).toEqual(done.json());
    expect((await answer(task.id, { completed: false })).statusCode).toBe(400);
    expect((await answer(task.id, { ...values(text), completed: true })).statusCode).toBe(400);
    expect((await announce(id, task.id)).statusCode).toBe(400);
    expect((await world.call('DELETE', `${E}/documents/${documentId}`)).statusCode).toBe(400);
    expect((await shown(id)).tasks).toEqual([done.json().task]);
    const rows = await world.queries((queries) => queries.from('enrollment_tasks').selectAll().execute());
    expect(JSON.stringify(rows)).not.toMatch(/Kanarie|A12345/);
  });

  it('takes no document once it is done, also of those that were announced before', async () => {
    const { id, task } = await withTask({ definition: { manualTask: { ...FORM, fields: FORM.fields.slice(0, 1) } } });
    const { uploadUrl } = (await announce(id, task.id)).json();
    expect((await answer(task.id, { ...values(['ptan', { text: 'A1' }]), completed: true })).statusCode).toBe(200);
    const refused = await put(uploadUrl, PDF);
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('is done')]);
    expect((await shown(id)).documents).toMatchObject([{ status: 'PENDING' }]);
  });

  it('is done and gets its document at once: it is put or it is refused, and never put behind it', async () => {
    const only = { definition: { manualTask: { ...FORM, fields: FORM.fields.slice(0, 1) } } };
    for (let round = 0; round < 5; round++) {
      const { id, task } = await withTask(only);
      const { uploadUrl } = (await announce(id, task.id)).json();
      const [taken, done] = await Promise.all([
        put(uploadUrl, PDF),
        answer(task.id, { ...values(['ptan', { text: 'A1' }]), completed: true }),
      ]);
      expect(done.statusCode).toBe(200);
      const status = taken.statusCode === 200 ? 'UPLOADED' : 'PENDING';
      expect((await shown(id)).documents).toMatchObject([{ status }]);
    }
  });

  it('is not done with a document that was deleted since it was named', async () => {
    const { id, task } = await withTask();
    const { documentId, uploadUrl } = (await announce(id, task.id)).json();
    await put(uploadUrl, PDF);
    const all = values(['ptan', { text: 'A12345' }], ['form', { document: { documentId } }]);
    expect((await answer(task.id, all)).statusCode).toBe(200);
    await world.call('DELETE', `${E}/documents/${documentId}`);
    const refused = await answer(task.id, { completed: true });
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('No document')]);
  });

  it('keeps the document that it was answered with, also where another task has asked for it, whatever comes at once', async () => {
    for (const isAtOnce of [false, true]) {
      const { id, task: asking } = await withTask();
      const task = await give(id);
      const { documentId, uploadUrl } = (await announce(id, asking.id)).json();
      await put(uploadUrl, PDF);
      const all = { ...values(['ptan', { text: 'A1' }], ['form', { document: { documentId } }]), completed: true };
      const remove = () => world.call('DELETE', `${E}/documents/${documentId}`);
      const [done, gone] = isAtOnce
        ? await Promise.all([answer(task.id, all), remove()])
        : [await answer(task.id, all), await remove()];
      expect([200, 400]).toContain(done.statusCode);
      expect(gone.statusCode).toBe(done.statusCode === 200 ? 400 : 200);
      if (!isAtOnce) expect(gone.json().message).toContain('was answered with the document');
    }
  });

  it.each([
    ['a key that is none', values(['other', { text: 'x' }]), '/responseData/manualTask/values/0/key'],
    ['a key twice', values(['ptan', { text: 'x' }], ['ptan', { text: 'y' }]), '/responseData/manualTask/values/1/key'],
    ['a text for a PDF', values(['form', { text: 'x' }]), '/responseData/manualTask/values/0/value'],
    [
      'a document that is none',
      values(['form', { document: { documentId: '01a205cb-6f30-7000-a05c-8d91e47b3f2a' } }]),
      '/responseData/manualTask/values/0/value/document/documentId',
    ],
  ])('is not answered with %s', async (_, payload, path) => {
    const { task } = await withTask();
    const refused = await answer(task.id, payload);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fieldList.map((one: { path: string }) => one.path)).toEqual([path]);
  });

  it('is done behind those of lower ranks, by whom it is for', async () => {
    const nothing = { definition: { manualTask: { instructions: 'Read.', fields: [] } } };
    const { id, task } = await withTask({ ...nothing, rank: 5 });
    const own = await give(id, { rank: 1, responsibleParty: 'PLATFORM' });
    expect((await answer(own.id, { completed: true })).statusCode).toBe(400);
    const early = await answer(task.id, { completed: true });
    expect([early.statusCode, early.json().message]).toEqual([400, expect.stringContaining(own.id)]);
    expect((await admin('POST', id, `/tasks/${task.id}/complete`)).statusCode).toBe(400);
    expect((await admin('POST', id, `/tasks/${own.id}/complete`)).statusCode).toBe(200);
    expect((await answer(task.id, { completed: true })).statusCode).toBe(200);
    expect((await shown(id)).tasks.map(({ rank }: { rank: number }) => rank)).toEqual([1, 5]);
  });

  it('is told by events: given, done, taken back; each names it', async () => {
    const { id, task } = await withTask({ definition: { manualTask: { instructions: 'Read.', fields: [] } } });
    world.clock.advance(1_000);
    await answer(task.id, { completed: true });
    world.clock.advance(1_000);
    for (let time = 0; time < 2; time++) {
      expect((await admin('DELETE', id, `/tasks/${task.id}`)).statusCode).toBe(204);
    }
    const events = await world.queries((queries) =>
      queries.from('events').selectAll().where('resource_id', '=', id).orderBy('created_at').orderBy('id').execute(),
    );
    expect(events.map(({ type }) => type).filter((type) => type.includes('.task.'))).toEqual([
      ...['enrollment.task.assigned', 'enrollment.task.completed', 'enrollment.task.deleted'],
    ]);
    expect(JSON.parse(events.at(-1)?.detail ?? '')).toEqual({
      relatedResources: [{ id: task.id, type: 'enrollment.task' }],
    });
    expect((await shown(id)).tasks).toEqual([]);
  });

  it('goes with a draft that is deleted, and so do its documents', async () => {
    const { id } = await world.enroll();
    const task = await give(id);
    const { documentId, uploadUrl } = (await announce(id, task.id)).json();
    await put(uploadUrl, PDF);
    expect((await world.call('DELETE', `${E}/enrollments/${id}`)).statusCode).toBe(200);
    const left = await world.queries(async (queries) => [
      ...(await queries.from('enrollment_tasks').select('id').where('enrollment_id', '=', id).execute()),
      ...(await queries.from('artifacts').select('id').where('owner_id', '=', documentId).execute()),
    ]);
    expect(left).toEqual([]);
  });
});
