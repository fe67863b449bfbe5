import type { Caller } from '../../caller.js';
import { isoTime } from '../../clock.js';
import { artifactsOfCheck } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import { notFound } from '../../problems.js';
import { readRows } from '../../store/account-queries.js';
import type { Artifacts } from '../../store/tables.js';
import { findCheck } from './find-check.js';
import { maskedRequest, maskedX12 } from './masked.js';
import type { CheckDocument, DocumentName } from './schemas.js';

type Reads = Pick<Platform, 'store' | 'artifacts'>;

/** What was answered; `undefined`: nothing yet, or it is not known. */
export async function responseOf({ store, artifacts }: Reads, caller: Caller, checkId: string): Promise<unknown> {
  const rows = await readRows(store, caller.accountId, (queries) => artifactsOfCheck(queries, checkId));
  const row = newest(rows, 'response');
  return row === undefined ? undefined : jsonOf(await artifacts.read(row));
}

/** A document of a check, with its secrets masked. @throws Problem `not-found`: no such check, or it has none such. */
export async function documentOf(
  { store, artifacts }: Reads,
  caller: Caller,
  { checkId, name }: { readonly checkId: string; readonly name: DocumentName },
): Promise<CheckDocument> {
  const row = await readRows(store, caller.accountId, async (queries) => {
    await findCheck(queries, caller, checkId);
    return newest(await artifactsOfCheck(queries, checkId), name);
  });
  if (row === undefined) throw notFound('document');
  const bytes = await artifacts.read(row);
  const shown = { name, createdAt: isoTime(row.created_at) };
  if (row.type === 'application/json') return { ...shown, json: maskedRequest(jsonOf(bytes)) };
  const text = Buffer.from(bytes).toString('utf8');
  // An answer has nothing of what may not be read back but what the payer itself says, and it was given before.
  return { ...shown, x12: name === 'payer-answer' ? text : maskedX12(text) };
}

/** Where nothing had left over a route, the next one has a question of its own: the last one went out. */
function newest(rows: readonly Artifacts[], usage: string): Artifacts | undefined {
  return rows.findLast((row) => row.usage === usage);
}

function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
