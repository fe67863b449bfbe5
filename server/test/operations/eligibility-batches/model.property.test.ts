import fc from 'fast-check';
import { expect, it } from 'vitest';
import { none } from '../../../src/exchange/payer-routes/replies.js';
import { answers, BATCHES, type BatchWorld, batchWorld, isIdle, item, overInTime } from '../../support/batches.js';
import { PATIENT } from '../../support/eligibility.js';
import { until } from '../../support/test-jobs.js';

/*
 * Random work with batches beside a model of what is known from outside: which checks were handed in, and what their payer does with each.
 */

/** What the payer does with a check, by its member id: it answers, from its third time on, or never. */
const FATES = ['ANSWERS', 'LATELY', 'NEVER'] as const;
type Fate = (typeof FATES)[number];

type Step =
  | { readonly kind: 'submit'; readonly fates: readonly Fate[] }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'poll'; readonly pageSize: number };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('submit' as const),
    fates: fc.array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 7 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(0, 1_000, 89_000, 200_000, 4_000_000) }),
  fc.record({ kind: fc.constant('poll' as const), pageSize: fc.constantFrom(1, 2, 20) }),
);

const ORDER = ['IN_PROGRESS', 'COMPLETED', 'COMPLETED_WITH_ERRORS'];
const STATES = ['VALIDATED', 'STARTED', 'RETRYING', 'COMPLETED', 'COMPLETED_WITH_ERRORS'] as const;

interface Model {
  /** By batch. */
  readonly batches: Map<string, { readonly fates: readonly Fate[]; status: string; over: number }>;
  /** Sender's own ids of the results that were polled, in the order in which they came. */
  readonly polled: string[];
  token: string | undefined;
}

/** Once no job runs, so that nothing changes between two looks at the same. */
async function settled(world: BatchWorld): Promise<void> {
  await until(() => isIdle(world));
}

async function look(world: BatchWorld, model: Model): Promise<void> {
  for (const [id, known] of model.batches) {
    const batch = await world.batch(id);
    const rows = await world.queries((queries) =>
      queries.from('eligibility_batch_items').select('state').where('batch_id', '=', id).execute(),
    );
    const count = (...states: readonly string[]): number => rows.filter(({ state }) => states.includes(state)).length;
    expect(batch).toMatchObject({
      ...{ totalCount: known.fates.length, validatedCount: count('VALIDATED') },
      ...{ validationFailedCount: 0, inProgressCount: count('STARTED', 'RETRYING') },
      ...{ successCount: count('COMPLETED'), errorCount: count('COMPLETED_WITH_ERRORS') },
    });
    const over = batch.successCount + batch.errorCount;
    const isOver = over === batch.totalCount;
    const end = batch.errorCount > 0 ? 'COMPLETED_WITH_ERRORS' : 'COMPLETED';
    expect(batch.status).toBe(isOver ? end : 'IN_PROGRESS');
    // Never back, and no check is taken back.
    expect(ORDER.indexOf(batch.status)).toBeGreaterThanOrEqual(ORDER.indexOf(known.status));
    expect(over).toBeGreaterThanOrEqual(known.over);
    known.status = batch.status;
    known.over = over;
    for (const state of STATES) {
      const { items } = (await world.call('GET', `${BATCHES}/batch/${id}/items?state=${state}`)).json();
      expect([state, items.length]).toEqual([state, count(state)]);
    }
  }
}

/** Reads all that there is now. */
async function poll(world: BatchWorld, model: Model, pageSize: number): Promise<void> {
  for (;;) {
    const from = model.token === undefined ? '' : `&pageToken=${encodeURIComponent(model.token)}`;
    const page = (await world.call('GET', `${BATCHES}/polling/batch-eligibility?pageSize=${pageSize}${from}`)).json();
    for (const { submitterTransactionIdentifier } of page.items) model.polled.push(submitterTransactionIdentifier);
    model.token = page.nextPageToken ?? page.resumeToken;
    if (page.nextPageToken === undefined) return;
  }
}

it('counts are those of the rows, no batch goes back, and a feed has each result once, whatever comes in which order', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 3, maxLength: 14 }), async (steps) => {
      const ends: (() => unknown)[] = [];
      const world = await batchWorld({ onEnd: (end) => void ends.push(end) });
      const times = new Map<string, number>();
      world.payer = async (question) => {
        const [, member = '', fate = ''] =
          /\*MI\*((ANSWERS|LATELY|NEVER)\d+)/.exec(Buffer.from(question.x12).toString()) ?? [];
        const time = (times.get(member) ?? 0) + 1;
        times.set(member, time);
        if (fate === 'ANSWERS' || (fate === 'LATELY' && time >= 3)) return answers(question);
        question.onSending();
        return none('timed-out', true);
      };
      const model: Model = { batches: new Map(), polled: [], token: undefined };
      let checks = 0;
      for (const step of steps) {
        if (step.kind === 'submit') {
          const items = step.fates.map((fate) => {
            checks++;
            return item(`own-${checks}`, { subscriber: { ...PATIENT, memberId: `${fate}${checks}` } });
          });
          const id = await world.submit({ items, maxRetryHours: 8 });
          model.batches.set(id, { fates: step.fates, status: 'IN_PROGRESS', over: 0 });
        } else if (step.kind === 'wait') world.clock.advance(step.ms);
        else await poll(world, model, step.pageSize);
        await settled(world);
        await look(world, model);
      }
      for (const [id, { fates }] of model.batches) {
        const never = fates.filter((fate) => fate === 'NEVER').length;
        const batch = await overInTime(world, id, 600_000);
        expect([batch.errorCount, batch.successCount]).toEqual([never, fates.length - never]);
      }
      await settled(world);
      await look(world, model);
      await poll(world, model, 3);
      expect(model.polled.toSorted()).toEqual(
        Array.from({ length: checks }, (_, place) => `own-${place + 1}`).toSorted(),
      );
      for (const end of ends.reverse()) await end();
    }),
    { numRuns: Number(process.env.EDILOOM_RUNS ?? 3), endOnFailure: true },
  );
});
