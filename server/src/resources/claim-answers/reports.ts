import { createHash } from 'node:crypto';
import type { ClaimReport } from 'ediloom/claims';
import type { Caller } from '../../caller.js';
import { findArtifact } from '../../objects/artifact-rows.js';
import type { ArtifactStore, PreparedArtifact } from '../../objects/artifacts.js';
import type { Platform } from '../../platform.js';
import { notFound } from '../../problems.js';
import { type AccountQueries, type OwnRow, readRows } from '../../store/account-queries.js';

/** A 277 report of an account whose bytes are safe. */
export interface PreparedReport {
  readonly accountId: string;
  readonly row: OwnRow<'claim_reports'>;
  readonly artifact: PreparedArtifact;
}

/** The same id for the same parts, however often an answer is read. */
export function answerUuid(...parts: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  // RFC 9562: version 8, made by rules of one's own.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Writes a report down; one that is there already stays as it is. */
export async function insertReport(
  artifacts: Pick<ArtifactStore, 'insert'>,
  queries: AccountQueries,
  { row, artifact }: PreparedReport,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await queries
    .insert('claim_reports', row)
    .onConflict((there) => there.column('id').doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows ?? 0) > 0) await artifacts.insert(queries, [artifact]);
}

/** A report of the account that the key may see: test keys see those of tests. @throws Problem `not-found`. */
export async function readReport(
  { store, artifacts }: Pick<Platform, 'store' | 'artifacts'>,
  { accountId, mode }: Pick<Caller, 'accountId' | 'mode'>,
  id: string,
): Promise<ClaimReport> {
  const document = await readRows(store, accountId, async (queries) => {
    const row = await queries.from('claim_reports').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined || (mode === 'test' && row.mode !== 'test')) return undefined;
    return findArtifact(queries, row.artifact_id);
  });
  if (document === undefined) throw notFound('report');
  // Written as a report of the engine.
  return JSON.parse(Buffer.from(await artifacts.read(document)).toString('utf8')) as ClaimReport;
}
