import { isoTime } from '../../clock.js';
import type { Services } from '../../exchange/services.js';
import type { DeliveryReports, Executions, Faults } from '../../store/tables.js';
import type { Artifact } from '../artifacts/schemas.js';
import { type ArtifactRow, artifactBody } from '../artifacts/shown.js';
import type { DeliveryReport, Execution, Fault } from './schemas.js';

/** An execution as the interface shows it. */
export function executionBody(row: Executions): Execution {
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
  return type as NonNullable<Execution['connectionType']>;
}

export function executionArtifacts(
  services: Pick<Services, 'publicUrl'>,
  { id }: Executions,
  artifacts: readonly ArtifactRow[],
): Artifact[] {
  return artifacts.map((artifact) => artifactBody(services, artifact, `/executions/${id}/${artifact.usage}`));
}

export function deliveryReportBody(row: DeliveryReports): DeliveryReport {
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
    ...(row.metadata === null ? {} : { metadata: JSON.parse(row.metadata) }),
  };
}

/** @param artifacts of the fault. */
export function faultBody(
  services: Pick<Services, 'publicUrl'>,
  row: Faults,
  artifacts: readonly ArtifactRow[],
): Fault {
  return {
    // What else is known of a fault: guide, profiles, place.
    ...JSON.parse(row.detail),
    id: row.id,
    createdAt: isoTime(row.created_at),
    executionId: row.execution_id,
    faultCode: row.code as Fault['faultCode'],
    faultMessage: row.message,
    artifacts: artifacts.map((artifact) =>
      artifactBody(services, artifact, `/executions/${row.execution_id}/faults/${row.id}/${artifact.usage}`),
    ),
  };
}
