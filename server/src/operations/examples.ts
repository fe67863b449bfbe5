import type { Examples } from '../gateway/docs/example.js';
import { ADMIN_EXAMPLES } from './admin.examples.js';
import { BUCKET_EXAMPLES } from './buckets/buckets.examples.js';
import { DRY_RUN_EXAMPLES } from './core/dry-run.examples.js';
import { EVENT_EXAMPLES } from './core/events.examples.js';
import { EXECUTION_EXAMPLES } from './core/executions.examples.js';
import { FRAGMENT_EXAMPLES } from './core/fragments.examples.js';
import { INTERCHANGE_EXAMPLES } from './core/interchanges.examples.js';
import { POLLING_EXAMPLES } from './core/polling.examples.js';
import { TRANSACTION_GROUP_EXAMPLES } from './core/transaction-groups.examples.js';
import { TRANSACTION_EXAMPLES } from './core/transactions.examples.js';
import { BATCH_EXAMPLES } from './eligibility-batches/batches.examples.js';
import { BATCH_TABLE_EXAMPLES } from './eligibility-batches/tables.examples.js';
import { ENROLLMENT_EXAMPLES } from './enrollments/enrollments.examples.js';
import { DESTINATION_EXAMPLES } from './events/destinations.examples.js';
import { HAPPENED_EXAMPLES } from './events/events.examples.js';
import { FUNCTION_EXAMPLES } from './functions.examples.js';
import { GUIDE_EXAMPLES } from './guides/guides.examples.js';
import { RELEASE_EXAMPLES } from './guides/x12-release.examples.js';
import { CLAIM_EXAMPLES } from './healthcare/claims.examples.js';
import { ELIGIBILITY_EXAMPLES } from './healthcare/eligibility.examples.js';
import { PAYER_EXAMPLES } from './healthcare/payers.examples.js';
import { INVOCATION_EXAMPLES } from './invocations.examples.js';
import { MAPPING_EXAMPLES } from './mappings.examples.js';
import { AS2_CONNECTION_EXAMPLES } from './partners/as2-connections.examples.js';
import { CONNECTION_EXAMPLES } from './partners/connections.examples.js';
import { CONTROL_NUMBER_EXAMPLES } from './partners/control-numbers.examples.js';
import { HOSTED_CONNECTION_EXAMPLES } from './partners/hosted-connections.examples.js';
import { PARTNERSHIP_EXAMPLES } from './partners/partnerships.examples.js';
import { PROFILE_EXAMPLES } from './partners/profiles.examples.js';
import { REMOTE_FTP_CONNECTION_EXAMPLES } from './partners/remote-ftp-connections.examples.js';
import { TRANSACTION_SETTING_EXAMPLES } from './partners/transaction-settings.examples.js';
import { PAYER_ROUTE_EXAMPLES } from './payer-routes.examples.js';
import { SFTP_USER_EXAMPLES } from './sftp-users.examples.js';

/** A request of each operation, by its name, and what is answered. */
export const EXAMPLES: Examples = {
  ...ELIGIBILITY_EXAMPLES,
  ...CLAIM_EXAMPLES,
  ...BATCH_EXAMPLES,
  ...BATCH_TABLE_EXAMPLES,
  ...PAYER_EXAMPLES,
  ...ENROLLMENT_EXAMPLES,
  ...INTERCHANGE_EXAMPLES,
  ...TRANSACTION_GROUP_EXAMPLES,
  ...FRAGMENT_EXAMPLES,
  ...EXECUTION_EXAMPLES,
  ...TRANSACTION_EXAMPLES,
  ...POLLING_EXAMPLES,
  ...EVENT_EXAMPLES,
  ...DRY_RUN_EXAMPLES,
  ...PROFILE_EXAMPLES,
  ...PARTNERSHIP_EXAMPLES,
  ...TRANSACTION_SETTING_EXAMPLES,
  ...REMOTE_FTP_CONNECTION_EXAMPLES,
  ...AS2_CONNECTION_EXAMPLES,
  ...HOSTED_CONNECTION_EXAMPLES,
  ...CONNECTION_EXAMPLES,
  ...CONTROL_NUMBER_EXAMPLES,
  ...GUIDE_EXAMPLES,
  ...RELEASE_EXAMPLES,
  ...MAPPING_EXAMPLES,
  ...DESTINATION_EXAMPLES,
  ...HAPPENED_EXAMPLES,
  ...ADMIN_EXAMPLES,
  ...PAYER_ROUTE_EXAMPLES,
  ...SFTP_USER_EXAMPLES,
  ...BUCKET_EXAMPLES,
  ...FUNCTION_EXAMPLES,
  ...INVOCATION_EXAMPLES,
};
