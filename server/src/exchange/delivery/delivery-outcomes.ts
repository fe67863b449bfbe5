import type { Receipt } from 'ediloom/transports';
import { uuid } from '../../ids.js';
import { errorPlace } from '../../jobs/error-text.js';
import type { JobOutcome } from '../../jobs/job.js';
import { describedColumn } from '../../resources/buckets/described.js';
import type { NewObject } from '../../resources/buckets/object-rows.js';
import { type DeliveryMetadata, metadataColumn } from '../../resources/executions/columns.js';
import type { FeedEntry } from '../../resources/feed/feed.js';
import type { OwnRow } from '../../store/account-queries.js';
import { shareWork } from '../../store/shared-work.js';
import type { Artifacts } from '../../store/tables.js';
import type { Services } from '../services.js';
import {
  commitAttempt,
  commitDelivered,
  commitFailed,
  type DeliveredFile,
  type FailedAttempt,
} from './commit-deliveries.js';
import { deliveredEvent, failedEvent, processedEvents } from './delivery-events.js';
import { type DeliveryTrouble, troubleOf } from './delivery-trouble.js';
import type { DeliveryPayload } from './enqueue-delivery.js';
import type { LoadedDelivery, LoadedTarget } from './load-deliveries.js';

/** Its execution, report, object, events, and entry of the feed. */
const ROWS_OF_FILE = 6;

export type DeliverServices = Pick<
  Services,
  | 'store'
  | 'jobs'
  | 'objects'
  | 'room'
  | 'artifacts'
  | 'secrets'
  | 'outgoing'
  | 'payloads'
  | 'clock'
  | 'config'
  | 'log'
  | 'metrics'
  | 'publicUrl'
>;

/** A delivery whose file and connection are there. */
export interface Attempt {
  readonly services: DeliverServices;
  readonly delivery: LoadedDelivery;
  /** 1 for the first. */
  readonly number: number;
  /** As the job has it. */
  readonly bytes?: DeliveryPayload['bytes'];
}

/** What becomes of a job whose file the partner has. */
export async function delivered(
  attempt: Attempt,
  { bucket }: LoadedTarget,
  output: Artifacts,
  receipt: Receipt,
): Promise<JobOutcome> {
  const { services, delivery, number } = attempt;
  const { execution } = delivery;
  const at = services.clock.now();
  const mdn = await keepReceipt(attempt, receipt);
  const message = deliveredText(receipt, execution.status === 'FAILED');
  const context = { delivery, publicUrl: services.publicUrl, at };
  const first = execution.status !== 'COMPLETED';
  const metadata: DeliveryMetadata = {
    attempts: number,
    bytes: receipt.size,
    ...(receipt.sha256 === undefined ? {} : { sha256: receipt.sha256 }),
    remote_name: remoteName(receipt),
    ...(mdn === undefined ? {} : { mdn_file: { repository: 'artifacts', pointer: mdn.id } }),
  };
  const file: DeliveredFile = {
    executionId: execution.id,
    at,
    first,
    isAwaited: delivery.transactions.some(({ acknowledgment }) => acknowledgment === 'awaited'),
    report: { ...reportOf(attempt, at), status: 'DELIVERED', message, metadata: metadataColumn(metadata) },
    object: objectRow(bucket, output, receipt, execution.id, at),
    connectionId: execution.connection_id,
    receipt: mdn,
    events: [deliveredEvent(context, message), ...(first ? processedEvents(context) : [])],
    feed: first ? feedOf(attempt, at) : [],
  };
  services.metrics.delivery(execution.connection_type ?? '', 'delivered');
  // A transaction is shown in lists, reported, and stands in the feed.
  const rows = ROWS_OF_FILE + 3 * delivery.transactions.length;
  return { kind: 'done', shared: shareWork(commitDelivered, file, services), rows };
}

/** What becomes of a job whose attempt failed: once more after the interval, or the end of the execution. */
export function failed(attempt: Attempt, error: unknown): JobOutcome {
  const { services, delivery, number, bytes } = attempt;
  const { execution } = delivery;
  const { config, clock, log, metrics } = services;
  const trouble = troubleOf(error);
  if (!trouble.expected)
    log.error({ execution: execution.id, at: errorPlace(error) }, 'A delivery met an unknown error.');
  const at = clock.now();
  const last = trouble.final || number >= config.delivery.attempts;
  metrics.delivery(execution.connection_type ?? '', last ? 'failed' : 'again');
  const metadata = metadataColumn({ attempts: number });
  const report = { ...reportOf(attempt, at), status: 'FAILED' as const, message: trouble.text, metadata };
  if (!last) {
    const payload: DeliveryPayload = { executionId: execution.id, attempt: number + 1, bytes };
    const dueAt = at + config.delivery.intervalMs;
    return { kind: 'again', dueAt, payload, attempt: 0, shared: shareWork(commitAttempt, { report }) };
  }
  return lastFailure(attempt, report, faultText(trouble, number));
}

/**
 * What becomes of a job whose process died each time it delivered the file: nobody knows what the partner has of it.
 * @param why for a person.
 */
export function givenUp(attempt: Attempt, why: string): JobOutcome {
  const { services, delivery, number } = attempt;
  services.metrics.delivery(delivery.execution.connection_type ?? '', 'failed');
  const text = `The delivery was given up. ${why} Ask the partner whether the file has arrived, then retry the execution.`;
  const metadata = metadataColumn({ attempts: number });
  const report = { ...reportOf(attempt, services.clock.now()), status: 'FAILED' as const, message: text, metadata };
  return lastFailure(attempt, report, text);
}

/** The end of an execution whose file was not delivered. */
function lastFailure({ services, delivery }: Attempt, report: FailedAttempt['report'], message: string): JobOutcome {
  const { execution } = delivery;
  const at = report.created_at;
  const fault = { code: 'DELIVERY_FAILURE', message };
  const event = failedEvent({ delivery, publicUrl: services.publicUrl, at }, fault);
  const feed: FeedEntry[] = [{ kind: 'execution', refId: execution.id, mode: execution.key_mode, at }];
  return {
    kind: 'done',
    shared: shareWork(commitFailed, { executionId: execution.id, at, report, fault, event, feed }, services),
  };
}

function faultText({ text, final }: DeliveryTrouble, attempts: number): string {
  if (final) return `It is not known whether the file arrived, so it is not sent again by itself. ${text}`;
  return `The file was not delivered in ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}. The last one: ${text}`;
}

function remoteName({ evidence, name }: Receipt): string {
  return evidence?.key ?? evidence?.path ?? name;
}

/** @param givenUp the delivery had failed: its receipt has come late. */
function deliveredText(receipt: Receipt, givenUp: boolean): string {
  const { already, evidence } = receipt;
  const proof = evidence?.disposition === undefined ? '' : ` The partner's receipt: ${evidence.disposition}.`;
  const earlier = givenUp
    ? ' The receipt came after the delivery had been given up.'
    : ' An earlier attempt had delivered it.';
  return `Delivered as ${remoteName(receipt)}.${already ? earlier : ''}${proof}`;
}

type ReportBase = Omit<OwnRow<'delivery_reports'>, 'status' | 'message' | 'metadata'>;

function reportOf({ delivery, number }: Attempt, at: number): ReportBase {
  const { execution, target } = delivery;
  const type = execution.connection_type ?? target?.kind.publicType ?? '';
  return {
    id: uuid(),
    execution_id: execution.id,
    partnership_id: execution.partnership_id ?? '',
    connection_type: type,
    connection_id: execution.connection_id ?? '',
    attempt: number,
    filename: execution.name,
    created_at: at,
  };
}

function objectRow(
  bucket: string | undefined,
  { type, size, sha256 }: Artifacts,
  { evidence }: Receipt,
  executionId: string,
  at: number,
): NewObject | undefined {
  const { key, object, md5 } = evidence ?? {};
  if (bucket === undefined || key === undefined || object === undefined) return undefined;
  return {
    ...{ bucket, key, object_name: object, size, sha256, described: describedColumn(object, { etag: md5 }) },
    ...{ content_type: type, execution_id: executionId, created_at: at, updated_at: at },
  };
}

function feedOf({ delivery }: Attempt, at: number): readonly FeedEntry[] {
  const { execution, transactions } = delivery;
  const entry = (kind: FeedEntry['kind'], refId: string) => ({ kind, refId, mode: execution.key_mode, at });
  return [...transactions.map(({ id }) => entry('transaction', id)), entry('execution', execution.id)];
}

/** A signed receipt proves the delivery: it is kept with the file. */
async function keepReceipt({ services, delivery }: Attempt, { evidence }: Receipt) {
  const mdn = evidence?.mdn;
  if (mdn === undefined) return undefined;
  const { accountId, execution } = delivery;
  const [kept] = await services.artifacts.prepare(accountId, [
    {
      model: 'execution',
      ownerId: execution.id,
      usage: 'attachment',
      type: 'text/plain',
      name: `${execution.name}.mdn`,
      bytes: Buffer.from(mdn, 'base64'),
      ...(execution.expires_at === null ? {} : { expiresAt: execution.expires_at }),
    },
  ]);
  return kept;
}
