import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { ShareRows } from '../../../src/gateway/limits/share-rows.js';

/** A client as `pg` has it, as far as it is used: it may be broken, and may say so late. */
class FakeClient extends EventEmitter {
  isBroken = false;
  ended = 0;

  async connect(): Promise<void> {}

  async query(): Promise<{ readonly rows: readonly unknown[] }> {
    if (this.isBroken) throw new Error('timeout');
    return { rows: [] };
  }

  async end(): Promise<void> {
    this.ended++;
  }
}

const NOTHING = () => ({ processId: 'p', now: 1, until: 2, asked: [], returned: [] });

/** And the clients that it has made. */
function sharesOver(): { readonly rows: ShareRows; readonly made: readonly FakeClient[] } {
  const made: FakeClient[] = [];
  const newClient = (): pg.Client => {
    const client = new FakeClient();
    made.push(client);
    // It has what is used of a client.
    return client as unknown as pg.Client;
  };
  return { rows: new ShareRows('postgres://nowhere', { newClient }), made };
}

it('keeps its connection when one of before, which was given up, breaks at last', async () => {
  const { rows, made } = sharesOver();
  await rows.exchange(NOTHING);
  const [old] = made;
  if (old !== undefined) old.isBroken = true;
  await expect(rows.exchange(NOTHING)).rejects.toThrow();
  await rows.exchange(NOTHING);
  // After its end, as when the network gives a connection up that hung.
  old?.emit('error', new Error('ECONNRESET'));
  old?.emit('end');
  await rows.exchange(NOTHING);
  expect(made).toHaveLength(2);
  expect(made[1]?.ended).toBe(0);
  await rows.close();
  expect(made[1]?.ended).toBe(1);
});

it('connects anew when the connection in use breaks between two exchanges', async () => {
  const { rows, made } = sharesOver();
  await rows.exchange(NOTHING);
  made[0]?.emit('error', new Error('ECONNRESET'));
  await rows.exchange(NOTHING);
  expect(made.map(({ ended }) => ended)).toEqual([1, 0]);
  await rows.close();
});
