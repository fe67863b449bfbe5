import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { makePartnership, P, partnersApp } from '../../support/partners-app.js';
import type { TestApp } from '../../support/test-app.js';

let test: TestApp;
let outbound: string;
let inbound: string;
let connectionId: string;

beforeAll(async () => {
  test = await partnersApp();
  const id = await makePartnership(test, 'a');
  outbound = `${P}/x12/partnerships/${id}/outbound-transactions`;
  inbound = `${P}/x12/partnerships/${id}/inbound-transactions`;
  await test.queries((queries) => createBucket(queries, test.clock, { name: 'files' }));
  const payload = { name: 'drop', bucketName: 'files', inboundSubdirectory: 'in' };
  connectionId = (await test.call('POST', `${P}/x12/partnerships/${id}/connections/buckets`, { payload })).json()
    .connectionId;
});
afterAll(() => test.close());

const order = { release: '004010', transactionSetIdentifier: '850' };

describe('outbound settings', () => {
  it('are created under an id of the caller, read, replaced and deleted', async () => {
    const payload = {
      ...order,
      outboundX12TransactionSettingsId: 'po-850',
      guideId: '850-004010',
      localApplicationId: 'US',
      partnerApplicationId: 'THEM',
      connection: { connectionType: 'bucket', connectionId, subdirectory: 'orders' },
      filename: '"PO_" & $millis() & ".edi"',
    };
    const made = await test.call('POST', outbound, { payload });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject(payload);
    expect((await test.call('GET', `${outbound}/po-850`)).json()).toEqual(made.json());
    const replaced = await test.call('PUT', `${outbound}/po-850`, { payload: order });
    expect(replaced.json()).toEqual({
      ...order,
      outboundX12TransactionSettingsId: 'po-850',
      createdAt: made.json().createdAt,
      updatedAt: replaced.json().updatedAt,
    });
    expect((await test.call('DELETE', `${outbound}/po-850`)).statusCode).toBe(204);
    expect((await test.call('GET', `${outbound}/po-850`)).statusCode).toBe(404);
  });

  it('get an id where none is given', async () => {
    const made = await test.call('POST', outbound, { payload: order });
    expect(made.json().outboundX12TransactionSettingsId).toMatch(/^[0-9A-Z]{26}$/);
  });

  it('take a filename in the connection, and show it beside', async () => {
    const payload = { ...order, connection: { connectionId, filename: '"a.edi"' } };
    const made = (await test.call('POST', outbound, { payload })).json();
    expect(made).toMatchObject({ filename: '"a.edi"', connection: { connectionType: 'bucket', connectionId } });
    const both = await test.call('POST', outbound, { payload: { ...payload, filename: '"b.edi"' } });
    expect(both.statusCode).toBe(400);
  });

  it('have an id once', async () => {
    const payload = { ...order, outboundX12TransactionSettingsId: 'twice' };
    expect((await test.call('POST', outbound, { payload })).statusCode).toBe(201);
    expect((await test.call('POST', outbound, { payload })).statusCode).toBe(409);
  });

  it.each([
    ['a guide of another set', { guideId: '855-004010' }, '/guideId'],
    ['a guide of another release', { release: '005010X222A1', guideId: '850-004010' }, '/guideId'],
    ['a guide that is not there', { guideId: 'LIVE_01J00000000000000000000000' }, '/guideId'],
    ['a draft', { guideId: 'DRFT_01J00000000000000000000000' }, '/guideId'],
    ['a connection that is not there', { connection: { connectionId: '0'.repeat(26) } }, '/connection/connectionId'],
    ['a filename that is no expression', { filename: '"open & (' }, '/filename'],
    ['a filename that Windows cannot store', { filename: 'orders*.edi' }, '/filename'],
    ['a release of letters', { release: 'V4010' }, '/release'],
  ])('refuse %s', async (_, wrong, path) => {
    const answer = await test.call('POST', outbound, { payload: { ...order, ...wrong } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].path).toBe(path);
  });

  it.each([
    ['another type', { connectionType: 'as2' }],
    ['a way out', { subdirectory: '../other' }],
    ['a hidden directory', { subdirectory: 'a/.partial' }],
    ['the name of a device', { subdirectory: 'CON' }],
    ['a directory where files of the partner come in', { subdirectory: 'in/deep' }],
  ])('refuse a connection with %s', async (_, wrong) => {
    const answer = await test.call('POST', outbound, { payload: { ...order, connection: { connectionId, ...wrong } } });
    expect(answer.statusCode).toBe(400);
  });

  it('take versions that stand for the one of a guide, and guides of a set by its letter', async () => {
    const claim = { release: '005010X222', transactionSetIdentifier: '837P', guideId: '837P-005010X222A1' };
    expect((await test.call('POST', outbound, { payload: claim })).statusCode).toBe(201);
    const institutional = { ...claim, guideId: '837I-005010X223A2' };
    expect((await test.call('POST', outbound, { payload: institutional })).statusCode).toBe(400);
    const retail = { release: '004010VICS', transactionSetIdentifier: '850', guideId: '850-004010' };
    expect((await test.call('POST', outbound, { payload: retail })).statusCode).toBe(201);
  });

  it('stay while staged transactions wait for them', async () => {
    const payload = { ...order, outboundX12TransactionSettingsId: 'staged' };
    await test.call('POST', outbound, { payload });
    await test.queries((queries) =>
      queries
        .insert('transaction_groups', {
          partnership_id: 'a-us_a-them',
          id: 'g1',
          setting_id: 'staged',
          key_mode: 'live',
          version: 1,
          characters: 0,
          created_at: 0,
        })
        .execute(),
    );
    const answer = await test.call('DELETE', `${outbound}/staged`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().errors[0].message).toContain('g1');
  });

  it('hold their connection', async () => {
    const url = `${P}/x12/partnerships/a-us_a-them/connections/buckets/${connectionId}`;
    const answer = await test.call('DELETE', url);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().errors[0].message).toContain('sends over it');
  });
});

describe('the audit', () => {
  it.each([
    ['caller-id', () => outbound, { ...order, outboundX12TransactionSettingsId: 'audited' }],
    ['server-id', () => outbound, order],
    ['inbound', () => inbound, { ...order, transactionSetIdentifier: '860' }],
  ])('names a new setting by its own id: %s', async (requestId, path, payload) => {
    const headers = { 'x-request-id': requestId };
    const made = (await test.call('POST', path(), { payload, headers })).json();
    const row = await test.queries((queries) =>
      queries.from('audit').selectAll().where('request_id', '=', requestId).executeTakeFirstOrThrow(),
    );
    const id = made.outboundX12TransactionSettingsId ?? made.inboundX12TransactionSettingsId;
    expect(row).toMatchObject({ action: 'create', object_id: id });
  });
});

describe('inbound settings', () => {
  it('are created under an id of the server, read, replaced and deleted', async () => {
    const payload = { release: '004010', transactionSetIdentifier: '855', guideId: '855-004010' };
    const made = await test.call('POST', inbound, { payload });
    expect(made.statusCode).toBe(201);
    const id = made.json().inboundX12TransactionSettingsId;
    expect((await test.call('GET', `${inbound}/${id}`)).json()).toEqual(made.json());
    const again = await test.call('POST', inbound, { payload });
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toContain(id);
    const replaced = await test.call('PUT', `${inbound}/${id}`, {
      payload: { ...payload, inboundX12TransactionSettingsId: id },
    });
    expect(replaced.statusCode).toBe(200);
    expect((await test.call('DELETE', `${inbound}/${id}`)).statusCode).toBe(204);
    expect((await test.call('DELETE', `${inbound}/${id}`)).statusCode).toBe(404);
  });

  it('are told apart by application ids; two for the same groups are refused where they are written, and both are named', async () => {
    const shipment = { release: '004010', transactionSetIdentifier: '856' };
    const make = (payload: object) => test.call('POST', inbound, { payload: { ...shipment, ...payload } });
    const any = await make({});
    const shop = await make({ partnerApplicationId: 'SHOP' });
    const west = await make({ partnerApplicationId: 'SHOP', localApplicationId: 'WEST' });
    expect([any, shop, west].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(west.json()).toMatchObject({ partnerApplicationId: 'SHOP', localApplicationId: 'WEST' });
    const again = await make({ localApplicationId: 'EAST' });
    expect(again.statusCode).toBe(409);
    const id = shop.json().inboundX12TransactionSettingsId;
    expect(again.json().message).toContain(`856 004010, GS03 EAST and inbound setting ${id} (856 004010, GS02 SHOP)`);
    // A letter behind the set tells guides apart, and what comes in has none.
    expect((await make({ transactionSetIdentifier: '856P' })).statusCode).toBe(409);
    const taken = await test.call('PUT', `${inbound}/${id}`, { payload: shipment });
    expect(taken.statusCode).toBe(409);
    expect(taken.json().message).toContain(any.json().inboundX12TransactionSettingsId);
    const free = await test.call('PUT', `${inbound}/${id}`, { payload: { ...shipment, partnerApplicationId: 'MILL' } });
    expect(free.statusCode).toBe(200);
    const blank = await make({ partnerApplicationId: 'S' });
    expect([blank.statusCode, blank.json().errors[0].path]).toEqual([400, '/partnerApplicationId']);
  });

  it('take fragments only with a guide that has a place for them', async () => {
    const payload = { ...order, fragmentConfig: { enabled: true, batchSizeKb: 100 } };
    const answer = await test.call('POST', inbound, { payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].path).toBe('/fragmentConfig/enabled');
  });

  it('are not found as outbound ones', async () => {
    const id = (await test.call('POST', inbound, { payload: order })).json().inboundX12TransactionSettingsId;
    expect((await test.call('GET', `${outbound}/${id}`)).statusCode).toBe(404);
    expect((await test.call('DELETE', `${outbound}/${id}`)).statusCode).toBe(404);
  });
});
