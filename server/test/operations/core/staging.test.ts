import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMapping } from '../../../src/resources/mappings/rows.js';
import { GROUP_CHARACTERS } from '../../../src/schemas/transaction-sizes.js';
import { coreAppForFile, rowsOf } from '../../support/core-app.js';
import { FRAGMENT_GUIDE, FRAGMENT_KEY, PARTNERSHIP, purchaseOrder } from '../../support/partner-rows.js';
import type { TestApp } from '../../support/test-app.js';

const core = '/2023-08-01';

describe('transactions that are not sent at once', () => {
  let test: TestApp;
  let sent = 0;
  const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
    test.call('POST', `${core}${path}`, { payload, headers: { authorization: test.testKey, ...headers } });
  const status = async (path: string, payload: object) => (await post(path, payload)).statusCode;
  const fileOf = async (executionId: string): Promise<string> => {
    const rows = await rowsOf(test, 'artifacts');
    const row = rows.find(({ owner_id, usage }) => owner_id === executionId && usage === 'output');
    return Buffer.from(row?.bytes ?? []).toString();
  };
  const newGroup = (): string => `group-${++sent}`;
  const group = (id: string): string => `/partnerships/${PARTNERSHIP}/transaction-groups/${id}`;

  afterAll(() => test.close());
  beforeAll(async () => {
    test = await coreAppForFile();
  });

  describe('one transaction', () => {
    const url = (setting = 'po') => `/partnerships/${PARTNERSHIP}/transactions/${setting}`;

    it('is sent as a file', async () => {
      const overrides = { interchangeUsageIndicator: 'T', acknowledgmentRequestedCode: '1' };
      const answer = await post(url(), { transaction: purchaseOrder('ONE'), interchangeOverrides: overrides });
      expect(answer.statusCode).toBe(200);
      expect(Object.keys(answer.json())).toEqual(['fileExecutionId']);
      const edi = await fileOf(answer.json().fileExecutionId);
      expect(edi).toContain('*1*T*>~GS*PO*');
      expect(edi).toContain('BEG*00*SA*ONE*');
      // ISA14 asks for a TA1, and says nothing of a 997 or 999.
      const sets = await rowsOf(test, 'transactions');
      expect(sets.map(({ acknowledgment }) => acknowledgment)).toEqual(['not-expected']);
    });

    it('is told what is wrong with it', async () => {
      const answer = await post(url(), { transaction: { heading: {} } });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors[0].path).toMatch(/^\/transaction\/heading/);
      expect(await status(url('nowhere'), { transaction: {} })).toBe(404);
      expect(await status('/partnerships/nowhere/transactions/po', { transaction: {} })).toBe(404);
      expect(await status(url(), {})).toBe(400);
    });

    it('is mapped first', async () => {
      const mapping = `{ "heading": { "beginning_segment_for_purchase_order_BEG": {
        "transaction_set_purpose_code_01": "00", "purchase_order_type_code_02": "SA",
        "purchase_order_number_03": order, "date_05": "2026-01-31" } },
        "detail": { "baseline_item_data_PO1_loop": [{ "baseline_item_data_PO1": { "quantity_ordered_02": count } }] } }`;
      const made = await test.queries((queries) =>
        createMapping(
          { queries, clock: test.clock, mode: 'live' },
          {
            name: 'order',
            type: 'only_mapped_keys',
            mapping,
            lookup_tables: [],
            source: undefined,
            target: undefined,
          },
        ),
      );
      const order = { order: 'MAPPED', count: 3 };
      const answer = await post(url(), { transaction: order, mappingId: made.id });
      expect(await fileOf(answer.json().fileExecutionId)).toContain('BEG*00*SA*MAPPED**20260131~PO1**3~');
      expect(await status(url(), { transaction: order, mappingId: 'NOWHERE' })).toBe(404);
    });
  });

  describe('a transaction group', () => {
    const stage = (id: string, payload: object, setting = 'po', headers = {}) =>
      post(`${group(id)}/transactions/${setting}`, payload, headers);

    it('is sent once, as one file', async () => {
      const id = newGroup();
      const first = await stage(id, { transaction: purchaseOrder('S1') });
      expect(first.statusCode).toBe(201);
      expect(first.json()).toMatchObject({ transactionGroupId: id, createdAt: '2026-01-15T12:00:00.000Z' });
      const groupOverrides = { localApplicationId: 'OTHERLOCAL' };
      await stage(id, { transaction: purchaseOrder('S2'), groupOverrides });
      await stage(id, { transaction: purchaseOrder('S3') });
      const answer = await post(`${group(id)}/generate-edi`, { filename: 'group.edi' });
      expect(answer.statusCode).toBe(200);
      expect(answer.json().artifactId).toBe('group.edi');
      const edi = await fileOf(answer.json().fileExecutionId);
      expect(edi.match(/GS\*PO\*\w+|SA\*S\d/g)).toEqual([
        'GS*PO*NORTHWH',
        'SA*S1',
        'SA*S3',
        'GS*PO*OTHERLOCAL',
        'SA*S2',
      ]);
      const { fileExecutionId } = answer.json();
      const again = [
        await post(`${group(id)}/generate-edi`, {}),
        await stage(id, { transaction: purchaseOrder('S4') }),
      ];
      expect(again.map((one) => [one.statusCode, one.json().message.includes(fileExecutionId)])).toEqual([
        [409, true],
        [409, true],
      ]);
    });

    it('has one functional group for a pair of application ids, in whichever order they are named', async () => {
      const id = newGroup();
      const ids = [
        { localApplicationId: 'OURS', partnerApplicationId: 'THEIRS' },
        { partnerApplicationId: 'THEIRS', localApplicationId: 'OURS' },
      ];
      for (const [place, groupOverrides] of ids.entries()) {
        await stage(id, { transaction: purchaseOrder(`S${place}`), groupOverrides });
      }
      const edi = await fileOf((await post(`${group(id)}/generate-edi`, {})).json().fileExecutionId);
      expect(edi.match(/GS\*PO\*\w+\*\w+|SA\*S\d/g)).toEqual(['GS*PO*OURS*THEIRS', 'SA*S0', 'SA*S1']);
    });

    it('can be ordered by control number', async () => {
      const id = newGroup();
      const numbered = (number: number) => {
        const order = purchaseOrder(`N${number}`);
        const st = { transaction_set_identifier_code_01: '850', transaction_set_control_number_02: number };
        return { ...order, heading: { transaction_set_header_ST: st, ...order.heading } };
      };
      for (const number of [3, 1, 2]) await stage(id, { transaction: numbered(number) });
      const answer = await post(`${group(id)}/generate-edi`, { transactionOrdering: 'CONTROL_NUMBER' });
      const edi = await fileOf(answer.json().fileExecutionId);
      expect(edi.match(/ST\*850\*\d+|SA\*N\d/g)).toEqual([1, 2, 3].flatMap((n) => [`ST*850*000${n}`, `SA*N${n}`]));
    });

    it('takes a transaction by an upload link, once', async () => {
      const id = newGroup();
      const staged = await stage(id, { async: true });
      const { uploadUrl } = staged.json();
      const put = (url: string, payload: string) =>
        test.app.inject({
          method: 'PUT',
          url: url.replace('http://127.0.0.1:8480', ''),
          payload,
          headers: { 'content-type': 'application/octet-stream' },
        });
      expect(await status(`${group(id)}/generate-edi`, {})).toBe(400);
      expect((await put(uploadUrl, '{')).statusCode).toBe(400);
      expect((await put(`${uploadUrl}x`, '{}')).statusCode).toBe(403);
      expect((await put(uploadUrl, JSON.stringify(purchaseOrder('UP')))).statusCode).toBe(200);
      expect((await put(uploadUrl, '{}')).statusCode).toBe(409);
      const answer = await post(`${group(id)}/generate-edi`, {});
      expect(await fileOf(answer.json().fileExecutionId)).toContain('SA*UP*');
      const late = (await stage(newGroup(), { async: true })).json().uploadUrl;
      test.clock.advance(5 * 60_000);
      expect((await put(late, '{}')).statusCode).toBe(403);
    });

    it('refuses what does not fit', async () => {
      const id = newGroup();
      const transaction = purchaseOrder('X');
      expect((await stage(id, {})).statusCode).toBe(400);
      expect((await stage(id, { transaction, async: true })).statusCode).toBe(400);
      expect((await stage(id, { async: true, mappingId: 'M' })).statusCode).toBe(400);
      expect((await stage(id, { transaction }, 'nowhere')).statusCode).toBe(404);
      expect((await stage(id, { transaction }, 'in')).statusCode).toBe(400);
      expect((await stage(id, { transaction })).statusCode).toBe(201);
      expect((await stage(id, { transaction }, 'po-base')).statusCode).toBe(400);
      expect(await status(`${group('nowhere')}/generate-edi`, {})).toBe(404);
      const other = await test.account('Other');
      const headers = { authorization: other.testKey };
      expect((await stage(id, { transaction }, 'po', headers)).statusCode).toBe(404);
      expect((await post(`${group(id)}/generate-edi`, {}, headers)).statusCode).toBe(404);
      const live = newGroup();
      await stage(live, { transaction }, 'po', { authorization: test.liveKey });
      expect(await status(`${group(live)}/generate-edi`, {})).toBe(404);
    });
  });

  it('take no more into a group than can be sent as one, and stay open for what is in them', async () => {
    const [id, parts] = [newGroup(), newGroup()];
    const stage = (payload: object) => post(`${group(id)}/transactions/po`, payload);
    const add = () => post(`/fragments/${parts}`, { guideId: FRAGMENT_GUIDE, fragment: purchaseOrder('X').detail });
    const { uploadUrl } = (await stage({ async: true })).json();
    expect((await stage({ transaction: purchaseOrder('S1') })).statusCode).toBe(201);
    expect((await add()).statusCode).toBe(201);
    const full = { characters: GROUP_CHARACTERS - 10 };
    await test.queries(async (queries) => {
      await queries.update('transaction_groups').set(full).where('id', '=', id).execute();
      await queries.update('fragment_groups').set(full).where('id', '=', parts).execute();
    });
    const upload = test.app.inject({
      method: 'PUT',
      url: uploadUrl.replace('http://127.0.0.1:8480', ''),
      payload: JSON.stringify(purchaseOrder('UP')),
    });
    for (const answer of [await stage({ async: true }), await stage({ transaction: {} }), await add(), await upload]) {
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'GROUP_TOO_LARGE']);
    }
    const staged = await test.queries((queries) =>
      queries.from('staged_transactions').select('transaction').where('group_id', '=', id).orderBy('place').execute(),
    );
    expect(staged.map(({ transaction }) => transaction === null)).toEqual([true, false]);
  });

  it('wait for room in memory, and give it back whatever becomes of them', async () => {
    const [id, parts] = [newGroup(), newGroup()];
    await post(`${group(id)}/transactions/po`, { transaction: purchaseOrder('S1') });
    const fragment = { [FRAGMENT_KEY]: purchaseOrder('X').detail[FRAGMENT_KEY] };
    await post(`/fragments/${parts}`, { guideId: FRAGMENT_GUIDE, fragment });
    const transaction = { ...purchaseOrder('PARTS'), detail: { [FRAGMENT_KEY]: [] } };
    const requests = [
      () => post(`${group(id)}/generate-edi`, {}),
      () => post(`/partnerships/${PARTNERSHIP}/transactions/in-parts`, { transaction: {}, fragmentGroupIds: [parts] }),
      () => post(`/partnerships/${PARTNERSHIP}/transactions/in-parts`, { transaction, fragmentGroupIds: [parts] }),
    ];
    const { groupMemory } = test.services;
    const all = () => groupMemory.take(test.accountId, Number.MAX_SAFE_INTEGER, new AbortController().signal);
    const statuses: number[] = [];
    for (const [sent, request] of requests.entries()) {
      const giveBack = await all();
      const asks = vi.spyOn(groupMemory, 'take');
      const answer = request().then(({ statusCode }) => statuses.push(statusCode));
      await vi.waitFor(() => expect(asks).toHaveBeenCalledOnce(), { timeout: 20_000 });
      asks.mockRestore();
      expect(statuses.length).toBe(sent);
      giveBack();
      await answer;
      // Whoever wants all of it gets it.
      (await all())();
    }
    expect(statuses).toEqual([200, 400, 200]);
  });

  describe('a fragment group', () => {
    const add = (id: string, payload: object, headers = {}) => post(`/fragments/${id}`, payload, headers);
    const lines = (from: number, count: number) => {
      const all = purchaseOrder('X', from + count).detail[FRAGMENT_KEY];
      return { [FRAGMENT_KEY]: all.slice(from) };
    };
    const send = (id: string, transaction: object, setting = 'in-parts') =>
      post(`/partnerships/${PARTNERSHIP}/transactions/${setting}`, { transaction, fragmentGroupIds: [id] });
    const wrapper = () => ({ ...purchaseOrder('PARTS', 3), detail: { [FRAGMENT_KEY]: [] } });

    it('is put into the transaction that sends it, once', async () => {
      const id = newGroup();
      const first = await add(id, { guideId: FRAGMENT_GUIDE, fragment: lines(0, 2) });
      expect(first.statusCode).toBe(201);
      expect(first.json()).toMatchObject({ fragmentGroupId: id, fragmentId: expect.any(String) });
      // Each spelling names the same guide.
      await add(id, { guideId: `LIVE_${FRAGMENT_GUIDE}`, fragment: lines(2, 1) });
      const full = { ...purchaseOrder('FULL'), heading: wrapper().heading };
      expect((await send(id, full)).statusCode).toBe(400);
      const answer = await send(id, wrapper());
      expect(answer.statusCode).toBe(200);
      const edi = await fileOf(answer.json().fileExecutionId);
      expect(edi.match(/PO1\*\d/g)).toEqual(['PO1*1', 'PO1*2', 'PO1*3']);
      const again = await send(id, wrapper());
      expect([again.statusCode, again.json().message.includes(answer.json().fileExecutionId)]).toEqual([409, true]);
      expect((await add(id, { guideId: FRAGMENT_GUIDE, fragment: lines(0, 1) })).statusCode).toBe(409);
    });

    it('refuses what does not fit', async () => {
      const id = newGroup();
      const fragment = lines(0, 1);
      expect((await add(id, { guideId: '850-004010', fragment })).json().code).toBe('INVALID_CONFIGURATION');
      expect((await add(id, { guideId: '01JZ00000000000000000000ZZ', fragment })).json().code).toBe(
        'FAILED_TO_FIND_GUIDE',
      );
      for (const wrong of [{}, [], { other: [{}] }, { [FRAGMENT_KEY]: [] }, { ...fragment, other: [] }]) {
        expect((await add(id, { guideId: FRAGMENT_GUIDE, fragment: wrong })).statusCode).toBe(400);
      }
      expect((await add(id, { guideId: FRAGMENT_GUIDE, fragment })).statusCode).toBe(201);
      expect((await send(id, wrapper(), 'po')).statusCode).toBe(400);
      expect((await send('nowhere', wrapper())).statusCode).toBe(404);
      const other = await test.account('Other');
      expect((await add(id, { guideId: FRAGMENT_GUIDE, fragment }, { authorization: other.testKey })).statusCode).toBe(
        400,
      );
      expect((await add(id, { guideId: FRAGMENT_GUIDE, fragment }, { authorization: test.liveKey })).statusCode).toBe(
        404,
      );
    });
  });

  it('keeps the answers of all five under an Idempotency-Key', async () => {
    const transaction = purchaseOrder('IDEM');
    const id = newGroup();
    const fragment = { [FRAGMENT_KEY]: purchaseOrder('X').detail[FRAGMENT_KEY] };
    const calls: readonly (readonly [string, object])[] = [
      [
        `/x12/partnerships/${PARTNERSHIP}/generate-edi`,
        { transactionGroups: [{ transactionSettingId: 'po', transactions: [transaction] }] },
      ],
      [`/partnerships/${PARTNERSHIP}/transactions/po`, { transaction }],
      [`${group(id)}/transactions/po`, { transaction }],
      [`${group(id)}/generate-edi`, {}],
      [`/fragments/${id}`, { guideId: FRAGMENT_GUIDE, fragment }],
    ];
    for (const [index, [path, payload]] of calls.entries()) {
      const headers = { 'idempotency-key': `five-${index}` };
      const first = await post(path, payload, headers);
      expect([path, first.statusCode < 300]).toEqual([path, true]);
      const again = await post(path, payload, headers);
      expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    }
  });
});
