import { journalContract } from 'ediloom/testing';
import { describe, expect, it } from 'vitest';
import { sqlJournal } from '../../src/journal/sql-journal.js';
import { openTestStore } from '../support/open-test-store.js';

describe('the journal in the store', () => {
  const storage = async () => {
    const store = await openTestStore();
    return { open: () => sqlJournal({ store, accountId: 'a' }) };
  };
  for (const check of journalContract(storage, { durable: true })) it(check.name, check.run);

  it('keeps accounts apart', async () => {
    const store = await openTestStore();
    const entry = { kind: 'delivery', id: 'x', state: 's', facts: { n: 1 }, at: '2026-01-01T00:00:00Z' } as const;
    const [one, other] = ['a', 'b'].map((accountId) => sqlJournal({ store, accountId }));
    await one?.write(entry);
    expect(await other?.read('delivery', 'x')).toBeUndefined();
    await other?.remove('delivery', 'x');
    expect(await one?.read('delivery', 'x')).toEqual(entry);
  });

  it('lists more than a page', async () => {
    const store = await openTestStore();
    const journal = sqlJournal({ store, accountId: 'a' });
    const write = (n: number) => journal.write({ kind: 'pickup', id: `${n}`, state: 's', facts: {}, at: '' });
    // Not all at once: who waits long for a connection of the pool is told that there is none.
    for (let first = 0; first < 1_200; first += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, n) => write(first + n)));
    }
    const seen = new Set<string>();
    for await (const { id } of journal.list('pickup')) seen.add(id);
    expect(seen.size).toBe(1_200);
  });
});
