import { payloadOf } from 'ediloom/transports';
import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { invalid, isChangedMeanwhile } from '../../problems.js';
import { joinDirectories } from '../../resources/connections/kinds/join-directories.js';
import { disabledText } from '../../resources/connections/unusable-connection.js';
import { interchangeOf } from '../../resources/executions/columns.js';
import { isSetAside } from '../../resources/executions/redelivery.js';
import type { Artifacts } from '../../store/tables.js';
import type { KeptTransports } from '../transports/kept-transports.js';
import { ByteBudget } from './byte-budget.js';
import { type Attempt, type DeliverServices, delivered, failed, givenUp } from './delivery-outcomes.js';
import { isOwnTrouble, receiptDeadline } from './delivery-trouble.js';
import { type DeliveryPayload, placeOf } from './enqueue-delivery.js';
import { DeliveryLoader, type LoadedDelivery, type LoadedTarget } from './load-deliveries.js';
import type { TimedOutConnections } from './timed-out-connections.js';

/** Bytes of what is read of the files that are delivered at once by this process. */
const FILES_IN_MEMORY = 256 * 1024 * 1024;
/** Of a delivery that a release wrote down which did not say. */
const UNKNOWN_BYTES = 1024 * 1024;

/**
 * The handler of jobs `deliver`: one attempt at one file. What it delivered is written down together with others; what failed comes
 * again after the interval, counted from the end of the attempt, until the attempts are used up.
 */
export function createDeliverJob(
  services: DeliverServices,
  transports: KeptTransports,
  timedOut: TimedOutConnections,
): JobHandler {
  const loader = new DeliveryLoader(services.store);
  const memory = new ByteBudget(FILES_IN_MEMORY);
  return async (job, signal) => {
    const { bytes = UNKNOWN_BYTES } = payloadOfJob(job);
    // Before anything is read of it: a file may have very many transactions.
    const leave = await memory.take(job.accountId, bytes, signal);
    try {
      return await attempted(job, signal);
    } finally {
      leave();
    }
  };

  async function attempted(job: Job, signal: AbortSignal): Promise<JobOutcome> {
    const { executionId, attempt: number = 1, bytes } = payloadOfJob(job);
    const delivery = await loader.load(job.accountId, executionId);
    // Retention has taken the execution away: there is nothing left to deliver.
    if (delivery === undefined) return { kind: 'done' };
    // Set aside since, or delivered by a child.
    if (isSetAside(delivery.execution)) return { kind: 'done' };
    const attempt = { services, delivery, number, bytes };
    const { target } = delivery;
    if (target?.kind.isRemote === true && job.class === 'local-delivery') {
      // Written down by a release that did not tell them apart.
      const move = placeOf({ connectionId: target.connection.id, isRemote: true });
      return { kind: 'again', dueAt: services.clock.now(), attempt: 0, move };
    }
    try {
      const outcome = await deliver(attempt, transports, signal);
      timedOut.ended(target?.connection.id ?? '');
      return outcome;
    } catch (error) {
      // Not the partner's doing: the process ends, another one has taken over, or something of ours is to be mended first.
      if (signal.aborted || isOwnTrouble(error)) throw error;
      // At once, by what the connection is now.
      if (isChangedMeanwhile(error)) return { kind: 'again', dueAt: services.clock.now(), attempt: 0 };
      const deadline = receiptDeadline(error);
      timedOut.ended(target?.connection.id ?? '', deadline === undefined ? error : undefined);
      // The attempt goes on without a place: it ends when the receipt has come, or in vain at the deadline.
      if (deadline !== undefined) return { kind: 'again', dueAt: deadline, attempt: 0 };
      return failed(attempt, error);
    }
  }
}

/** Ends the delivery of a file that the process died of again and again: its execution fails. */
export function giveUpDelivery(services: DeliverServices): GiveUpJob {
  const loader = new DeliveryLoader(services.store);
  return async (job, why) => {
    const { executionId, attempt: number = 1, bytes } = payloadOfJob(job);
    const delivery = await loader.load(job.accountId, executionId);
    return delivery === undefined ? { kind: 'done' } : givenUp({ services, delivery, number, bytes }, why);
  };
}

function payloadOfJob({ payload }: Job): DeliveryPayload {
  // Only `enqueueDeliveries` and this handler write jobs of this kind.
  return payload as DeliveryPayload;
}

async function deliver(attempt: Attempt, transports: KeptTransports, signal: AbortSignal): Promise<JobOutcome> {
  const { services, delivery } = attempt;
  const { execution } = delivery;
  const target = usableTarget(delivery);
  const output = demandOutput(delivery);
  const bytes = await services.artifacts.read(output);
  const { id, name } = execution;
  // As a path of plain names, whatever slashes an expression has put around it.
  const payload = { ...payloadOf(id, name, bytes, output.type), directory: joinDirectories(execution.directory) };
  const receipt = await transports.use(
    { read: target, deliveryId: id, bucketExists: target.bucketExists },
    (transport) => transport.deliver(payload, signal),
  );
  return delivered(attempt, target, output, receipt);
}

/** @throws Problem for a connection that is gone, switched off, or not for this file. */
function usableTarget({ execution, target }: LoadedDelivery): LoadedTarget {
  // A retry is of the same file over the same connection.
  if (target === undefined) {
    const text =
      'The connection was deleted, so the file goes nowhere any more. Generate it anew: it goes over the one that its transaction setting names then.';
    throw invalid(text, { code: 'INVALID_CONFIGURATION' });
  }
  if (target.connection.enabled === 0) throw unusable(disabledText(target.connection));
  if (execution.key_mode === 'test' && target.connection.test === 0 && !isAnswer(execution)) {
    throw unusable('is not for tests any more, and the file was made with a test key. Use a test connection');
  }
  return target;
}

/** What answers a test that came over a connection for production goes back over it, whatever its ISA15 says. */
function isAnswer(execution: LoadedDelivery['execution']): boolean {
  return interchangeOf(execution)?.groups.every((group) => group.functionalIdentifierCode === 'FA') === true;
}

function unusable(why: string): Error {
  return invalid(`The connection ${why}, then retry the execution.`, { code: 'INVALID_CONFIGURATION' });
}

function demandOutput({ output }: LoadedDelivery): Artifacts {
  if (output !== undefined) return output;
  throw invalid('The file is not kept any more. Generate it anew.', { code: 'FILE_NOT_FOUND' });
}
