import { type AuditEntry, writeAudit } from '../audit/write-audit.js';
import type { Platform } from '../platform.js';
import { invalid } from '../problems.js';
import { judgePdf } from '../resources/enrollment-documents/judge-pdf.js';
import { completeDocument, demandPending } from '../resources/enrollment-documents/rows.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import { demandGoodKey } from './demand-good-key.js';
import type { LinkTarget } from './signed-link.js';

const TYPE = 'application/pdf';

/**
 * Takes the bytes of a document of an enrollment: they are safe, sealed, before it is said to have them.
 * @throws Problem `invalid` for what is no PDF, `too-large`, `not-found` where it is gone, `conflict` where it has its bytes.
 */
export async function takeDocument(
  { store, clock, artifacts }: Pick<Platform, 'store' | 'clock' | 'artifacts'>,
  { accountId, keyId, id }: LinkTarget,
  body: unknown,
  from: Pick<AuditEntry, 'address' | 'requestId'>,
): Promise<void> {
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid('The request has no body. Put the bytes of the PDF.');
  judgePdf(body);
  // Before anything is written: who puts it twice leaves nothing behind.
  const { name } = await readRows(store, accountId, (queries) => demandPending(queries, id));
  const about = { model: 'enrollment-document', ownerId: id, usage: 'attachment', type: TYPE, name } as const;
  // It is kept as long as its enrollment.
  const prepared = await artifacts.prepare(accountId, [{ ...about, bytes: body, sealed: true, expiresAt: null }]);
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    await demandGoodKey(queries, clock, keyId);
    await artifacts.insert(queries, prepared);
    const document = { artifactId: prepared[0]?.id ?? '', type: TYPE, size: body.length };
    await completeDocument(queries, clock, id, document);
    const objectKind = 'enrollment-document';
    await writeAudit(queries, clock, { action: 'upload', objectKind, objectId: id, keyId, ...from });
  });
}
