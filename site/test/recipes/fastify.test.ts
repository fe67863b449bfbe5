import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { orders } from '../../recipes/fastify/orders.js';
import { fixture } from './files.js';

const app = fastify();
app.register(orders);
afterAll(() => app.close());

const order = {
  heading: {
    beginning_segment_for_purchase_order_BEG: {
      transaction_set_purpose_code_01: '00',
      purchase_order_type_code_02: 'SA',
      purchase_order_number_03: 'PO-1001',
      date_05: '2026-01-31',
    },
  },
  detail: {
    baseline_item_data_PO1_loop: [
      { baseline_item_data_PO1: { quantity_ordered_02: 12, unit_or_basis_for_measurement_code_03: 'EA' } },
    ],
  },
};

it('makes an 850 of an order', async () => {
  const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/orders', payload: order });
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/edi-x12']);
  expect(body).toContain('~BEG*00*SA*PO-1001**20260131~PO1**12*EA~');
});

it('says what is wrong with an order, and where', async () => {
  const spoilt = {
    ...order,
    heading: { beginning_segment_for_purchase_order_BEG: { purchase_order_number_03: 'PO-1001' } },
  };
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/orders', payload: spoilt });
  expect(statusCode).toBe(422);
  const { problems } = JSON.parse(body);
  const inBeg = (key: string): readonly string[] => ['heading', 'beginning_segment_for_purchase_order_BEG', key];
  expect(problems).toHaveLength(3);
  expect(problems).toContainEqual({
    path: inBeg('date_05'),
    message: expect.stringMatching(/^Date \(BEG05\) is missing.* such as 2026-01-31\.$/),
  });
});

const inbound = (payload: string) =>
  app.inject({ method: 'POST', url: '/inbound', payload, headers: { 'content-type': 'application/edi-x12' } });

it('judges X12 that is posted', async () => {
  expect((await inbound(fixture('purchase-order-850'))).json()).toEqual({ valid: true, problems: [] });
  const spoilt = await inbound(fixture('purchase-order-850').replace('PO1*1*12*', 'PO1*1*a dozen*'));
  expect(spoilt.json()).toMatchObject({
    valid: false,
    problems: [{ code: 'IK403 6', text: expect.stringMatching(/^Quantity Ordered \(PO102\)/) }],
  });
});

it('refuses what is none', async () => {
  const { statusCode, body } = await inbound('hello');
  expect([statusCode, body]).toEqual([400, expect.stringContaining('X12_NOT_AN_INTERCHANGE')]);
});
