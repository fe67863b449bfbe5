import { onTestFinished } from 'vitest';
import type { NewAnswer } from '../../src/exchange/claim-answers/take-answer.js';
import { CLAIM_FILE, CLAIMS_GATHER } from '../../src/exchange/claim-files/claim-file-jobs.js';
import type { ClaimSending, SendClaims, SendingClaims } from '../../src/exchange/claim-files/claim-sender.js';
import { createGatherClaimsJob, giveUpGatheringClaims } from '../../src/exchange/claim-files/gather-job.js';
import { createClaimFileJob, giveUpClaimFile } from '../../src/exchange/claim-files/send-job.js';
import type { Services } from '../../src/exchange/services.js';
import type { JobRunner } from '../../src/jobs/create-jobs.js';
import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../src/jobs/job.js';
import { leasedJob } from '../../src/jobs/job-rows.js';
import type { ClaimSettings } from '../../src/resources/payer-routes/claim-settings.js';
import { GIVEN_UP_FAILED } from '../../src/start/job-handlers.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import type { ClaimFileItems, ClaimFiles } from '../../src/store/claim-tables.js';
import type { Store } from '../../src/store/store.js';
import { CLAIM_ROUTE, type ClaimsApp, claimsApp, productionClaim } from './claims.js';
import { testJobs } from './test-jobs.js';

/** A file as a payer has got it. */
export interface HandedOver {
  readonly id: string;
  readonly x12: string;
  readonly wasCutOff: boolean;
}

/** A server that takes claims and sends them to a payer who is a function here. */
export interface ClaimFileWorld extends ClaimsApp {
  readonly services: Services;
  readonly runner: JobRunner;
  readonly handlers: Readonly<Record<typeof CLAIMS_GATHER | typeof CLAIM_FILE, JobHandler>>;
  readonly giveUp: Readonly<Record<typeof CLAIMS_GATHER | typeof CLAIM_FILE, GiveUpJob>>;
  /** What becomes of a file; default: the payer has it. */
  send: (sending: SendingClaims) => Promise<ClaimSending> | ClaimSending;
  /** All that was handed over, in order. */
  readonly sent: HandedOver[];
  readonly answers: NewAnswer[];
  /** Hands production claims of one type in. @returns their ids. */
  take(count: number, change?: (request: Record<string, unknown>, at: number) => void): Promise<readonly string[]>;
  files(): Promise<readonly ClaimFiles[]>;
  items(): Promise<readonly ClaimFileItems[]>;
  /** Open jobs of a kind, as handlers get them. */
  jobs(kind: string): Promise<readonly Job[]>;
  /** Does what a job does, and writes down what comes of it, without the job itself. */
  do(job: Job): Promise<JobOutcome>;
  /** Writes down what came of a job. */
  conclude(job: Job, outcome: JobOutcome): Promise<void>;
  /** Does the jobs that are due, each until it is done or put off, until there are none. */
  settle(): Promise<void>;
  setRoute(change: {
    readonly claims?: ClaimSettings;
    readonly enabled?: number;
    readonly kind?: string;
  }): Promise<void>;
}

/** @param claims settings of the route. */
export async function claimFileWorld({
  claims = {},
  isRunning = false,
  store: wrapped = (store) => store,
}: {
  /** What is in place of the store. */
  readonly store?: (store: Store) => Store;
  readonly claims?: ClaimSettings;
  /** Jobs are done as they come; default: by the test alone. */
  readonly isRunning?: boolean;
} = {}): Promise<ClaimFileWorld> {
  const handlers: Record<string, JobHandler> = {};
  const giveUps: Record<string, GiveUpJob> = {};
  const made: { runner?: JobRunner } = {};
  const app = await claimsApp(({ store, clock }) => {
    made.runner = testJobs(store, { clock, handlers, giveUp: giveUps, giveUpFailed: GIVEN_UP_FAILED, pollMs: 20 });
    return { jobs: made.runner, store: wrapped(store) };
  });
  onTestFinished(() => app.app.close());
  const { services } = app.app;
  const { store, clock } = services;
  const sent: HandedOver[] = [];
  const answers: NewAnswer[] = [];
  const send: SendClaims = async (sending) => {
    sent.push({ id: sending.file.id, x12: Buffer.from(sending.x12).toString(), wasCutOff: sending.wasCutOff });
    return world.send(sending);
  };
  const own = {
    [CLAIMS_GATHER]: createGatherClaimsJob(services),
    [CLAIM_FILE]: createClaimFileJob(services, {
      senders: { 'x12-post': send, 'caqh-core': send, partnership: send },
      takeAnswer: async (_, answer) => void answers.push(answer),
    }),
  };
  Object.assign(handlers, own);
  const giveUp = {
    [CLAIMS_GATHER]: giveUpGatheringClaims(services),
    [CLAIM_FILE]: giveUpClaimFile(services),
  };
  Object.assign(giveUps, giveUp);
  const route = { ...CLAIM_ROUTE, claims: { ...CLAIM_ROUTE.claims, ...claims } };
  app.routes = [route];
  const settings = (changed: ClaimSettings) =>
    JSON.stringify({ sender: route.sender, receiver: route.receiver, claims: { ...CLAIM_ROUTE.claims, ...changed } });
  await store.write((tx) =>
    tx
      .insertInto('payer_routes')
      .values({
        ...{ id: route.routeId, name: route.name, kind: 'x12-post', enabled: 1, position: 1 },
        ...{ created_at: 0, updated_at: 1, settings: settings(claims) },
      })
      .execute(),
  );
  const jobs = async (kind: string): Promise<readonly Job[]> => {
    const rows = await store.read((db) =>
      db.selectFrom('jobs').selectAll().where('kind', '=', kind).orderBy('order_at').orderBy('id').execute(),
    );
    return rows.map((row) => leasedJob(row));
  };
  const conclude = (job: Job, outcome: JobOutcome): Promise<void> =>
    store.write(async (tx) => {
      await outcome.commit?.(new AccountQueries(tx, job.accountId));
    });
  const carryOut = async (job: Job): Promise<JobOutcome> => {
    const outcome = await (handlers[job.kind] as JobHandler)(job, new AbortController().signal);
    await conclude(job, outcome);
    return outcome;
  };
  const world: ClaimFileWorld = Object.assign(app, {
    ...{ services, handlers: own, giveUp, sent, answers, jobs, conclude, do: carryOut },
    runner: made.runner as JobRunner,
    send: (): ClaimSending => ({ kind: 'sent', at: clock.now() }),
    take: async (count: number, change?: (request: Record<string, unknown>, at: number) => void) => {
      const ids: string[] = [];
      for (let at = 0; at < count; at++) {
        const request = structuredClone(productionClaim('professional', 'json')) as Record<string, unknown>;
        const information = request.claimInformation as Record<string, unknown>;
        information.patientControlNumber = `PCN${ids.length}`;
        change?.(request, at);
        const answer = await app.submit('professional', 'json', { payload: request });
        if (answer.statusCode !== 200) throw new Error(answer.body);
        ids.push(answer.json().claimReference.correlationId);
        // Ids of one millisecond have no order.
        app.app.clock.advance(1);
      }
      return ids;
    },
    files: () =>
      store.read((db) => db.selectFrom('claim_files').selectAll().orderBy('id').execute()) as Promise<
        readonly ClaimFiles[]
      >,
    items: () =>
      store.read((db) => db.selectFrom('claim_file_items').selectAll().orderBy('file_id').orderBy('place').execute()),
    settle: async () => {
      for (;;) {
        const now = clock.now();
        const rows = await store.read((db) => db.selectFrom('jobs').selectAll().where('due_at', '<=', now).execute());
        const [row] = rows.filter(({ kind, state }) => kind in handlers && state !== 'failed');
        if (row === undefined) return;
        const outcome = await carryOut(leasedJob(row));
        await store.write(async (tx) => {
          if (outcome.kind === 'again') {
            await tx.updateTable('jobs').set({ due_at: outcome.dueAt }).where('id', '=', row.id).execute();
          } else await tx.deleteFrom('jobs').where('id', '=', row.id).execute();
        });
      }
    },
    setRoute: async ({
      claims: changed,
      ...columns
    }: {
      readonly claims?: ClaimSettings;
      readonly enabled?: number;
      readonly kind?: string;
    }) => {
      await store.write((tx) =>
        tx
          .updateTable('payer_routes')
          .set({ ...(columns as object), ...(changed === undefined ? {} : { settings: settings(changed) }) })
          .where('id', '=', route.routeId)
          .execute(),
      );
    },
  });
  if (isRunning) world.runner.start();
  return world;
}
