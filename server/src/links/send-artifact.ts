import { type AuditEntry, writeAudit } from '../audit/write-audit.js';
import type { Answer } from '../gateway/call.js';
import { findArtifact } from '../objects/artifact-rows.js';
import type { Platform } from '../platform.js';
import { notFound } from '../problems.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import type { LinkTarget } from './signed-link.js';

/** Who asks, and how the memory of so many bytes is waited for. */
interface Asking extends Pick<AuditEntry, 'address' | 'requestId'> {
  readonly reserve: (bytes: number) => Promise<void>;
}

/** The bytes of an artifact, to be saved and not shown: what partners send may look like a page. Nothing leaves unaudited. */
export async function sendArtifact(
  { store, artifacts, clock }: Pick<Platform, 'store' | 'artifacts' | 'clock'>,
  { accountId, keyId, id }: LinkTarget,
  { reserve, ...whence }: Asking,
): Promise<Answer<Uint8Array>> {
  const row = await readRows(store, accountId, (queries) => findArtifact(queries, id));
  if (row === undefined) throw notFound('document');
  await reserve(row.size);
  const body = await artifacts.read(row);
  const entry = { action: 'download', objectKind: 'artifact', objectId: id, keyId, ...whence };
  await store.write((tx) => writeAudit(new AccountQueries(tx, accountId), clock, entry));
  return {
    headers: {
      'content-type': row.type,
      'content-disposition': `attachment; filename="${row.name.replace(/[^\w.!'()*-]/g, '_')}"`,
      'cache-control': 'private, no-store',
    },
    body,
  };
}
