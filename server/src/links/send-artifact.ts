import { type AuditEntry, writeAudit } from '../audit/write-audit.js';
import type { Answer } from '../gateway/call.js';
import { findArtifact } from '../objects/artifact-rows.js';
import type { Platform } from '../platform.js';
import { notFound } from '../problems.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import { demandGoodKey } from './demand-good-key.js';
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
  const row = await readRows(store, accountId, async (queries) => {
    await demandGoodKey(queries, clock, keyId);
    return findArtifact(queries, id);
  });
  if (row === undefined) throw notFound('document');
  await reserve(row.size);
  const body = await artifacts.read(row);
  const entry = { action: 'download', objectKind: 'artifact', objectId: id, keyId, ...whence };
  await store.write((tx) => writeAudit(new AccountQueries(tx, accountId), clock, entry));
  return {
    headers: {
      'content-type': row.type,
      'content-disposition': `attachment; filename="${savedName(row)}"`,
      'cache-control': 'private, no-store',
    },
    body,
  };
}

/** What customers call a PDF is theirs to choose, and what is in it, too: saved as a program or a page, it would be one. */
function savedName({ name, type }: { readonly name: string; readonly type: string }): string {
  const plain = name.replace(/[^\w.!'()*-]/g, '_');
  return type === 'application/pdf' && !/\.pdf$/i.test(plain) ? `${plain}.pdf` : plain;
}
