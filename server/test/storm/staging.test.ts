import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wholeArtifactsOf } from '../../src/objects/artifact-rows.js';
import { deleteGuide } from '../../src/resources/guides/rows.js';
import { deleteSetting } from '../../src/resources/transaction-settings/rows.js';
import { coreAppForFile } from '../support/core-app.js';
import { FRAGMENT_GUIDE, FRAGMENT_KEY, PARTNERSHIP, purchaseOrder } from '../support/partner-rows.js';
import type { TestApp } from '../support/test-app.js';

/** `npm run storm:staging` runs 10,000. Each transaction has a connection of its own on PostgreSQL, as those of several processes have. */
const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 12);
const ROUNDS_AT_ONCE = 4;
const core = '/2023-08-01';

let test: TestApp;
afterAll(() => test.close());
beforeAll(async () => {
  test = await coreAppForFile();
});

const post = (path: string, payload: object) => test.call('POST', `${core}${path}`, { payload });

/** Begins at some turn of the event loop, so that whatever runs beside it is met at each of its steps. */
async function atSomeTurn<Result>(most: number, work: () => Promise<Result>): Promise<Result> {
  for (let turns = Math.floor(Math.random() * most); turns > 0; turns--) await setImmediate();
  return work();
}

async function rounds(run: (name: string) => Promise<void>, kind: string): Promise<void> {
  let next = 0;
  const runner = async (): Promise<void> => {
    while (next < ROUNDS) await run(`${kind}${next++}`);
  };
  await Promise.all(Array.from({ length: ROUNDS_AT_ONCE }, runner));
}

/** What of a pattern stands in the files of the answers that sent one, file by file. */
async function inFiles(
  answers: readonly { readonly statusCode: number; json(): { fileExecutionId: string } }[],
  pattern: RegExp,
): Promise<readonly (readonly string[])[]> {
  const sent = answers.filter(({ statusCode }) => statusCode === 200);
  return Promise.all(
    sent.map(async (answer) => {
      const rows = await test.queries((queries) => wholeArtifactsOf(queries, answer.json().fileExecutionId));
      const text = Buffer.from(rows.find(({ usage }) => usage === 'output')?.bytes ?? []).toString();
      return [...text.matchAll(pattern)].map(([, found = '']) => found).sort();
    }),
  );
}

const statuses = (answers: readonly { readonly statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort();

it('every transaction that was staged is in exactly one file, however stagings and sendings meet', {
  timeout: 0,
}, async () => {
  await rounds(async (id) => {
    const group = `/partnerships/${PARTNERSHIP}/transaction-groups/${id}`;
    const stage = (order: string) => post(`${group}/transactions/po`, { transaction: purchaseOrder(order) });
    const send = () => post(`${group}/generate-edi`, {});
    const orders = Array.from({ length: 5 }, (_, index) => `${id}-${index}`);
    await stage(`${id}-first`);
    const [staged, sent] = await Promise.all([
      Promise.all(orders.map((order) => atSomeTurn(20, () => stage(order)))),
      Promise.all([send, send].map((one) => atSomeTurn(20, one))),
    ]);
    // Where all sendings gave up, or none came late enough: what is staged is in an open group.
    const last = await send();
    expect(statuses(staged).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(statuses([...sent, last])).toEqual([200, 409, 409]);
    const acknowledged = orders.filter((_, index) => staged[index]?.statusCode === 201);
    expect(await inFiles([...sent, last], /\*SA\*([\w-]+)/g)).toEqual([[...acknowledged, `${id}-first`].sort()]);
  }, 'S');
});

it('of two uploads of one transaction one is taken, and that one is sent', { timeout: 0 }, async () => {
  await rounds(async (id) => {
    const group = `/partnerships/${PARTNERSHIP}/transaction-groups/${id}`;
    const send = () => post(`${group}/generate-edi`, {});
    const { uploadUrl } = (await post(`${group}/transactions/po`, { async: true })).json();
    const put = (order: string) =>
      test.app.inject({
        method: 'PUT',
        url: new URL(uploadUrl).pathname,
        payload: JSON.stringify(purchaseOrder(order)),
      });
    const orders = [`${id}-a`, `${id}-b`];
    const [uploaded, sent] = await Promise.all([
      Promise.all(orders.map((order) => atSomeTurn(4, () => put(order)))),
      Promise.all([atSomeTurn(12, send)]),
    ]);
    const last = await send();
    expect(statuses(uploaded)).toEqual([200, 409]);
    const taken = orders.filter((_, index) => uploaded[index]?.statusCode === 200);
    expect(await inFiles([...sent, last], /\*SA\*([\w-]+)/g)).toEqual([taken]);
  }, 'U');
});

it('every fragment is in exactly one file, however fragments and sendings meet', { timeout: 0 }, async () => {
  await rounds(async (id) => {
    const add = (quantity: string) => {
      const [line] = purchaseOrder('X').detail[FRAGMENT_KEY];
      const one = { ...line?.baseline_item_data_PO1, assigned_identification_01: quantity };
      return post(`/fragments/${id}`, {
        guideId: `LIVE_${FRAGMENT_GUIDE}`,
        fragment: { [FRAGMENT_KEY]: [{ baseline_item_data_PO1: one }] },
      });
    };
    const heading = purchaseOrder(id).heading;
    const transaction = { heading, detail: { [FRAGMENT_KEY]: [] } };
    const send = () =>
      post(`/partnerships/${PARTNERSHIP}/transactions/in-parts`, { transaction, fragmentGroupIds: [id] });
    const lines = Array.from({ length: 5 }, (_, index) => `${index + 1}`);
    await add('0');
    const [added, sent] = await Promise.all([
      Promise.all(lines.map((line) => atSomeTurn(20, () => add(line)))),
      Promise.all([send, send].map((one) => atSomeTurn(20, one))),
    ]);
    const last = await send();
    expect(statuses(added).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(statuses([...sent, last])).toEqual([200, 409, 409]);
    const acknowledged = lines.filter((_, index) => added[index]?.statusCode === 201);
    expect(await inFiles([...sent, last], /PO1\*(\d+)/g)).toEqual([['0', ...acknowledged]]);
  }, 'F');
});

it('no group is left without its setting, and none without its guide, when these are deleted meanwhile', {
  timeout: 0,
}, async () => {
  await rounds(async (id) => {
    const guideId = await copied(id);
    const stage = post.bind(undefined, `/partnerships/${PARTNERSHIP}/transaction-groups/${id}/transactions/${id}`);
    const fragment = { [FRAGMENT_KEY]: purchaseOrder('X').detail[FRAGMENT_KEY] };
    const settled = await Promise.allSettled([
      atSomeTurn(4, () => stage({ transaction: purchaseOrder(id) })),
      atSomeTurn(4, () => post(`/fragments/${id}`, { guideId, fragment })),
      atSomeTurn(4, () => test.queries((queries) => deleteSetting(queries, PARTNERSHIP, 'outbound', id))),
      atSomeTurn(4, () => test.queries((queries) => deleteGuide(queries, guideId))),
    ]);
    const [staged, added, ...deleted] = settled.map((one) =>
      one.status === 'rejected' ? one.reason.kind : (one.value?.statusCode ?? 'deleted'),
    );
    expect(['201 conflict', '404 deleted']).toContain(`${staged} ${deleted[0]}`);
    expect(['201 conflict', '400 deleted']).toContain(`${added} ${deleted[1]}`);
  }, 'D');
});

/** A setting of this id, and a guide of its own, like those of the partner rows. */
async function copied(id: string): Promise<string> {
  const guideId = `01JZ0000000000000000${id.padStart(6, '0').replaceAll(/[ILOU]/g, 'V')}`;
  await test.queries(async (queries) => {
    const setting = await queries
      .from('transaction_settings')
      .selectAll()
      .where('id', '=', 'po')
      .executeTakeFirstOrThrow();
    const guide = await queries.from('guides').selectAll().where('id', '=', FRAGMENT_GUIDE).executeTakeFirstOrThrow();
    await queries.insert('transaction_settings', { ...setting, id }).execute();
    await queries.insert('guides', { ...guide, id: guideId }).execute();
  });
  return guideId;
}
