import type { GuideSchema } from 'ediloom';
import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { orders } from '../../recipes/standard-schema/fastify.js';
import { orderSchema, x12Of } from '../../recipes/standard-schema/schema.js';
import { demoData } from './files.js';

const order = demoData('850-purchase-order');
const spoilt = structuredClone(order) as unknown as {
  heading: { beginning_segment_for_purchase_order_BEG: Record<string, unknown> };
  detail: { baseline_item_data_PO1_loop: { baseline_item_data_PO1: Record<string, unknown> }[] };
}; // the parts that are spoilt here
spoilt.heading.beginning_segment_for_purchase_order_BEG.date_05 = '01/31/2026';
const [line] = spoilt.detail.baseline_item_data_PO1_loop;
if (line !== undefined) line.baseline_item_data_PO1.quantity_ordered_02 = 'CANARY';

describe('fastify', () => {
  const app = fastify();
  app.register(orders);
  afterAll(() => app.close());
  const post = (payload: object) => app.inject({ method: 'POST', url: '/orders', payload });

  it('hands on what the guide allows', async () => {
    const { statusCode, body } = await post(order);
    expect([statusCode, body]).toEqual([200, expect.stringContaining('~ST*850*0001~BEG*00*SA*')]);
  });

  it('answers what it refuses with each issue, and no value', async () => {
    const { statusCode, body } = await post(spoilt);
    expect(statusCode).toBe(422);
    const { issues } = JSON.parse(body);
    expect(issues.map(({ path }: { path: unknown[] }) => path.join('.'))).toEqual([
      'heading.beginning_segment_for_purchase_order_BEG.date_05',
      'detail.baseline_item_data_PO1_loop.0.baseline_item_data_PO1.quantity_ordered_02',
    ]);
    expect(issues[0].message).toMatch(/^Date \(BEG05\) .*2026-01-31/);
    expect(body).not.toContain('CANARY');
  });

  it('leaves other errors as they are', async () => {
    const { statusCode } = await app.inject({
      ...{ method: 'POST', url: '/orders', payload: '{' },
      headers: { 'content-type': 'application/json' },
    });
    expect(statusCode).toBe(400);
  });
});

// Neither is installed here. Both take any Standard Schema, and this is how they call it.

/** As the validator of `@hono/standard-validator` does. */
async function asHono(schema: GuideSchema, value: unknown) {
  const result = await schema['~standard'].validate(value);
  return result.issues ? { success: false, error: result.issues } : { success: true, data: result.value };
}

/** As the resolver of `@hookform/resolvers/standard-schema` does: each issue at the input of its path, joined by dots. */
async function asHookForm(schema: GuideSchema, values: unknown) {
  let result = schema['~standard'].validate(values);
  if (result instanceof Promise) result = await result;
  if (!result.issues) return { values: result.value, errors: new Map<string, string>() };
  const errors = new Map<string, string>();
  for (const { path, message } of result.issues) {
    const name = path.map((part) => (typeof part === 'object' ? Reflect.get(part, 'key') : part)).join('.');
    if (!errors.has(name)) errors.set(name, message);
  }
  return { values: {}, errors };
}

describe('what takes a Standard Schema', () => {
  it('knows it by version and vendor', () => {
    const { version, vendor, validate } = orderSchema['~standard'];
    expect([version, vendor, typeof validate]).toEqual([1, 'ediloom', 'function']);
  });

  it('hono: is given the data, or the issues', async () => {
    const good = await asHono(orderSchema, order);
    expect(good).toEqual({ success: true, data: order });
    expect(x12Of(order as never).length).toBeGreaterThan(100); // checked on the line before
    const { success, error = [] } = await asHono(orderSchema, spoilt);
    expect([success, error.length]).toEqual([false, 2]);
    expect(await asHono(orderSchema, null)).toMatchObject({ success: false });
  });

  it('react-hook-form: finds each issue under the name of its input', async () => {
    expect((await asHookForm(orderSchema, order)).errors.size).toBe(0);
    const { errors } = await asHookForm(orderSchema, spoilt);
    expect(errors.get('heading.beginning_segment_for_purchase_order_BEG.date_05')).toContain('2026-01-31');
    expect(errors.get('detail.baseline_item_data_PO1_loop.0.baseline_item_data_PO1.quantity_ordered_02')).toContain(
      'Quantity Ordered',
    );
  });
});
