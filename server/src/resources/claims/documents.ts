import type { Caller } from '../../caller.js';
import { isoTime } from '../../clock.js';
import { artifactsOfClaim } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import { notFound } from '../../problems.js';
import { readRows } from '../../store/account-queries.js';
import type { Artifacts } from '../../store/tables.js';
import { maskedRequest, maskedX12 } from '../eligibility-checks/masked.js';
import { findClaim } from './find-claim.js';
import type { ClaimDocument, ClaimDocumentName } from './schemas.js';

type Reads = Pick<Platform, 'store' | 'artifacts'>;

const USAGES: Readonly<Record<ClaimDocumentName, Artifacts['usage']>> = { request: 'request', claim: 'output' };

/** What was answered when the claim was handed in. */
export async function claimResponse({ store, artifacts }: Reads, caller: Caller, claimId: string): Promise<unknown> {
  const rows = await readRows(store, caller.accountId, (queries) => artifactsOfClaim(queries, claimId));
  const row = rows.find(({ usage }) => usage === 'response');
  return row === undefined ? undefined : jsonOf(await artifacts.read(row));
}

/** A document of a claim, with its secrets masked. @throws Problem `not-found`: no such claim, or it has none such. */
export async function claimDocument(
  { store, artifacts }: Reads,
  caller: Caller,
  { claimId, name }: { readonly claimId: string; readonly name: ClaimDocumentName },
): Promise<ClaimDocument> {
  const rows = await readRows(store, caller.accountId, async (queries) => {
    await findClaim(queries, caller, claimId);
    return artifactsOfClaim(queries, claimId);
  });
  const row = rows.find(({ usage }) => usage === USAGES[name]);
  if (row === undefined) throw notFound('document');
  const bytes = await artifacts.read(row);
  const shown = { name, createdAt: isoTime(row.created_at) };
  if (row.type === 'application/json') return { ...shown, json: maskedRequest(jsonOf(bytes)) };
  return { ...shown, x12: maskedX12(Buffer.from(bytes).toString('utf8')) };
}

function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
