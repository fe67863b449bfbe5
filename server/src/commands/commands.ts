import { ACCOUNT_COMMANDS } from './accounts.js';
import { AUDIT_COMMANDS } from './audit.js';
import { BACKUP_COMMANDS } from './backup.js';
import { BATCH_RESULT_COMMANDS } from './batch-results.js';
import { BATCH_TABLE_COMMANDS } from './batch-tables.js';
import { BATCH_COMMANDS } from './batches.js';
import { CERTIFICATE_COMMANDS } from './certificates.js';
import { CHECK_PDF_COMMANDS } from './check-pdf.js';
import { CHECK_COMMANDS } from './checks.js';
import type { AnyCommand } from './command.js';
import { CONTROL_NUMBER_COMMANDS } from './control-numbers.js';
import { CORE_SUBMISSION_COMMANDS } from './core-submissions.js';
import { DESTINATION_COMMANDS } from './destinations.js';
import { ENROLLMENT_TASK_COMMANDS } from './enrollment-tasks.js';
import { ENROLLMENT_COMMANDS } from './enrollments.js';
import { HOST_KEY_COMMANDS } from './host-keys.js';
import { INBOUND_COMMANDS } from './inbound.js';
import { JOB_COMMANDS } from './jobs.js';
import { KEY_COMMANDS } from './keys.js';
import { MASTER_KEY_COMMANDS } from './master-keys.js';
import { PARTNERS_FILE_COMMANDS } from './partners-file.js';
import { PAYER_ROUTE_COMMANDS } from './payer-routes.js';
import { PAYER_COMMANDS } from './payers.js';
import { REPORT_COMMANDS } from './report.js';
import { SERVICE_ENROLLMENT_COMMANDS } from './service-enrollments.js';
import { SIMULATOR_COMMANDS } from './simulate-payer.js';
import { STATUS_COMMANDS } from './status.js';
import { TRACE_COMMANDS } from './trace.js';

/** All commands, longer names before those they begin with. */
export const COMMANDS: readonly AnyCommand[] = [
  ...STATUS_COMMANDS,
  ...TRACE_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...MASTER_KEY_COMMANDS,
  ...KEY_COMMANDS,
  ...CERTIFICATE_COMMANDS,
  ...HOST_KEY_COMMANDS,
  ...JOB_COMMANDS,
  ...INBOUND_COMMANDS,
  ...DESTINATION_COMMANDS,
  ...PARTNERS_FILE_COMMANDS,
  ...PAYER_ROUTE_COMMANDS,
  ...PAYER_COMMANDS,
  ...BATCH_COMMANDS,
  ...BATCH_TABLE_COMMANDS,
  ...BATCH_RESULT_COMMANDS,
  ...ENROLLMENT_TASK_COMMANDS,
  ...CORE_SUBMISSION_COMMANDS,
  ...SERVICE_ENROLLMENT_COMMANDS,
  ...ENROLLMENT_COMMANDS,
  ...SIMULATOR_COMMANDS,
  ...REPORT_COMMANDS,
  ...CHECK_PDF_COMMANDS,
  ...CHECK_COMMANDS,
  ...CONTROL_NUMBER_COMMANDS,
  ...AUDIT_COMMANDS,
  ...BACKUP_COMMANDS,
];
