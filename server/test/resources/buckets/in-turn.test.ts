import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { ObjectStore } from '../../../src/objects/object-store.js';
import { inTurn } from '../../../src/resources/buckets/in-turn.js';

// Only its identity counts here.
const objectStore = (): ObjectStore => ({}) as ObjectStore;

it('works on one name of one object store at a time, whatever becomes of the work before', async () => {
  const [one, other] = [objectStore(), objectStore()];
  const order: string[] = [];
  const gate = new AbortController();
  const first = inTurn(one, 'name', async () => {
    await once(gate.signal, 'abort');
    order.push('first');
    throw new Error('first failed');
  });
  const second = inTurn(one, 'name', async () => order.push('second'));
  await inTurn(one, 'another name', async () => order.push('another name'));
  await inTurn(other, 'name', async () => order.push('another store'));
  gate.abort();
  await expect(first).rejects.toThrow('first failed');
  await second;
  expect(order).toEqual(['another name', 'another store', 'first', 'second']);
});
