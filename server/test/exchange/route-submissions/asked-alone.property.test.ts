import fc from 'fast-check';
import { expect, it } from 'vitest';
import { none } from '../../../src/exchange/payer-routes/replies.js';
import { BATCHES, type BatchWorld, batchWorld, overInTime } from '../../support/batches.js';
import { FILE_ROUTE, insertFileRoute } from '../../support/file-payer.js';
import { PLAN } from '../../support/payer-plans.js';
import { aloneReply, filePayer, itemOf } from '../../support/planned-payer.js';

/** Of time, where nothing is to be done: hours are to go by. */
const STEP_MS = 2_000_000;

/** Results as polled, by the sender's ids, without what differs from one asking to another. */
async function resultsOf(world: BatchWorld, id: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const polled = await world.call('GET', `${BATCHES}/polling/batch-eligibility?batchId=${id}&pageSize=20`);
  const listed = await world.call('GET', `${BATCHES}/batch/${id}/items`);
  const states: readonly {
    readonly index: number;
    readonly state: string;
    readonly additionalInfo: { readonly eligibility: { readonly eligibilityCheckResult: string } };
  }[] = listed.json().items;
  const results: readonly { readonly submitterTransactionIdentifier: string }[] = polled.json().items;
  const byId = new Map(results.map((result) => [result.submitterTransactionIdentifier, result]));
  expect([results.length, byId.size]).toEqual([states.length, states.length]);
  return Object.fromEntries(
    states.map(({ index, state, additionalInfo }) => [
      `own-${index}`,
      [state, additionalInfo.eligibility.eligibilityCheckResult, plain(byId.get(`own-${index}`) ?? {})],
    ]),
  );
}

function plain(result: object): unknown {
  const {
    batchId: _,
    batchName: __,
    id: ___,
    ...rest
  } = result as { batchId?: string; batchName?: string; id?: string };
  const text = JSON.stringify(rest)
    .replace(/[0-7][0-9A-HJKMNP-TV-Z]{25}/g, 'ULID')
    .replace(/(ISA\*.{70})\*\d{6}\*\d{4}(.{9})\d{9}/g, '$1$2')
    .replace(/ST\*(\d+)\*\d+/g, 'ST*$1')
    .replace(/SE\*(\d+)\*\d+/g, 'SE')
    .replace(/(IEA\*\d+)\*\d+/g, '$1')
    .replace(/AK1\*HS\*\d+/g, 'AK1*HS')
    .replace(/AK2\*270\*\d+/g, 'AK2*270')
    .replace(/TA1\*\d+/g, 'TA1')
    .replace(/("[A-Za-z]*[cC]ontrolNumber":)"?\d+"?/g, '$10');
  return JSON.parse(text);
}

it('each check of a file comes to what it comes to alone with its own answers, whatever the payer sends beside and in what order', {
  timeout: 600_000,
}, async () => {
  const alone = await batchWorld();
  const together = await batchWorld({ route: FILE_ROUTE });
  await insertFileRoute(together.services.store, {});
  await fc.assert(
    fc.asyncProperty(PLAN, async (plan) => {
      together.files = filePayer(plan);
      together.payer = () => none('timed-out', true);
      alone.payer = ({ x12, onSending }) => {
        onSending();
        return aloneReply(plan, x12);
      };
      const given = { items: plan.checks.map(itemOf), maxRetryHours: 8 };
      const [one, other] = [await together.submit(given), await alone.submit(given)];
      const batches = [await overInTime(together, one, STEP_MS), await overInTime(alone, other, STEP_MS)];
      const got = await resultsOf(together, one);
      expect(got).toEqual(await resultsOf(alone, other));
      expect(JSON.stringify(got)).not.toContain('STRANGER');
      const answered = Object.values(got).filter(([state]) => state === 'COMPLETED').length;
      const counts = { totalCount: plan.checks.length, successCount: answered };
      for (const batch of batches) expect(batch).toMatchObject({ ...counts, errorCount: counts.totalCount - answered });
    }),
    { numRuns: Number(process.env.EDILOOM_RUNS ?? 5), endOnFailure: true },
  );
});
