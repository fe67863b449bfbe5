import { isX12Error } from 'ediloom';
import type { CheckReport } from 'ediloom/transports';
import { Problem } from '../../problems.js';
import { hasLiveBucket } from '../../resources/buckets/rows.js';
import { type ReadConnection, readConnection } from '../../resources/connections/settings-of.js';
import { readRows } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { openTransport, type TransportServices } from './open-transport.js';

/** Milliseconds for all steps together. */
const LONGEST_CHECK = 60_000;

/**
 * Connects as a delivery would, says what it saw and whether what the partner sends would be taken, and changes nothing. What is wrong with the settings or the partner is a failed
 * step, with what to do about it.
 */
export async function checkConnection(
  services: TransportServices,
  connection: Connections,
  signal?: AbortSignal,
): Promise<CheckReport> {
  const late = AbortSignal.timeout(LONGEST_CHECK);
  const either = signal === undefined ? late : AbortSignal.any([signal, late]);
  const { kind, settings } = readConnection(connection);
  const secretNames = await secretNamesOf(services, connection);
  const receiving = kind.checkReceiving?.(settings, { secretNames, at: services.clock.now() });
  if (receiving === undefined) return checkSending(services, connection, { signal, late, either });
  const { missing: text, isOnly } = receiving;
  const step = text === undefined ? { name: 'receive', ok: true } : { name: 'receive', ok: false, text };
  if (isOnly) return { kind: connection.kind, ok: step.ok, steps: [step], facts: {} };
  const report = await checkSending(services, connection, { signal, late, either });
  return { ...report, ok: report.ok && step.ok, steps: [...report.steps, step] };
}

function secretNamesOf({ store, secrets }: TransportServices, { id, account_id }: Connections) {
  const place = { purpose: 'connection', ownerId: id } as const;
  return readRows(store, account_id, (queries) => secrets.names(queries, place));
}

interface Ends {
  readonly signal: AbortSignal | undefined;
  readonly late: AbortSignal;
  readonly either: AbortSignal;
}

async function checkSending(
  services: TransportServices,
  connection: Connections,
  { signal, late, either }: Ends,
): Promise<CheckReport> {
  try {
    return await open(services, connection, either);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return {
      kind: connection.kind,
      ok: false,
      steps: [{ name: 'open', ok: false, text: textOf(error, late) }],
      facts: {},
    };
  }
}

async function open(services: TransportServices, connection: Connections, signal: AbortSignal): Promise<CheckReport> {
  const read = readConnection(connection);
  const bucketExists = await isBucketThere(services, read);
  const transport = await openTransport(services, { read, deliveryId: 'check', bucketExists });
  try {
    // One name whatever came of it; by which protocol it went is among the facts.
    const { facts, ...report } = await transport.check(signal);
    return { ...report, kind: connection.kind, facts: { transport: transport.kind, ...facts } };
  } finally {
    await transport.close();
  }
}

async function isBucketThere({ store }: TransportServices, { connection, bucket }: ReadConnection): Promise<boolean> {
  if (bucket === undefined) return false;
  return readRows(store, connection.account_id, (queries) => hasLiveBucket(queries, bucket));
}

function textOf(error: unknown, late: AbortSignal): string {
  if (late.aborted)
    return `The check took more than ${LONGEST_CHECK / 1000} seconds. The server does not answer, or is slow.`;
  if (isX12Error(error) || error instanceof Problem) return error.message;
  throw error;
}
