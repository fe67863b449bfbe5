import type { EligibilityResponse } from 'ediloom/eligibility';
import type { Caller } from '../../caller.js';
import { isoTime } from '../../clock.js';
import { isObject } from '../../json.js';
import { artifactsOfCheck, documentsOfChecks } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import { notFound, Problem } from '../../problems.js';
import { readRows } from '../../store/account-queries.js';
import type { Artifacts } from '../../store/tables.js';
import { findCheck } from './find-check.js';
import { maskedRequest, maskedX12 } from './masked.js';
import type { CheckDocument, DocumentName } from './schemas.js';
import { x12Text } from './x12-text.js';

type Reads = Pick<Platform, 'store' | 'artifacts'>;

/** What was answered; `undefined`: nothing yet, or it is not known. */
export async function responseOf({ store, artifacts }: Reads, caller: Caller, checkId: string): Promise<unknown> {
  const rows = await readRows(store, caller.accountId, (queries) => artifactsOfCheck(queries, checkId));
  const row = newest(rows, 'response');
  return row === undefined ? undefined : jsonOf(await artifacts.read(row));
}

/** What was answered to checks of the account, as JSON that is not read, by their ids; those without an answer are not among them. */
export async function responseTexts(
  { store, artifacts }: Reads,
  accountId: string,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await readRows(store, accountId, (queries) => documentsOfChecks(queries, checkIds, 'response'));
  const texts = rows.map(
    async (row) => [row.owner_id, Buffer.from(await artifacts.read(row)).toString('utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

/** What was answered to checks of the account, by their ids; those without an answer are not among them. */
export async function answersOfChecks(
  platform: Reads,
  accountId: string,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, EligibilityResponse>> {
  const texts = await responseTexts(platform, accountId, checkIds);
  // Written when the checks ended.
  return new Map([...texts].map(([id, text]) => [id, JSON.parse(text) as EligibilityResponse]));
}

/** The 270 that was sent for a check of the account last, secrets and all; `undefined`: it is not kept. */
export async function questionOf(
  { store, artifacts }: Reads,
  accountId: string,
  checkId: string,
): Promise<string | undefined> {
  const rows = await readRows(store, accountId, (queries) => artifactsOfCheck(queries, checkId));
  const row = newest(rows, 'question');
  return row === undefined ? undefined : x12Text(await artifacts.read(row));
}

/**
 * A document of a check, with its secrets masked. What the payer sent is shown where it was given with the answer, and nowhere else: routes
 * are shared, so that an answer which is not this check's may be about a patient of another account.
 * @throws Problem `not-found`: no such check, or it has none such, or none that is shown.
 */
export async function documentOf(
  { store, artifacts }: Reads,
  caller: Caller,
  { checkId, name }: { readonly checkId: string; readonly name: DocumentName },
): Promise<CheckDocument> {
  const rows = await readRows(store, caller.accountId, async (queries) => {
    await findCheck(queries, caller, checkId);
    return artifactsOfCheck(queries, checkId);
  });
  const row = newest(rows, name);
  if (row === undefined) throw notFound('document');
  const bytes = await artifacts.read(row);
  const shown = { name, createdAt: isoTime(row.created_at) };
  if (name === 'payer-answer') {
    const response = newest(rows, 'response');
    if (!hasX12(response && jsonOf(await artifacts.read(response)))) throw withheld();
    return { ...shown, x12: x12Text(bytes) };
  }
  if (row.type === 'application/json') return { ...shown, json: maskedRequest(jsonOf(bytes)) };
  return { ...shown, x12: maskedX12(Buffer.from(bytes).toString('utf8')) };
}

/** What the payer sent, whoever it is about: for the operator, who looks into answers that are withheld. @returns `undefined`: nothing. */
export async function payerAnswerOf(
  { store, artifacts }: Reads,
  accountId: string,
  checkId: string,
): Promise<string | undefined> {
  const rows = await readRows(store, accountId, (queries) => artifactsOfCheck(queries, checkId));
  const row = newest(rows, 'payer-answer');
  return row === undefined ? undefined : x12Text(await artifacts.read(row));
}

function hasX12(response: unknown): boolean {
  return isObject(response) && typeof response.x12 === 'string';
}

function withheld(): Problem {
  return new Problem(
    'not-found',
    'What the payer sent is kept and not shown: it belongs to another check, is about others as well, or could not be read. The operator of the server can look into it.',
    { code: 'ANSWER_WITHHELD' },
  );
}

/** Where nothing had left over a route, the next one has a question of its own: the last one went out. */
function newest(rows: readonly Artifacts[], usage: string): Artifacts | undefined {
  return rows.findLast((row) => row.usage === usage);
}

function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
