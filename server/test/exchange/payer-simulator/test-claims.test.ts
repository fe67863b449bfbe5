import { CLAIM_STATES, type ClaimState } from 'ediloom/claims';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CLAIM_FILE, CLAIMS_GATHER } from '../../../src/exchange/claim-files/claim-file-jobs.js';
import { createGatherClaimsJob } from '../../../src/exchange/claim-files/gather-job.js';
import { createClaimFileJob } from '../../../src/exchange/claim-files/send-job.js';
import { createTestClaimJob } from '../../../src/exchange/payer-simulator/answer-test-claim-job.js';
import { TEST_CLAIM } from '../../../src/exchange/payer-simulator/promise-test-answers.js';
import type { JobRunner } from '../../../src/jobs/create-jobs.js';
import type { JobHandler } from '../../../src/jobs/job.js';
import { readReport } from '../../../src/resources/claim-answers/reports.js';
import { CLAIM_TYPES, CLAIMS, type ClaimsApp, claimsApp } from '../../support/claims.js';
import { testJobs, until } from '../../support/test-jobs.js';

const AFTER_MS = 2_000;

interface World extends ClaimsApp {
  readonly jobs: JobRunner;
  /** How often a file was to be handed over. */
  readonly sent: () => number;
  submitFor(member: string): Promise<void>;
  /** Those that it has from now on. */
  states(): Promise<readonly string[]>;
  pass(ms: number): void;
}

/** A server whose claims have all their jobs, and no way out. */
async function testWorld(): Promise<World> {
  const handlers: Record<string, JobHandler> = {};
  let jobs: JobRunner | undefined;
  let sent = 0;
  const world = await claimsApp(({ store, clock }) => {
    jobs = testJobs(store, { clock, handlers, pollMs: 20, onEnd: onTestFinished });
    return { jobs };
  });
  onTestFinished(() => world.app.close());
  const { services, clock } = world.app;
  const send = () => {
    sent++;
    throw new Error('A byte of a test would have left.');
  };
  Object.assign(handlers, {
    [TEST_CLAIM]: createTestClaimJob(services),
    [CLAIMS_GATHER]: createGatherClaimsJob(services),
    [CLAIM_FILE]: createClaimFileJob(services, {
      senders: { 'caqh-core': send, 'x12-post': send, partnership: send },
      takeAnswer: send,
    }),
  });
  if (jobs === undefined) throw new Error('There are no jobs.');
  const runner = jobs;
  runner.start();
  return Object.assign(world, {
    jobs: runner,
    sent: () => sent,
    submitFor: async (member: string) => {
      const { request } = CLAIMS.professional;
      const subscriber = { ...(request.subscriber as object), memberId: member };
      const got = await world.submit('professional', 'json', { payload: { ...request, subscriber } });
      expect(got.statusCode).toBe(200);
    },
    states: async () => {
      const rows = await world.app.queries((queries) =>
        queries.from('claim_history').select(['state', 'source', 'at']).execute(),
      );
      // As a claim is shown: of one moment, the nearer state first.
      const rank = ({ state }: { readonly state: ClaimState }) => CLAIM_STATES.indexOf(state);
      rows.sort((one, other) => Number(one.at) - Number(other.at) || rank(one) - rank(other));
      return rows.map(({ state, source }) => `${state} ${source}`);
    },
    pass: (ms: number) => {
      clock.advance(ms);
      runner.wake();
    },
  });
}

/** Resolves when no job is left. */
const idle = (world: World) =>
  until(async () => {
    const rows = await world.app.queries((queries) => queries.from('jobs').select('id').execute());
    return rows.length === 0;
  });

const TAKEN = ['QUEUED submitted', 'RECEIVED simulated 999, 1'];

describe('a claim that is a test', () => {
  it.each(CLAIM_TYPES)('of type %s is answered after its time, and nothing leaves', async (type) => {
    const world = await testWorld();
    await world.submit(type, 'raw');
    expect(await world.states()).toEqual(['QUEUED submitted']);
    world.pass(AFTER_MS);
    await idle(world);
    expect(await world.states()).toEqual([...TAKEN, 'IN_ADJUDICATION simulated 277CA, 2']);
    expect(await world.claims()).toMatchObject([
      { state: 'IN_ADJUDICATION', mode: 'test', route_id: null, file_id: null },
    ]);
    expect([world.sent(), world.left]).toEqual([0, 0]);
  });

  it.each([
    ['SIM-A1', [...TAKEN, 'ACCEPTED simulated 277CA, 2']],
    ['SIM-A5', [...TAKEN, 'ACCEPTED simulated 277CA, 2']],
    ['SIM-A7', [...TAKEN, 'REJECTED simulated 277CA, 2']],
    ['SIM-BATCH', [...TAKEN, 'REJECTED simulated 277CA, 2']],
    ['SIM-NO-NUMBER', [...TAKEN, 'IN_ADJUDICATION simulated 277CA, 2']],
    ['SIM-999', ['QUEUED submitted', 'REJECTED simulated 999, 1']],
    ['SIM-TA1', ['QUEUED submitted', 'REJECTED simulated TA1, 1']],
    ['SIM-ONLY-999', TAKEN],
    ['SIM-NEVER', ['QUEUED submitted']],
  ])('for %s has the states that are ordered', async (member, states) => {
    const world = await testWorld();
    await world.submitFor(member);
    world.pass(AFTER_MS);
    await idle(world);
    expect(await world.states()).toEqual(states);
    expect(await world.claims()).toMatchObject([{ state: states.at(-1)?.split(' ')[0] }]);
  });

  it('was said what it is answered when that came, and not when it was taken in', async () => {
    const world = await testWorld();
    const takenAt = world.app.clock.now();
    await world.submitFor('SIM-A1');
    world.pass(AFTER_MS + 10);
    await idle(world);
    const rows = await world.app.queries((queries) =>
      queries.from('claim_history').select(['state', 'at']).orderBy('at').orderBy('state', 'desc').execute(),
    );
    expect(rows.map(({ state, at }) => [state, Number(at) - takenAt])).toEqual([
      ['QUEUED', 0],
      ['RECEIVED', AFTER_MS],
      ['ACCEPTED', AFTER_MS],
    ]);
  });

  it('is refused later than it was accepted where that is ordered, and not before', async () => {
    const world = await testWorld();
    await world.submitFor('SIM-LATE-A3');
    world.pass(AFTER_MS);
    await until(async () => (await world.claims())[0]?.state === 'IN_ADJUDICATION');
    world.pass(999);
    expect(await world.states()).toHaveLength(3);
    world.pass(1);
    await idle(world);
    expect((await world.states()).at(-1)).toBe('REJECTED simulated 277CA, 3');
    expect(await world.claims()).toMatchObject([{ state: 'REJECTED' }]);
  });

  it('stands where its 277CA says though its 999 comes behind it', async () => {
    const world = await testWorld();
    await world.submitFor('SIM-EARLY');
    world.pass(AFTER_MS);
    await until(async () => (await world.claims())[0]?.state === 'IN_ADJUDICATION');
    world.pass(1_000);
    await idle(world);
    expect(await world.states()).toHaveLength(3);
    expect(await world.claims()).toMatchObject([{ state: 'IN_ADJUDICATION' }]);
  });

  it('has its events in mode test, and its report, by which a test key reads it', async () => {
    const world = await testWorld();
    await world.submitFor('SIM-A7');
    world.pass(AFTER_MS);
    await idle(world);
    const events = await world.app.queries((queries) =>
      queries.from('events').select(['type', 'mode', 'resource_kind', 'detail']).orderBy('id').execute(),
    );
    const ofClaims = events.filter(({ resource_kind }) => resource_kind === 'claim');
    expect(ofClaims.map(({ type, mode }) => [type, mode])).toEqual([
      ['claim.updated', 'test'],
      ['claim.rejected', 'test'],
    ]);
    const [report] = await world.app.queries((queries) => queries.from('claim_reports').selectAll().execute());
    expect(report).toMatchObject({ mode: 'test' });
    expect(JSON.stringify(ofClaims[1])).toContain(report?.id);
    const { accountId, services } = world.app;
    const shown = await readReport(services, { accountId, mode: 'test' }, report?.id ?? '');
    expect(shown.meta).toMatchObject({ applicationMode: 'test', transactionId: report?.id });
    expect(JSON.stringify(shown)).toContain('PCN7F3K9Q2X');
  });

  it('says why it was refused, without a value of it', async () => {
    const world = await testWorld();
    await world.submitFor('SIM-A8-29-IL');
    world.pass(AFTER_MS);
    await idle(world);
    const rows = await world.app.queries((queries) => queries.from('claim_history').select('reasons').execute());
    const reasons = JSON.stringify(rows);
    expect(reasons).toContain('A8:29:IL');
    expect(reasons).not.toContain('SIM-A8');
    expect(reasons).not.toContain('PCN7F3K9Q2X');
  });
});
