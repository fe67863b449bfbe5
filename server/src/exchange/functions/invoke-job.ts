import { NoPlace } from '../../box/places.js';
import type { JobHandler, JobOutcome } from '../../jobs/job.js';
import { endInvocation, eventOf, type InvocationEnd, toInvoke } from '../../resources/functions/invocation-rows.js';
import { INVOKE, type InvokePayload } from '../../resources/functions/promise-event.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Services } from '../services.js';
import type { FunctionMachine } from './functions.js';
import { endOf, notRun } from './invocation-end.js';
import { runFunction } from './run-function.js';

/** A job waits for a place as long as it may run; another one is tried then. */
const PATIENCE_MS = 60_000;

type Needs = Pick<
  Services,
  'store' | 'objects' | 'secrets' | 'payloads' | 'clock' | 'outgoing' | 'ownConnections' | 'config' | 'metrics'
>;

/** Where functions are off there is no handler: their jobs are left to processes that have them, and wait where there are none. */
export function invokeHandlers(services: Needs & Pick<Services, 'functions'>): Readonly<Record<string, JobHandler>> {
  const { machine } = services.functions;
  return machine === undefined ? {} : { [INVOKE]: createInvokeJob(services, machine) };
}

/**
 * The handler of jobs `invoke-function`. Whoever's process ends before its commit invokes the function again, as the same attempt: it is
 * invoked at least once.
 */
export function createInvokeJob(services: Needs, machine: FunctionMachine): JobHandler {
  return async (job, signal) => {
    // Only `invokeJob` makes payloads of this kind.
    const { invocationId } = job.payload as InvokePayload;
    const { row, of } = await readRows(services.store, job.accountId, (queries) => toInvoke(queries, invocationId));
    // Removed by its age.
    if (row === undefined) return { kind: 'done' };
    const startedAt = services.clock.now();
    // Not those of the job, which also counts where it was put off.
    const tried = { attempts: row.attempts + 1, startedAt };
    if (of === undefined) return ended(services, row.id, notRun('The function was deleted.', tried), true);
    const run = { function: of, invocationId, event: Buffer.from(eventOf(services, row)), depth: row.depth };
    try {
      const ran = await runFunction(services, machine, { ...run, patienceMs: PATIENCE_MS, isPromised: true, signal });
      return ended(services, row.id, endOf(ran, tried), delayAfter(tried.attempts, services) === undefined);
    } catch (error) {
      // It has not begun: no attempt of it.
      if (error instanceof NoPlace) return { kind: 'again', dueAt: services.clock.now(), attempt: 0 };
      throw error;
    }
  };
}

function ended(services: Needs, id: string, end: InvocationEnd, isLast: boolean): JobOutcome {
  const commit = (queries: AccountQueries): Promise<void> => endInvocation(services, queries, id, end, isLast);
  if (end.error === undefined || isLast) return { kind: 'done', commit };
  return { kind: 'again', dueAt: services.clock.now() + (delayAfter(end.attempts, services) ?? 0), commit };
}

/** @returns `undefined`: it was the last one. */
function delayAfter(attempts: number, { config }: Pick<Needs, 'config'>): number | undefined {
  return config.functions.delaysMs[attempts - 1];
}
