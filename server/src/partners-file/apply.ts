import type { Services } from '../exchange/services.js';
import { demandFilename } from '../resources/filenames/demand-filename.js';
import { readEngineGuides } from '../resources/transaction-settings/chosen-guide.js';
import { checkOf } from '../schemas/check-shape.js';
import { AccountQueries } from '../store/account-queries.js';
import { applyConnections } from './apply-connections.js';
import { applyDestinations } from './apply-destinations.js';
import { applyGuides } from './apply-guides.js';
import { applyPartnerships } from './apply-partnerships.js';
import { applyBuckets, applyProfiles } from './apply-profiles.js';
import { applyUsers, prepareUsers } from './apply-users.js';
import { APPLIED_SCHEMA, type PartnersFile } from './file-schema.js';
import { prepareGuides } from './prepare-guides.js';
import { type ApplyReport, Changes } from './report.js';

const check = checkOf(APPLIED_SCHEMA, { kind: 'body', name: 'body' });

export interface ApplyOptions {
  /** Says what would be done, and does nothing. */
  readonly dryRun?: boolean | undefined;
}

/**
 * Makes an account have what a file says: what is not there is created, what differs is changed, what the file does not name stays.
 * All in one transaction, so that a file is applied whole or not at all; applied again, it changes nothing.
 * @param file with its references read: see `readPartnersFile`.
 * @throws Problem as the operations do, with the place in the file.
 */
export async function applyPartners(
  services: Services,
  accountId: string,
  file: PartnersFile,
  { dryRun = false }: ApplyOptions = {},
): Promise<ApplyReport> {
  check(file);
  await demandFilenames(services, accountId, file);
  const guides = await prepareGuides(services, accountId, file.guides ?? []);
  const users = await prepareUsers(services, accountId, file.sftpUsers ?? []);
  const engine = await readEngineGuides(services);
  const work = async (queries: AccountQueries): Promise<ApplyReport> => {
    const changes = new Changes();
    await applyBuckets(services, queries, file.buckets ?? [], changes);
    await applyUsers(services, queries, users, changes);
    await applyProfiles(services, queries, file.profiles ?? [], changes);
    await applyGuides(services, queries, guides, changes);
    await applyConnections(services, queries, undefined, file.connections ?? [], { changes, pointer: '' });
    await applyPartnerships({ services, queries, engine, changes }, file.partnerships ?? []);
    await applyDestinations(services, queries, file.destinations ?? [], changes);
    const report = { dryRun, changes: changes.changes, kept: changes.kept };
    if (dryRun) throw new OnlyTried(report);
    return report;
  };
  try {
    return await services.store.write((tx) => work(new AccountQueries(tx, accountId)));
  } catch (error) {
    if (error instanceof OnlyTried) return error.report;
    throw error;
  }
}

/** Ends the transaction of a dry run without its changes. */
class OnlyTried extends Error {
  readonly report: ApplyReport;

  constructor(report: ApplyReport) {
    super('Nothing was changed: this was a dry run.');
    this.report = report;
  }
}

async function demandFilenames(services: Services, accountId: string, file: PartnersFile): Promise<void> {
  for (const [index, partnership] of (file.partnerships ?? []).entries()) {
    const pointer = `/partnerships/${index}`;
    const acknowledgments = partnership.ackConfiguration?.connection?.filename;
    await demandFilename(services, accountId, acknowledgments, `${pointer}/ackConfiguration/connection/filename`);
    for (const [place, { filename, connection }] of (partnership.outboundTransactions ?? []).entries()) {
      const setting = `${pointer}/outboundTransactions/${place}`;
      await demandFilename(services, accountId, filename, `${setting}/filename`);
      await demandFilename(services, accountId, connection?.filename, `${setting}/connection/filename`);
    }
  }
}
