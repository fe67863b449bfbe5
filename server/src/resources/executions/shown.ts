import { isoTime } from '../../clock.js';
import { type ArtifactRow, artifactsOf } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { DeliveryReports, Executions, Faults } from '../../store/tables.js';
import { showArtifact } from '../artifacts/shown.js';
import { faultDetailOf, metadataOf } from './columns.js';
import { deliveryReportsOf } from './rows.js';
import type { DeliveryReport, Execution, Fault, FullExecution } from './schemas.js';

type Shows = Pick<Platform, 'publicUrl'>;

/** An execution as lists show it. */
export function showExecution(row: Executions): Execution {
  return {
    executionId: row.id,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    // Statuses, codes and types are written by this server, in the interface's words.
    status: row.status as Execution['status'],
    direction: row.direction,
    mode: row.mode,
    transactionCount: row.transaction_count,
    faultCount: row.fault_count,
    ...(row.fault_code === null ? {} : { faultCode: row.fault_code as NonNullable<Execution['faultCode']> }),
    ...(row.fault_message === null ? {} : { faultMessage: row.fault_message }),
    fileType: row.file_type,
    retryable: row.retryable === 1,
    ...(row.parent_id === null ? {} : { parentExecutionId: row.parent_id }),
    ...(row.child_id === null ? {} : { childExecutionId: row.child_id }),
    ...(row.partnership_id === null ? {} : { partnershipId: row.partnership_id }),
    ...(row.connection_type === null ? {} : { connectionType: typeOf(row.connection_type) }),
    ...(row.connection_id === null ? {} : { connectionId: row.connection_id }),
    source: { dirname: row.directory, name: row.name },
  };
}

function typeOf(type: string): NonNullable<Execution['connectionType']> {
  // As above: written from the kind of the connection, in the interface's words.
  return type as NonNullable<Execution['connectionType']>;
}

/** An execution alone, with its documents and every attempt to deliver it. */
export async function showFullExecution(
  services: Shows,
  queries: AccountQueries,
  row: Executions,
): Promise<FullExecution> {
  const artifacts = await artifactsOf(queries, [row.id]);
  const reports = await deliveryReportsOf(queries, row.id);
  return {
    ...showExecution(row),
    artifacts: artifacts.map((one) => showArtifact(services, one, `/executions/${row.id}/${one.usage}`)),
    deliveryReports: reports.map(showReport),
  };
}

function showReport(row: DeliveryReports): DeliveryReport {
  const metadata = metadataOf(row);
  return {
    id: row.id,
    createdAt: isoTime(row.created_at),
    executionId: row.execution_id,
    partnershipId: row.partnership_id,
    connectionType: typeOf(row.connection_type),
    connectionId: row.connection_id,
    attempt: row.attempt,
    filename: row.filename,
    status: row.status,
    message: row.message,
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** Faults with what they were found in, the artifacts of all read at once. */
export async function showFaults(
  services: Shows,
  queries: AccountQueries,
  rows: readonly Faults[],
): Promise<readonly Fault[]> {
  const artifacts = await artifactsOf(
    queries,
    rows.map(({ id }) => id),
  );
  const byFault = grouped(artifacts, ({ owner_id }) => owner_id);
  return rows.map((row) => showFault(services, row, byFault.get(row.id) ?? []));
}

function showFault(services: Shows, row: Faults, artifacts: readonly ArtifactRow[]): Fault {
  return {
    ...faultDetailOf(row),
    id: row.id,
    createdAt: isoTime(row.created_at),
    executionId: row.execution_id,
    // Written by this server, in the interface's words.
    faultCode: row.code as Fault['faultCode'],
    faultMessage: row.message,
    artifacts: artifacts.map((artifact) =>
      showArtifact(services, artifact, `/executions/${row.execution_id}/faults/${row.id}/${artifact.usage}`),
    ),
  };
}
