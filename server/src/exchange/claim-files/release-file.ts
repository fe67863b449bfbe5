import { writeAudit } from '../../audit/write-audit.js';
import { conflict, notFound } from '../../problems.js';
import { type ClaimFileChange, changeClaimFile, findClaimFile, type HeldFor } from '../../resources/claims/files.js';
import { dissolveFile } from '../../resources/claims/held-files.js';
import { wasAnswered } from '../../resources/claims/unanswered.js';
import { executionWithId } from '../../resources/executions/rows.js';
import { claimPollMsOf } from '../../resources/payer-routes/columns.js';
import { findRoute } from '../../resources/payer-routes/rows.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import type { Services } from '../services.js';
import { claimFileJob, gatherJob } from './claim-file-jobs.js';
import { enqueuePoll } from './poll-payload.js';

/**
 * What becomes of a file that is held. `send`: it is handed over once more, the same bytes with the same numbers under the same id; one whose bytes were
 * never written is no more, and its claims wait for another. `sent`: the payer has it, and its claims are told so; of claims that waited at a backup, too,
 * as they may have gone after it in a file that the restored store does not know.
 */
export type Release = 'send' | 'sent';

const RESTORED: HeldFor = 'restored';

/** What was done: `written-anew` where there were no bytes to send. */
export type Released = 'sending' | 'written-anew' | 'sent';

/**
 * Lets a file go that is held, once: of two who ask, the second is told that it is held no more. The audit has it.
 * @throws Problem `not-found`; `conflict` where it is not held, or was never sent and is said to be.
 */
export async function releaseClaimFile(
  services: Services,
  accountId: string,
  { fileId, as }: { readonly fileId: string; readonly as: Release },
): Promise<Released> {
  const { store, clock, jobs } = services;
  const released = await store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    const file = await findClaimFile(queries, fileId);
    if (file === undefined) throw notFound('file of claims');
    if (file.state !== 'HELD') throw conflict(`The file is not held: it is ${file.state}.`);
    const isAnew = file.artifact_id === '' && !(as === 'sent' && file.failure === RESTORED);
    const done = await (isAnew ? writeAnew : letGo)(services, queries, file, as);
    const action = as === 'send' ? 'release' : 'mark-sent';
    await writeAudit(queries, clock, { action, objectKind: 'claim-file', objectId: fileId });
    return done;
  });
  jobs.wake();
  return released;
}

async function letGo(services: Services, queries: AccountQueries, file: ClaimFiles, as: Release): Promise<Released> {
  const { clock, jobs } = services;
  if (as === 'send' && (await wasAnswered(queries, file.id))) {
    throw conflict('The payer has answered about claims of the file, so it has the file: release it as sent.');
  }
  const now = clock.now();
  const change: ClaimFileChange = {
    ...({ state: 'WRITTEN', failure: null, attempts: 0, handing_since: null } as const),
    // Whoever lets it go again says that it did not arrive, by whatever kind of route it went.
    handed_by: null,
  };
  const more = as === 'sent' ? { sent_at: now } : (await isCarrierGone(queries, file)) ? { execution_id: null } : {};
  // What it is changed from is looked at once more, by the statement that changes it.
  if (!(await changeClaimFile(queries, { id: file.id, from: 'HELD' }, { ...change, ...more, updated_at: now }))) {
    throw conflict('The file is held no more.');
  }
  await jobs.enqueue(queries, claimFileJob(file));
  // Its answers wait at the payer's, where nobody has looked for them who was not told that it was handed in.
  // One without bytes went under another id, if it went.
  const isLookedFor = as === 'sent' && file.artifact_id !== '';
  const route = isLookedFor ? await findRoute(queries.tx, 'id', file.route_id) : undefined;
  if (route !== undefined && claimPollMsOf(route) !== undefined) await enqueuePoll(services, queries, file.id);
  return as === 'sent' ? 'sent' : 'sending';
}

/** Whether the execution that took it there is not kept any more: by another one it goes anew. */
async function isCarrierGone({ tx }: AccountQueries, file: ClaimFiles): Promise<boolean> {
  const { carrier_account_id: account, execution_id: execution } = file;
  if (account === null || execution === null) return false;
  // The account of the operator's partnership, which the file names itself.
  return (await executionWithId(new AccountQueries(tx, account), execution)) === undefined;
}

async function writeAnew(
  { clock, jobs }: Services,
  queries: AccountQueries,
  file: ClaimFiles,
  as: Release,
): Promise<Released> {
  if (as === 'sent') throw conflict('No bytes of the file were ever written: nobody can have it.');
  if (!(await dissolveFile(queries, file.id, clock.now()))) throw conflict('The file is held no more.');
  const { route_id: routeId, type } = file;
  await jobs.enqueue(queries, gatherJob(queries.accountId, { routeId, type }, clock.now()));
  return 'written-anew';
}
