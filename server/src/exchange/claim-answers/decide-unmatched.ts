import { writeAudit } from '../../audit/write-audit.js';
import { isObject } from '../../json.js';
import { Problem } from '../../problems.js';
import { answerUuid, insertReport } from '../../resources/claim-answers/reports.js';
import { findAnswer, speakerOf } from '../../resources/claim-answers/rows.js';
import {
  findUnmatched,
  lockUnmatched,
  resolveUnmatched,
  type UnmatchedContent,
  unmatchedContent,
} from '../../resources/claim-answers/unmatched.js';
import { type SentRow, sentWithIds } from '../../resources/claims/sent-claims.js';
import { MASK, SECRET_NAMES } from '../../resources/eligibility-checks/masked.js';
import { routeAccountId } from '../../resources/payer-routes/secret-place.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import type { UnmatchedClaimAnswers } from '../../store/claim-answer-tables.js';
import type { Services } from '../services.js';
import { prepareReport } from './prepare-report.js';
import { applyToClaims } from './write-outcomes.js';

const OBJECT = 'unmatched-claim-answer';

/** One with what it says, tax ids and social security numbers masked; who has read it is in the audit. @throws Problem `not-found`. */
export async function showUnmatched(
  { store, sealedColumns, clock }: Pick<Services, 'store' | 'sealedColumns' | 'clock'>,
  id: string,
): Promise<{ readonly row: UnmatchedClaimAnswers; readonly content: unknown }> {
  const accountId = await routeAccountId(store);
  const row = await readRows(store, accountId, (queries) => findUnmatched(queries, id));
  await store.write((tx) =>
    writeAudit(new AccountQueries(tx, accountId), clock, { action: 'read', objectKind: OBJECT, objectId: id }),
  );
  const { shown, said } = unmatchedContent(sealedColumns, row);
  return { row, content: { said, shown: masked(shown) } };
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (!isObject(value)) return value;
  const isSecret = SECRET_NAMES.has(String(value.qualifier));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isSecret && name === 'id' ? MASK : masked(one)]),
  );
}

/**
 * Has what was tied to nothing counted for a claim, as somebody says who knows. It is as if the answer had named it: the claim moves, an event tells it, and
 * its account has the report.
 * @throws Problem `not-found`; `conflict`: somebody has decided of it, it says nothing that a claim could be moved by, or the claim did not go over its route, or by another partner.
 */
export async function tieByHand(services: Services, id: string, claimId: string): Promise<void> {
  const { store, clock, sealedColumns, artifacts } = services;
  const accountId = await routeAccountId(store);
  const { row, answer } = await readRows(store, accountId, async (queries) => {
    const row = await findUnmatched(queries, id);
    return { row, answer: await findAnswer(queries, row.answer_id) };
  });
  const { said, report } = demandMoving(unmatchedContent(sealedColumns, row));
  const claim = await sentClaim(services, answer ?? row, claimId);
  const reportId = answerUuid('tied', id, claimId);
  const own = { accountId: claim.account_id, id: reportId, answerId: row.answer_id };
  const prepared =
    report &&
    (await prepareReport(services, {
      ...own,
      report: { ...report, meta: { ...report.meta, transactionId: reportId } },
    }));
  const last = claim.sendings.at(-1);
  const found = { accountId: claim.account_id, claimId, sending: last?.sending ?? 1, since: last?.at ?? 0 };
  const now = clock.now();
  await store.write(async (tx) => {
    const [queries, ofClaim] = [new AccountQueries(tx, accountId), new AccountQueries(tx, claim.account_id)];
    await lockUnmatched(queries, id);
    if (prepared !== undefined) await insertReport(artifacts, ofClaim, prepared);
    await applyToClaims(services, ofClaim, [{ claim: found, said }], {
      ...{ source: row.answer_id, receivedAt: Number(answer?.received_at ?? row.created_at) },
      reportId: prepared === undefined ? undefined : reportId,
    });
    await resolveUnmatched(queries, id, { claimId, at: now });
    await writeAudit(queries, clock, { action: 'tie', objectKind: OBJECT, objectId: id });
    await writeAudit(ofClaim, clock, { action: 'tie', objectKind: 'claim', objectId: claimId });
  });
}

function demandMoving(content: UnmatchedContent): UnmatchedContent {
  const { state, payerNumber } = content.said;
  if (state !== undefined || payerNumber !== undefined) return content;
  throw new Problem(
    'conflict',
    'It says nothing that a single claim could be moved by: dismiss it once it is settled.',
  );
}

async function sentClaim(
  { store }: Services,
  answer: Parameters<typeof speakerOf>[1],
  claimId: string,
): Promise<SentRow> {
  const [claim] = await store.read(async (db) => {
    const speaker = await speakerOf(db, answer);
    // Of what nobody knows by whom it went, a person does.
    return sentWithIds(db, { ...speaker, last: speaker.routes }, [claimId]);
  });
  if (claim !== undefined) return claim;
  throw new Problem(
    'conflict',
    'No such claim went over a route of the answer, by its partner: a payer may not speak of others.',
  );
}

/** Has it not listed any more. @throws Problem `not-found`; `conflict`: somebody has decided of it. */
export async function dismissUnmatched(services: Pick<Services, 'store' | 'clock'>, id: string): Promise<void> {
  const { store, clock } = services;
  const accountId = await routeAccountId(store);
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    await lockUnmatched(queries, id);
    await resolveUnmatched(queries, id, { claimId: null, at: clock.now() });
    await writeAudit(queries, clock, { action: 'dismiss', objectKind: OBJECT, objectId: id });
  });
}
