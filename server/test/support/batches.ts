import { onTestFinished } from 'vitest';
import { ROUTE_SUBMISSION } from '../../src/exchange/check-files/fill-files.js';
import { createBatchCheckJob, giveUpBatchCheck } from '../../src/exchange/eligibility-batches/check-job.js';
import { NotedAttempts } from '../../src/exchange/eligibility-batches/noted-attempts.js';
import {
  BATCH_CHECK,
  createStartBatchJob,
  giveUpBatchStart,
  START_BATCH,
} from '../../src/exchange/eligibility-batches/start-job.js';
import type {
  FileExchange,
  FileReply,
  PayerQuestion,
  PayerReply,
  ServingRoute,
} from '../../src/exchange/payer-routes/payer-exchange.js';
import { none } from '../../src/exchange/payer-routes/replies.js';
import {
  createRouteSubmissionJob,
  giveUpRouteSubmission,
} from '../../src/exchange/route-submissions/submission-job.js';
import type { AnyRoute } from '../../src/gateway/route.js';
import type { JobRunner } from '../../src/jobs/create-jobs.js';
import type { GiveUpJob } from '../../src/jobs/job.js';
import { batchRoutes } from '../../src/operations/eligibility-batches/batches.js';
import { batchTableRoutes } from '../../src/operations/eligibility-batches/tables.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import type { Batch } from '../../src/resources/eligibility-batches/schemas.js';
import { GIVEN_UP_FAILED } from '../../src/start/job-handlers.js';
import { CORE_WORLD } from './core-batches.js';
import { answerTo, CHECK, fakeExchange, insertPayers, ROUTE } from './eligibility.js';
import { failingStore } from './failing-store.js';
import { type TestApp, testApp } from './test-app.js';
import { type OnEnd, testJobs, until } from './test-jobs.js';

export const BATCHES = '/2024-04-01/eligibility-manager';

/** A check of a batch, by its sender's own id. */
export function item(id: string, changes: object = {}): object {
  return { ...CHECK, submitterTransactionIdentifier: id, ...changes };
}

export function items(count: number): readonly object[] {
  return Array.from({ length: count }, (_, place) => item(`own-${place}`));
}

export interface BatchWorld extends TestApp {
  readonly jobs: JobRunner;
  /** What the payer does from now on. Default: it answers. */
  payer: (question: PayerQuestion, route: ServingRoute) => Promise<PayerReply> | PayerReply;
  /** What it does with files of checks. Default: it takes none. */
  files: (step: FileExchange) => Promise<FileReply> | FileReply;
  /** Member ids of those whom the payer was asked about, in the order of the questions. */
  readonly asked: string[];
  submit(given: object): Promise<string>;
  batch(id: string): Promise<Batch>;
  /** Resolves once a batch is over. */
  over(id: string): Promise<Batch>;
}

/** Operations on batches, with a payer and with jobs that run. */
export async function batchWorld({
  isIdle = false,
  trouble = () => undefined,
  onEnd = onTestFinished,
  routes = [],
  route = ROUTE,
  mostPart,
}: {
  /** Over which the payer is asked. */
  readonly route?: ServingRoute;
  /** Further operations. */
  readonly routes?: readonly AnyRoute[];
  readonly isIdle?: boolean;
  /** What all work of the store fails with. */
  readonly trouble?: () => Error | undefined;
  /** Is handed what ends the world. Default: it ends with the test. */
  readonly onEnd?: OnEnd;
  /** Characters of a part of the results of a file. Default: as in service. */
  readonly mostPart?: number;
} = {}): Promise<BatchWorld> {
  const handlers: Parameters<typeof testJobs>[1]['handlers'] = {};
  const giveUp: Record<string, GiveUpJob> = {};
  let jobs: JobRunner | undefined;
  const asked: string[] = [];
  const app = await testApp([...batchRoutes, ...batchTableRoutes, ...CORE_WORLD.routes, ...routes], {
    parts: ({ store, clock }) => {
      jobs = testJobs(store, { clock, handlers, giveUp, giveUpFailed: GIVEN_UP_FAILED, pollMs: 20, onEnd });
      return {
        jobs,
        store: failingStore(store, trouble),
        controlNumbers: createControlNumberTable({ store, clock }),
        payerExchange: fakeExchange(
          [route],
          async (question, route) => {
            asked.push(/\*MI\*([^~]*)~/.exec(Buffer.from(question.x12).toString())?.[1] ?? '');
            return world.payer(question, route);
          },
          (step) => world.files(step),
        ),
      };
    },
  });
  onEnd(() => app.close());
  const noted = new NotedAttempts(app.services);
  Object.assign(handlers, {
    [START_BATCH]: createStartBatchJob(app.services),
    [BATCH_CHECK]: createBatchCheckJob(app.services, noted),
    [ROUTE_SUBMISSION]: createRouteSubmissionJob(app.services, noted),
    ...CORE_WORLD.handlers(app.services, mostPart),
  });
  Object.assign(giveUp, {
    [START_BATCH]: giveUpBatchStart(app.services),
    [BATCH_CHECK]: giveUpBatchCheck(app.services, noted),
    [ROUTE_SUBMISSION]: giveUpRouteSubmission(app.services, noted),
    ...CORE_WORLD.giveUp(app.services),
  });
  await insertPayers(app.services.store, [{ id: 'LAKES', primary: '00042' }]);
  if (jobs === undefined) throw new Error('There are no jobs.');
  const runner: JobRunner = jobs;
  const batch = async (id: string): Promise<Batch> => (await app.call('GET', `${BATCHES}/batch/${id}`)).json();
  const world: BatchWorld = {
    ...app,
    jobs: runner,
    asked,
    payer: answers,
    files: () => none('refused', false),
    submit: async (given) => {
      const answer = await app.call('POST', `${BATCHES}/batch-eligibility`, { payload: given });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json().batchId;
    },
    batch,
    over: async (id) => {
      await until(async () => (await batch(id)).status.startsWith('COMPLETED'));
      return batch(id);
    },
  };
  if (!isIdle) runner.start();
  return world;
}

/** A payer that answers. */
export async function answers({ x12, onSending }: PayerQuestion): Promise<PayerReply> {
  onSending();
  return { kind: 'answer', x12: await answerTo(x12) };
}

/** Time goes by while nothing is done, until a batch is over. */
export async function overInTime(world: BatchWorld, id: string, stepMs = 30_000): Promise<Batch> {
  await until(async () => {
    if ((await world.batch(id)).status.startsWith('COMPLETED')) return true;
    if (await isIdle(world)) world.clock.advance(stepMs);
    return false;
  });
  return world.batch(id);
}

/** Whether there is nothing to do before some time has gone by. */
export async function isIdle({ services, clock }: BatchWorld): Promise<boolean> {
  const jobs = await services.store.read((db) => db.selectFrom('jobs').select(['state', 'due_at']).execute());
  return jobs.every(({ state, due_at }) => state === 'waiting' && Number(due_at) > clock.now());
}
