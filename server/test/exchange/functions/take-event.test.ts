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
  const waits = given('[]', 2);
  let isTaken = false;
  const second = takeEvent(machine, 'a', waits).then((taken) => {
    isTaken = true;
    return taken;
  });
  const other = await takeEvent(machine, 'b', given('null', 4));
  expect([other.bytes.toString(), isTaken, waits.body.readableDidRead]).toEqual(['null', false, false]);
  first.release();
  expect((await second).bytes.toString()).toBe('[]');
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
