import type { AnyRoute } from '../gateway/route.js';
import { bucketRoutes } from './buckets/buckets.js';
import { objectRoutes } from './buckets/objects.js';
import { dryRunRoutes } from './core/dry-run.js';
import { eventRoutes } from './core/events.js';
import { executionRoutes } from './core/executions.js';
import { fragmentRoutes } from './core/fragments.js';
import { interchangeRoutes } from './core/interchanges.js';
import { pollingRoutes } from './core/polling.js';
import { transactionGroupRoutes } from './core/transaction-groups.js';
import { transactionRoutes } from './core/transactions.js';
import { batchRoutes } from './eligibility-batches/batches.js';
import { checkPdfRoutes } from './eligibility-batches/check-pdf.js';
import { batchTableRoutes } from './eligibility-batches/tables.js';

import { enrollmentDocumentRoutes } from './enrollments/documents.js';
import { enrollmentRoutes } from './enrollments/enrollments.js';
import { enrollmentListRoutes } from './enrollments/list-enrollments.js';
import { providerRoutes } from './enrollments/providers.js';
import { enrollmentTaskRoutes } from './enrollments/tasks.js';
import { destinationRoutes } from './events/destinations.js';
import { happenedRoutes } from './events/events.js';
import { functionRoutes } from './functions.js';
import { guideRoutes } from './guides/guides.js';
import { releaseRoutes } from './guides/x12-release.js';
import { coreRoutes } from './healthcare/caqh-core.js';
import { claimReportRoutes } from './healthcare/claim-reports.js';
import { claimRoutes } from './healthcare/claims.js';
import { coreBatchRoutes } from './healthcare/core-batches.js';
import { eligibilityRoutes } from './healthcare/eligibility.js';
import { eligibilityCheckRoutes } from './healthcare/eligibility-checks.js';
import { notBuiltRoutes } from './healthcare/not-built.js';
import { payerRoutes } from './healthcare/payers.js';
import { storedClaimRoutes } from './healthcare/stored-claims.js';
import { invocationRoutes } from './invocations.js';
import { mappingRoutes } from './mappings.js';
import { as2CredentialRoutes } from './partners/as2-credentials.js';
import { connectionRoutes, globalConnectionRoutes } from './partners/connections.js';
import { controlNumberRoutes } from './partners/control-numbers.js';
import { partnershipRoutes } from './partners/partnerships.js';
import { profileRoutes } from './partners/profiles.js';
import { remoteCredentialRoutes } from './partners/remote-credentials.js';
import { transactionSettingRoutes } from './partners/transaction-settings.js';
import { sftpUserRoutes } from './sftp-users.js';

/** Every operation of the interface, one list a resource; the documentation shows them in this order. */
export const ROUTES: readonly AnyRoute[] = [
  ...eligibilityRoutes,
  ...eligibilityCheckRoutes,
  ...claimRoutes,
  ...storedClaimRoutes,
  ...claimReportRoutes,
  ...batchRoutes,
  ...batchTableRoutes,
  ...checkPdfRoutes,
  ...payerRoutes,
  ...providerRoutes,
  ...enrollmentRoutes,
  ...enrollmentListRoutes,
  ...enrollmentDocumentRoutes,
  ...enrollmentTaskRoutes,
  ...coreRoutes,
  ...coreBatchRoutes,
  ...interchangeRoutes,
  ...transactionGroupRoutes,
  ...fragmentRoutes,
  ...transactionRoutes,
  ...executionRoutes,
  ...pollingRoutes,
  ...eventRoutes,
  ...dryRunRoutes,
  ...profileRoutes,
  ...partnershipRoutes,
  ...transactionSettingRoutes,
  ...connectionRoutes,
  ...as2CredentialRoutes,
  ...remoteCredentialRoutes,
  ...globalConnectionRoutes,
  ...controlNumberRoutes,
  ...guideRoutes,
  ...releaseRoutes,
  ...bucketRoutes,
  ...objectRoutes,
  ...mappingRoutes,
  ...sftpUserRoutes,
  ...functionRoutes,
  ...invocationRoutes,
  ...destinationRoutes,
  ...happenedRoutes,
  ...notBuiltRoutes,
];
