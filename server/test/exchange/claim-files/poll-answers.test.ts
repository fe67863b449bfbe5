import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import type { NewAnswer } from '../../../src/exchange/claim-answers/take-answer.js';
import { createClaimAnswersPoll } from '../../../src/exchange/claim-files/poll-answers.js';
import type { PollPayload } from '../../../src/exchange/claim-files/poll-payload.js';
import type { FileExchange, FileReply } from '../../../src/exchange/payer-routes/payer-exchange.js';
import { none } from '../../../src/exchange/payer-routes/replies.js';
import type { Job, JobOutcome } from '../../../src/jobs/job.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import type { Claims } from '../../../src/store/claim-tables.js';
import { addAccount } from '../../support/accounts.js';
import { claimFile, PRACTICE, saveRoute } from '../../support/claim-sendings.js';
import { fakeExchange } from '../../support/eligibility.js';
import { testServices } from '../../support/test-services.js';

const REPORT = readFileSync(new URL('../../../../fixtures/claims/277ca-accepted.edi', import.meta.url));
const OTHER_REPORT = Buffer.from(REPORT.toString().replaceAll('000000001', '000000002'));
const ACKNOWLEDGMENT = Buffer.from('ISA*the 999~');
const HEADER = Buffer.from('ISA*the TA1~');
const DAY_MS = 86_400_000;

const RECEIPT: FileReply = { kind: 'receipt' };
const answer = (x12: Uint8Array): FileReply => ({ kind: 'answer', x12 });

async function opened(pollSeconds?: number) {
  const steps: FileExchange[] = [];
  const taken: NewAnswer[] = [];
  const has: { reply: (step: FileExchange) => FileReply } = { reply: () => RECEIPT };
  const { services, clock, close } = await testServices({
    parts: ({ store, clock: at }) => ({
      controlNumbers: createControlNumberTable({ store, clock: at }),
      payerExchange: fakeExchange(
        [],
        () => none('refused', false),
        (step) => {
          steps.push(step);
          return has.reply(step);
        },
      ),
    }),
  });
  onTestFinished(close);
  await addAccount(services.store, PRACTICE);
  const claims = pollSeconds === undefined ? {} : { claims: { pollSeconds } };
  const routeId = await saveRoute(services, {
    ...{ name: 'upstream', kind: 'caqh-core', catchAll: { transactions: ['professionalClaimSubmission'] } },
    connection: { url: 'https://payer.example/core', envelope: 'soap', senderId: 'US', receiverId: 'THEM', ...claims },
  });
  const file = await claimFile(services, routeId, { sent_at: clock.now() });
  const poll = createClaimAnswersPoll(services, async (_, one) => void taken.push(one));
  let payload: PollPayload = { fileId: file.id };
  return {
    ...{ services, clock, steps, taken, has, file, routeId },
    look: async (): Promise<JobOutcome> => {
      const outcome = await poll({ accountId: PRACTICE, payload } as unknown as Job, new AbortController().signal);
      if (outcome.kind === 'again') payload = outcome.payload as PollPayload;
      return outcome;
    },
    asked: () => steps.splice(0).map(({ step }) => step),
    /** A claim of the file, in a state. */
    claim: (state: Claims['state'], fileId: string | null = file.id) => insertClaim(services, file.id, state, fileId),
  };
}

let count = 0;

async function insertClaim(
  { store }: Awaited<ReturnType<typeof testServices>>['services'],
  sentIn: string,
  state: Claims['state'],
  fileId: string | null,
): Promise<void> {
  const id = `01JZ${String(++count).padStart(22, '0')}`;
  await store.write(async (tx) => {
    await tx
      .insertInto('claims')
      .values({
        ...{ account_id: PRACTICE, id, mode: 'production', type: 'professional', source: 'json', payer_id: 'LAKES' },
        ...{
          route_id: null,
          state,
          sending: 1,
          trace_id: id,
          patient_index: '',
          answer_index: null,
          claim_index: null,
        },
        ...{ line_count: 1, file_id: fileId, due_at: null, overdue_since: null, payer_number: null },
        ...{ created_at: 1, updated_at: 1, expires_at: null },
      })
      .execute();
    const item = { place: count, claim_id: id, sending: 1, set_number: '0001', transaction_id: id };
    await tx
      .insertInto('claim_file_items')
      .values({ account_id: PRACTICE, file_id: sentIn, ...item })
      .execute();
  });
}

it('asks for the 999 until it is there, then for 277CAs, and acknowledges each; all of them under the id of the file', async () => {
  const world = await opened();
  await world.claim('DELIVERED');
  const { clock, file, has, steps, taken, routeId } = world;
  expect(await world.look()).toMatchObject({ kind: 'again', dueAt: clock.now() + 60_000, attempt: 0 });
  expect(steps.every(({ payloadId, content }) => payloadId === file.id && content === 'professional')).toBe(true);
  expect(world.asked()).toEqual(['fetch-999', 'fetch-ta1', 'fetch-results']);
  const left = [REPORT, OTHER_REPORT];
  has.reply = ({ step, x12 = new Uint8Array() }) => {
    if (step === 'fetch-999') return answer(ACKNOWLEDGMENT);
    if (step === 'acknowledge-results') {
      expect(Buffer.from(x12).toString()).toMatch(/ST\*999\*.*AK9\*A\*/s);
      left.shift();
    }
    const [next] = left;
    return step === 'fetch-results' && next !== undefined ? answer(next) : RECEIPT;
  };
  await world.look();
  expect(world.asked()).toEqual([
    ...['fetch-999', 'fetch-results', 'acknowledge-results', 'fetch-results', 'acknowledge-results', 'fetch-results'],
  ]);
  expect(taken.map(({ x12 }) => Buffer.from(x12).toString())).toEqual(
    [ACKNOWLEDGMENT, REPORT, OTHER_REPORT].map((x12) => x12.toString()),
  );
  expect(taken[0]).toMatchObject({ routeId, source: `file ${file.id}`, receivedAt: clock.now() });
  // The 999 stays where it is, and is not asked for again.
  await world.look();
  expect(world.asked()).toEqual(['fetch-results']);
});

it('takes in once what a payer gives again and again', async () => {
  const world = await opened(5);
  await world.claim('RECEIVED');
  world.has.reply = ({ step }) =>
    step === 'fetch-ta1' ? answer(HEADER) : step === 'fetch-results' ? answer(REPORT) : RECEIPT;
  for (let looks = 0; looks < 3; looks++) {
    expect(await world.look()).toMatchObject({ kind: 'again', dueAt: world.clock.now() + 5_000 });
  }
  expect(world.taken.map(({ x12 }) => x12)).toEqual([HEADER, REPORT]);
});

it('ends once the payer has refused all claims whose last sending the file is', async () => {
  const world = await opened();
  await world.claim('REJECTED');
  // It went anew, in another file.
  await world.claim('DELIVERED', 'another');
  expect(await world.look()).toEqual({ kind: 'done' });
  expect(world.asked()).toEqual([]);
  await world.claim('RECEIVED');
  expect(await world.look()).toMatchObject({ kind: 'again' });
});

it('looks later and later where all are answered, as one that was taken may be refused, and the 999 may come last', async () => {
  const world = await opened();
  const { clock, has, taken } = world;
  await world.claim('ACCEPTED');
  await world.claim('REJECTED');
  const began = clock.now();
  const pauses: number[] = [];
  const look = async () => {
    const outcome = await world.look();
    if (outcome.kind !== 'again') throw new Error('It ends.');
    pauses.push(outcome.dueAt - clock.now());
    clock.advance(outcome.dueAt - clock.now());
  };
  while (clock.now() - began < 3 * DAY_MS) await look();
  expect(pauses.slice(0, 4)).toEqual([60_000, 60_000, 120_000, 240_000]);
  expect(Math.max(...pauses)).toBe(DAY_MS);
  expect(pauses.length).toBeLessThan(20);
  has.reply = ({ step }) =>
    step === 'fetch-999' ? answer(ACKNOWLEDGMENT) : step === 'fetch-results' ? answer(REPORT) : RECEIPT;
  await look();
  expect(taken.map(({ x12 }) => x12)).toEqual([ACKNOWLEDGMENT, REPORT]);
  // More may come soon.
  expect(pauses.at(-1)).toBe(60_000);
});

it('ends after thirty days, and where the route is gone; it waits for one that is disabled or not reached', async () => {
  const world = await opened();
  const { services, clock } = world;
  await world.claim('DELIVERED');
  world.has.reply = () => none('not-reached', false);
  expect(await world.look()).toMatchObject({ kind: 'again' });
  expect(world.asked()).toEqual(['fetch-999']);
  const enabled = (one: number) =>
    services.store.write((tx) => tx.updateTable('payer_routes').set({ enabled: one }).execute());
  await enabled(0);
  expect(await world.look()).toMatchObject({ kind: 'again' });
  expect(world.asked()).toEqual([]);
  await enabled(1);
  clock.advance(30 * DAY_MS);
  expect(await world.look()).toEqual({ kind: 'done' });
  clock.advance(-30 * DAY_MS);
  await services.store.write((tx) => tx.deleteFrom('payer_routes').execute());
  expect(await world.look()).toEqual({ kind: 'done' });
});

it('asks for nothing while its route is of another kind, and goes on once it is of this one again; it ends where the route is gone', async () => {
  const world = await opened();
  await world.claim('DELIVERED');
  const { services, clock, routeId } = world;
  const { store } = services;
  const setKind = (kind: 'x12-post' | 'caqh-core') =>
    store.write((tx) => tx.updateTable('payer_routes').set({ kind }).where('id', '=', routeId).execute());
  await setKind('x12-post');
  expect(await world.look()).toMatchObject({ kind: 'again', dueAt: clock.now() + 3_600_000, attempt: 0 });
  expect(world.asked()).toEqual([]);
  await setKind('caqh-core');
  expect(await world.look()).toMatchObject({ kind: 'again' });
  expect(world.asked()).toEqual(['fetch-999', 'fetch-ta1', 'fetch-results']);
  await store.write((tx) => tx.deleteFrom('payer_routes').where('id', '=', routeId).execute());
  expect(await world.look()).toEqual({ kind: 'done' });
});
