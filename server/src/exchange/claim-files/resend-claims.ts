import { auditRow, insertAudit } from '../../audit/write-audit.js';
import { conflict, notFound } from '../../problems.js';
import { type ClaimOfFile, claimsOfFile } from '../../resources/claims/claims-of-file.js';
import { findClaimFile } from '../../resources/claims/files.js';
import { judgeResending, type KeptBack, type Resent, resendClaims } from '../../resources/claims/resend.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Services } from '../services.js';
import { gatherJob, LOOK_MS } from './claim-file-jobs.js';

/** Which claims of an account are to be sent again. */
export interface AskedResending {
  readonly ids: readonly string[];
  /** Those of a file, as far as it was their last. */
  readonly fileId?: string | undefined;
  /** Of these the refused ones alone. */
  readonly onlyRejected: boolean;
  /** Never these. */
  readonly except: readonly string[];
  /** Says what would become of them, and changes nothing. */
  readonly dryRun: boolean;
}

export interface ResendReport {
  readonly resent: readonly string[];
  readonly keptBack: readonly { readonly id: string; readonly why: KeptBack | 'sent-again' }[];
  readonly dryRun: boolean;
}

/** Claims of one transaction. */
const PORTION = 200;

/**
 * Sends claims again that were lost on their way, portion by portion; each once, however often it is asked for. What is cut off is done by
 * asking once more. The audit has each claim.
 */
export async function resendAsked(services: Services, accountId: string, asked: AskedResending): Promise<ResendReport> {
  const { except, dryRun } = asked;
  const resent: string[] = [];
  const keptBack: ResendReport['keptBack'][number][] = [];
  const found = await claimsAsked(services, accountId, asked);
  keptBack.push(...found.sentAgain.map((id) => ({ id, why: 'sent-again' as const })));
  const stranger = except.find((id) => !found.named.has(id));
  if (stranger !== undefined) {
    throw conflict(
      `${stranger} is none of the claims that were asked for, so it cannot be left out. Nothing was sent again.`,
    );
  }
  const ids = found.ids.filter((id) => !except.includes(id));
  for (let from = 0; from < ids.length; from += PORTION) {
    const some = ids.slice(from, from + PORTION);
    const all = dryRun
      ? await readRows(services.store, accountId, (queries) => judgeResending(queries, some))
      : await resendSome(services, accountId, some);
    resent.push(...all.flatMap(({ id, keptBack: why }) => (why === undefined ? id : [])));
    keptBack.push(...all.flatMap(({ id, keptBack: why }) => (why === undefined ? [] : { id, why })));
  }
  if (!dryRun) services.jobs.wake();
  return { resent, keptBack, dryRun };
}

interface FoundClaims {
  readonly ids: readonly string[];
  readonly sentAgain: readonly string[];
  /** All that were asked for, whatever becomes of them. */
  readonly named: ReadonlySet<string>;
}

async function claimsAsked(
  { store }: Services,
  accountId: string,
  { ids, fileId, onlyRejected }: AskedResending,
): Promise<FoundClaims> {
  const named = new Set(ids);
  const found = { ids: [...named], sentAgain: [] as string[], named };
  if (fileId === undefined) return found;
  const file = await readRows(store, accountId, (queries) => findClaimFile(queries, fileId));
  if (file === undefined) throw notFound('file of claims');
  for (let after = 0; ; ) {
    const page: readonly ClaimOfFile[] = await readRows(store, accountId, (queries) =>
      claimsOfFile(queries, fileId, { after, most: PORTION }),
    );
    const last = page.at(-1);
    if (last === undefined) return found;
    after = Number(last.place);
    for (const { id, state, file_id } of page) {
      named.add(id);
      if (file_id !== fileId) found.sentAgain.push(id);
      else if (!onlyRejected || state === 'REJECTED') found.ids.push(id);
    }
  }
}

/** The claims, the audit of each, and the jobs that put them into files: all of it or nothing. */
function resendSome(
  { store, clock, jobs }: Services,
  accountId: string,
  ids: readonly string[],
): Promise<readonly Resent[]> {
  return store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    const all = await resendClaims({ jobs, clock }, queries, ids);
    const rows = all.flatMap(({ row, keptBack }) => (row === undefined || keptBack !== undefined ? [] : row));
    await insertAudit(
      queries,
      rows.map(({ id }) => auditRow(clock, { action: 'resend', objectKind: 'claim', objectId: id })),
    );
    const ways = grouped(rows, ({ route_id, type }) => `${route_id} ${type}`);
    for (const [first] of ways.values()) {
      if (first === undefined || first.route_id === null) continue;
      // Not at once: portions of one request go together.
      const { route_id: routeId, type } = first;
      await jobs.enqueue(queries, gatherJob(accountId, { routeId, type }, clock.now() + LOOK_MS));
    }
    return all;
  });
}
