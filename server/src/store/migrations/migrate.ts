import { type Kysely, sql } from 'kysely';
import { type Store, StoreError } from '../store.js';
import type { Tables } from '../tables.js';
import { foundation } from './0001-foundation.js';
import { groupVersions } from './0002-group-versions.js';
import { connectionIdentities } from './0003-connection-identities.js';
import { eventResends } from './0004-event-resends.js';
import { objectNames } from './0005-object-names.js';
import { poolShares } from './0006-pool-shares.js';
import { feedMarks } from './0007-feed-marks.js';
import { jobQueues } from './0008-job-queues.js';
import { keyTimes } from './0009-key-times.js';
import { auditMarks } from './0010-audit-marks.js';
import { groupSizes } from './0011-group-sizes.js';
import { inbound } from './0012-inbound.js';
import { tracking } from './0013-tracking.js';
import { destinations } from './0014-destinations.js';
import { exchange } from './0015-exchange.js';
import { clearinghouse } from './0016-clearinghouse.js';
import { eligibilityBatches } from './0017-eligibility-batches.js';
import { enrollments } from './0018-enrollments.js';
import { coreSubmissions } from './0019-core-submissions.js';
import { enrollmentColumns } from './0020-enrollment-columns.js';
import { routeSubmissions } from './0021-route-submissions.js';
import { coreResults } from './0022-core-results.js';
import { developerPlatform } from './0023-developer-platform.js';
import { replacedBytes } from './0024-replaced-bytes.js';
import { functions } from './0025-functions.js';
import { claims } from './0026-claims.js';
import { claimFiles } from './0027-claim-files.js';
import { claimAnswers } from './0028-claim-answers.js';
import { claimFileKinds } from './0029-claim-file-kinds.js';
import { claimCarriers } from './0030-claim-carriers.js';
import { claimPartners } from './0031-claim-partners.js';
import { type Migration, statementsOf } from './migration.js';

/** Every step ever released, in order. */
export const MIGRATIONS: readonly Migration[] = [
  foundation,
  groupVersions,
  connectionIdentities,
  eventResends,
  objectNames,
  poolShares,
  feedMarks,
  jobQueues,
  keyTimes,
  auditMarks,
  groupSizes,
  inbound,
  tracking,
  destinations,
  exchange,
  clearinghouse,
  eligibilityBatches,
  enrollments,
  coreSubmissions,
  enrollmentColumns,
  routeSubmissions,
  coreResults,
  developerPlatform,
  replacedBytes,
  functions,
  claims,
  claimFiles,
  claimAnswers,
  claimFileKinds,
  claimCarriers,
  claimPartners,
];

/**
 * Brings a database to a version, inside the transaction of the caller.
 * @param to default: the newest.
 * @returns the version it had: 0 for one that was empty.
 * @throws StoreError `newer-schema` for a database that a later release has written.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: Store['dialect'],
  to: number = MIGRATIONS.length,
): Promise<number> {
  await sql`create table if not exists settings (name text not null primary key, value text not null)`.execute(db);
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'schema').executeTakeFirst();
  const version = Number(row?.value ?? 0);
  if (version > MIGRATIONS.length) {
    throw new StoreError(
      'newer-schema',
      `The store has schema ${version}, this release knows ${MIGRATIONS.length}. Start the release that wrote it, or a newer one.`,
    );
  }
  for (const migration of MIGRATIONS.slice(version, to)) {
    for (const statement of statementsOf(migration, dialect)) await sql.raw(statement).execute(db);
    await db
      .insertInto('settings')
      .values({ name: 'schema', value: String(migration.version) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(migration.version) }))
      .execute();
  }
  return version;
}
