import { beforeEach, describe, expect, it } from 'vitest';
import { sharedSyncs } from '../../../src/transports/virtual-files/sync-folder.js';

/** Syncs begun, each ended by the test. */
const begun: { readonly folder: string; end(error?: Error): void }[] = [];
const syncFolder = sharedSyncs(
  (folder) =>
    new Promise((resolve, reject) => {
      begun.push({ folder, end: (error) => (error === undefined ? resolve() : reject(error)) });
    }),
);

beforeEach(() => {
  begun.length = 0;
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the syncs of a folder', () => {
  it('serve together all who come while one runs, and nobody before a sync that began after they came', async () => {
    const done: number[] = [];
    const first = syncFolder('/a').then(() => done.push(0));
    await turn();
    const others = Array.from({ length: 100 }, (_, i) => syncFolder('/a').then(() => done.push(i + 1)));
    await turn();
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    await first;
    await turn();
    expect(done).toEqual([0]);
    expect(begun).toHaveLength(2);
    const late = syncFolder('/a');
    begun[1]?.end();
    await Promise.all(others);
    expect(done).toHaveLength(101);
    await turn();
    expect(begun).toHaveLength(3);
    begun[2]?.end();
    await late;
    const alone = syncFolder('/a');
    await turn();
    expect(begun).toHaveLength(4);
    begun[3]?.end();
    await alone;
  });

  it('wait for none of another folder, and for none that failed', async () => {
    const failing = expect(syncFolder('/a')).rejects.toThrow('disk');
    await turn();
    const next = syncFolder('/a');
    const other = syncFolder('/b');
    await turn();
    expect(begun.map(({ folder }) => folder)).toEqual(['/a', '/b']);
    begun[1]?.end();
    await other;
    begun[0]?.end(new Error('disk'));
    await failing;
    await turn();
    begun[2]?.end();
    await next;
  });
});
