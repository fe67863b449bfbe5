const { summary } = require('./order.cjs');

test('an order is written, read and checked', async () => {
  expect(await summary()).toBe('PO-1001 true false');
});
