import { expect, it } from 'vitest';
import { keepAnswer } from '../../../src/exchange/eligibility/keep-check.js';
import { StoreError } from '../../../src/store/store.js';

const closed = () => Promise.reject(new StoreError('closed', 'The store is closed.'));

it('what cannot be stored is told with the id, and nothing is said of the payer that is not known', async () => {
  // A check that was not sent, as its route was closed, comes here like any other.
  const kept = keepAnswer({ id: 'ec_1', commit: closed, isKept: async () => false });
  await expect(kept).rejects.toMatchObject({
    kind: 'unavailable',
    body: { id: 'ec_1' },
    message:
      'What came of the check ec_1 could not be stored. It may have been sent; its outcome is unknown, and it is not sent again by itself.',
  });
});

it('a commit whose end was not heard of is not made twice', async () => {
  let commits = 0;
  const commit = () => {
    commits++;
    return Promise.reject(new StoreError('unavailable', 'The connection was lost.'));
  };
  await keepAnswer({ id: 'ec_1', commit, isKept: async () => true });
  expect(commits).toBe(1);
});
