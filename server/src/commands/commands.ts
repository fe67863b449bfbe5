import { ACCOUNT_COMMANDS } from './accounts.js';
import { AUDIT_COMMANDS } from './audit.js';
import { BACKUP_COMMANDS } from './backup.js';
import { BATCH_RESULT_COMMANDS } from './batch-results.js';
import { BATCH_TABLE_COMMANDS } from './batch-tables.js';
import { BATCH_COMMANDS } from './batches.js';
import { BUCKET_COMMANDS } from './buckets.js';
import { CERTIFICATE_COMMANDS } from './certificates.js';
import { CHECK_PDF_COMMANDS } from './check-pdf.js';
import { CHECK_COMMANDS } from './checks.js';
import { CLAIM_COMMANDS } from './claims.js';
import type { AnyCommand } from './command.js';
import { CONTROL_NUMBER_COMMANDS } from './control-numbers.js';
import { CORE_SUBMISSION_COMMANDS } from './core-submissions.js';
import { DESTINATION_COMMANDS } from './destinations.js';
import { ENROLLMENT_TASK_COMMANDS } from './enrollment-tasks.js';
import { ENROLLMENT_COMMANDS } from './enrollments.js';
import { FUNCTION_COMMANDS } from './functions.js';
import { FUNCTION_DEV_COMMANDS } from './functions-dev.js';
import { HOST_KEY_COMMANDS } from './host-keys.js';
import { INBOUND_COMMANDS } from './inbound.js';
import { JOB_COMMANDS } from './jobs.js';
import { KEY_COMMANDS } from './keys.js';
import { MASTER_KEY_COMMANDS } from './master-keys.js';
import { OBJECT_COMMANDS } from './objects.js';
import { PARTNERS_FILE_COMMANDS } from './partners-file.js';
import { PAYER_ROUTE_COMMANDS } from './payer-routes.js';
import { PAYER_COMMANDS } from './payers.js';
import { REPORT_COMMANDS } from './report.js';
import { ROUTE_SUBMISSION_COMMANDS } from './route-submissions.js';
import { S3_KEY_COMMANDS } from './s3-keys.js';
import { SERVICE_ENROLLMENT_COMMANDS } from './service-enrollments.js';
import { SFTP_USER_COMMANDS } from './sftp-users.js';
import { SIMULATOR_COMMANDS } from './simulate-payer.js';
import { STATUS_COMMANDS } from './status.js';
import { TRACE_COMMANDS } from './trace.js';
import { UNMATCHED_CLAIM_COMMANDS } from './unmatched-claims.js';

/** Commands of one purpose. */
export interface CommandGroup {
  /** What somebody wants to do. */
  readonly title: string;
  readonly commands: readonly AnyCommand[];
}

/** All commands, in the order in which help shows them. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  { title: 'See what goes on', commands: [...STATUS_COMMANDS, ...TRACE_COMMANDS, ...JOB_COMMANDS] },
  {
    title: 'Let accounts and programs in',
    commands: [...ACCOUNT_COMMANDS, ...KEY_COMMANDS, ...CERTIFICATE_COMMANDS, ...S3_KEY_COMMANDS],
  },
  {
    title: 'Set partners up, and look after what they send',
    commands: [
      ...[...PARTNERS_FILE_COMMANDS, ...SFTP_USER_COMMANDS, ...HOST_KEY_COMMANDS, ...INBOUND_COMMANDS],
      ...UNMATCHED_CLAIM_COMMANDS,
      ...[...BUCKET_COMMANDS, ...OBJECT_COMMANDS, ...DESTINATION_COMMANDS, ...CONTROL_NUMBER_COMMANDS],
    ],
  },
  {
    title: 'Set payers up, and try them',
    commands: [...PAYER_COMMANDS, ...PAYER_ROUTE_COMMANDS, ...SIMULATOR_COMMANDS, ...REPORT_COMMANDS],
  },
  {
    title: 'Check whether patients are covered',
    commands: [
      ...[...BATCH_TABLE_COMMANDS, ...BATCH_COMMANDS, ...BATCH_RESULT_COMMANDS],
      ...[...CHECK_PDF_COMMANDS, ...CHECK_COMMANDS, ...CORE_SUBMISSION_COMMANDS, ...ROUTE_SUBMISSION_COMMANDS],
    ],
  },
  { title: 'Look after claims on their way to payers', commands: [...CLAIM_COMMANDS] },
  {
    title: 'Enroll providers with payers',
    commands: [...SERVICE_ENROLLMENT_COMMANDS, ...ENROLLMENT_TASK_COMMANDS, ...ENROLLMENT_COMMANDS],
  },
  { title: 'Run code of your own on events', commands: [...FUNCTION_DEV_COMMANDS, ...FUNCTION_COMMANDS] },
  {
    title: 'Keep data safe',
    commands: [...BACKUP_COMMANDS, ...AUDIT_COMMANDS, ...MASTER_KEY_COMMANDS],
  },
];

export const COMMANDS: readonly AnyCommand[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
