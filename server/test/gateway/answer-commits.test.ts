import { describe, expect, it } from 'vitest';
import { AnswerCommits } from '../../src/gateway/answer-commits.js';
import { ApiError } from '../../src/gateway/api-error.js';
import { insertRows } from '../../src/store/insert-rows.js';
import { shareWork } from '../../src/store/shared-work.js';
import { type Store, StoreError } from '../../src/store/store.js';
import { openTestStore } from '../support/open-test-store.js';

/** Rows of events, as short a table as any; the calls of the work. */
function noting() {
  const calls: string[][] = [];
  const work = async (queries: Parameters<Parameters<typeof shareWork<string>>[0]>[0], ids: readonly string[]) => {
    calls.push([...ids]);
    const rest = { type: 't', mode: 'test', resource_kind: 'k', resource_id: 'r', detail: '{}', created_at: 1 };
    await insertRows(
      queries,
      'events',
      ids.map((id) => ({ id, ...rest }) as never),
    );
  };
  return { calls, works: (id: string) => [shareWork(work, id)] };
}

async function idsOf(store: Store): Promise<readonly string[]> {
  const rows = await store.read((db) => db.selectFrom('events').select(['account_id', 'id']).orderBy('id').execute());
  return rows.map(({ account_id, id }) => `${account_id} ${id}`);
}

const rendered = { status: 200, headers: {}, body: Buffer.from('{}') } as never;

describe('answers that are known before', () => {
  it('are committed by the same statements, as many as wait, and each account by itself', async () => {
    const store = await openTestStore();
    const commits = new AnswerCommits(store);
    const { calls, works } = noting();
    const commit = (account: string, id: string) =>
      commits.commit(account, { rendered, lease: undefined, works: works(id) });
    const all = Array.from({ length: 60 }, (_, i) => commit('a', `a${String(i).padStart(2, '0')}`));
    await Promise.all([...all, commit('b', 'b')]);
    expect(await idsOf(store)).toHaveLength(61);
    expect(calls.find(([id]) => id === 'b')).toEqual(['b']);
    const ofA = calls.filter(([id]) => id?.startsWith('a'));
    expect(ofA.map(({ length }) => length)).toEqual([50, 10]);
    expect(ofA.flat()).toEqual([...ofA.flat()].sort());
  });

  it('are committed one by one where one of them cannot be: a lost lease, a row that is there already', async () => {
    const store = await openTestStore();
    const commits = new AnswerCommits(store);
    const { works } = noting();
    const completed: string[] = [];
    const lease = (id: string, lost = false) => ({
      complete: async () => {
        if (lost) throw new ApiError(409, 'TAKEN_OVER', 'Another request has taken over.');
        completed.push(id);
      },
      release: async () => {},
      end: () => {},
    });
    const commit = (id: string, lost = false) =>
      commits.commit('a', { rendered, lease: lease(id, lost), works: works(id) });
    await commit('there');
    const outcomes = await Promise.allSettled([commit('1'), commit('2', true), commit('there'), commit('3')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { status: 409 } });
    expect(await idsOf(store)).toEqual(['a 1', 'a 3', 'a there']);
    expect(completed).toEqual(expect.arrayContaining(['there', '1', '3']));
  });

  it('are not written again where the database is gone: they may be there', async () => {
    let writes = 0;
    const gone = {
      dialect: 'postgres',
      write: async (work: (tx: never) => Promise<unknown>) => {
        writes++;
        await work(undefined as never);
        throw new StoreError('unavailable', 'The database cannot be reached.');
      },
    } as unknown as Store;
    const commits = new AnswerCommits(gone);
    const works = [shareWork(async () => {}, 1)];
    const all = [1, 2, 3].map(() => commits.commit('a', { rendered, lease: undefined, works }));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(writes).toBe(2);
  });
});
