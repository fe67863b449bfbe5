import { auditRow, insertAudit } from '../../audit/write-audit.js';
import { objectId } from '../../resources/buckets/find-object.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { S3Call } from './s3-call.js';

export type ObjectAction = 'read' | 'put' | 'copy' | 'delete';

/** Writes down what was done to which objects of a bucket, in the transaction that does it. */
export async function auditObjects(
  call: S3Call,
  queries: AccountQueries,
  action: ObjectAction,
  keys: readonly string[],
): Promise<void> {
  await writeActions(call, queries, {
    action,
    objectKind: 'object',
    ids: keys.map((key) => objectId({ bucket: call.target.bucket ?? '', key })),
  });
}

/** Writes down what was done to the bucket of the request. */
export async function auditBucket(call: S3Call, queries: AccountQueries, action: 'create' | 'delete'): Promise<void> {
  await writeActions(call, queries, { action, objectKind: 'bucket', ids: [call.target.bucket ?? ''] });
}

async function writeActions(
  { services: { clock }, key, address, requestId }: S3Call,
  queries: AccountQueries,
  {
    action,
    objectKind,
    ids,
  }: { readonly action: string; readonly objectKind: string; readonly ids: readonly string[] },
): Promise<void> {
  const { keyId } = key.caller;
  const rows = ids.map((objectId) => auditRow(clock, { action, objectKind, objectId, keyId, address, requestId }));
  await insertAudit(queries, rows);
}
