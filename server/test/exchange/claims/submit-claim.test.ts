import { expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../../src/caller.js';
import type { CommitClaim } from '../../../src/exchange/claims/accept-claim.js';
import type { ClaimInput } from '../../../src/exchange/claims/claim.js';
import { submitClaim } from '../../../src/exchange/claims/submit-claim.js';
import type { Run, Services } from '../../../src/exchange/services.js';
import { Problem } from '../../../src/problems.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { sharedWorks } from '../../../src/store/shared-work.js';
import { addAccount } from '../../support/accounts.js';
import { CLAIM_ROUTE, CLAIMS, TAKES_CLAIMS } from '../../support/claims.js';
import { fakeExchange, insertPayers } from '../../support/eligibility.js';
import { testServices } from '../../support/test-services.js';

const CALLER: Caller = { accountId: 'account-1', keyId: 'k', mode: 'live' };
const PRODUCTION: ClaimInput = {
  ...{ type: 'professional', source: 'json', placeFor: (other) => other },
  request: { ...CLAIMS.professional.request, usageIndicator: 'P' },
};

async function opened() {
  const { services, clock, close } = await testServices({
    parts: ({ store, clock }) => ({
      controlNumbers: createControlNumberTable({ store, clock }),
      payerExchange: fakeExchange([CLAIM_ROUTE], () => ({ kind: 'none', failure: 'refused', wasSent: false })),
    }),
  });
  onTestFinished(close);
  clock.advance(Date.parse('2026-06-01T12:00:00Z') - clock.now());
  await addAccount(services.store, CALLER.accountId);
  await insertPayers(services.store, [{ id: 'LAKES', primary: '99901', takes: TAKES_CLAIMS }]);
  return { services, run: { services, caller: CALLER } };
}

const commitAll =
  ({ services, caller }: Run): CommitClaim =>
  (_, writes) =>
    services.store.write(async (tx) => {
      const queries = new AccountQueries(tx, caller.accountId);
      for (const work of sharedWorks([writes])) await work(queries);
    });

const rows = ({ store }: Services) => store.read((db) => db.selectFrom('claims').selectAll().execute());

it('a claim is taken in without anything of HTTP, by the commit of whoever answers it', async () => {
  const { services, run } = await opened();
  let committed = 0;
  const { id, answer } = await submitClaim(run, PRODUCTION, async (outcome, writes) => {
    // Nothing of it is there before.
    expect(await rows(services)).toEqual([]);
    committed++;
    await commitAll(run)(outcome, writes);
  });
  expect(committed).toBe(1);
  expect(await rows(services)).toMatchObject([{ id, state: 'QUEUED', route_id: CLAIM_ROUTE.routeId }]);
  expect(answer.status).toBe('SUCCESS');
});

it('a claim that means to be a test, in whatever way, never goes to its payer', async () => {
  const { services, run } = await opened();
  const said = (usageIndicator: string) =>
    submitClaim(run, { ...PRODUCTION, request: { ...CLAIMS.professional.request, usageIndicator } }, commitAll(run));
  await expect(said('TEST')).rejects.toThrow('/usageIndicator: The value is not one of the codes');
  for (const usage of ['t', ' T ', 'I']) await said(usage);
  expect(await rows(services)).toMatchObject(Array(3).fill({ mode: 'test', route_id: null }));
});

it('what could not be committed is not there, and was not answered', async () => {
  const { services, run } = await opened();
  const failing = submitClaim(run, PRODUCTION, async () => {
    throw new Error('the store is gone');
  });
  await expect(failing).rejects.toThrow('the store is gone');
  expect(await rows(services)).toEqual([]);
  const documents = await services.store.read((db) => db.selectFrom('artifacts').selectAll().execute());
  expect(documents).toEqual([]);
});

it('each claim has a BHT03 and an interchange of its own, whoever sends it and however often', async () => {
  const { services, run } = await opened();
  const other = { ...run, caller: { ...CALLER, accountId: 'account-2' } };
  await addAccount(services.store, 'account-2');
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, at) => {
      const one = at % 2 === 0 ? run : other;
      return submitClaim(one, PRODUCTION, commitAll(one));
    }),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(20);
  expect(new Set((await rows(services)).map(({ trace_id }) => trace_id)).size).toBe(20);
  expect(new Set(made.map(({ answer }) => answer.controlNumber)).size).toBe(20);
});

it('a claim that breaks rules costs no number and asks for no commit', async () => {
  const { services, run } = await opened();
  const information = CLAIMS.professional.request.claimInformation as object;
  const request = { ...CLAIMS.professional.request, claimInformation: { ...information, claimChargeAmount: '1.00' } };
  const refused = submitClaim(run, { ...PRODUCTION, source: 'json', request }, () => Promise.reject(new Error('no')));
  await expect(refused).rejects.toBeInstanceOf(Problem);
  const numbers = await services.store.read((db) => db.selectFrom('control_numbers').selectAll().execute());
  expect(numbers).toEqual([]);
});
