import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { ByteBudget } from '../../../src/exchange/delivery/byte-budget.js';
import { MOST_PAYLOAD, takeEvent } from '../../../src/exchange/functions/take-event.js';

const given = (text: string, told?: number) => ({
  ...{ body: Readable.from([Buffer.from(text)]), told, signal: new AbortController().signal },
});

it('events wait for memory, by account, before any of them is read', async () => {
  const machine = { memory: new ByteBudget(2 * MOST_PAYLOAD) };
  const first = await takeEvent(machine, 'a', given('{}'));
  expect(first.bytes.toString()).toBe('{}');
  const waits = given('[]', MOST_PAYLOAD);
  let isTaken = false;
  const second = takeEvent(machine, 'a', waits).then((taken) => {
    isTaken = true;
    return taken;
  });
  const other = await takeEvent(machine, 'b', given('null', MOST_PAYLOAD));
  expect([other.bytes.toString(), isTaken, waits.body.readableDidRead]).toEqual(['null', false, false]);
  first.release();
  expect((await second).bytes.toString()).toBe('[]');
});

it('a small one waits for nothing, however much is under way', async () => {
  const machine = { memory: new ByteBudget(2 * MOST_PAYLOAD) };
  for (const account of ['a', 'b']) await takeEvent(machine, account, given('{}'));
  for (const account of ['a', 'c']) expect((await takeEvent(machine, account, given('[]', 2))).bytes).toHaveLength(2);
});

it('memory of an event that breaks off is given back', async () => {
  const machine = { memory: new ByteBudget(2 * MOST_PAYLOAD) };
  const broken = new Readable({
    read() {
      this.destroy(new Error('Broken off.'));
    },
  });
  const { signal } = new AbortController();
  await expect(takeEvent(machine, 'a', { body: broken, told: undefined, signal })).rejects.toThrow('Broken off.');
  await takeEvent(machine, 'a', given('{}'));
});
