import { ulid } from '../../ids.js';
import { invalid } from '../../problems.js';
import { type ClaimIndexes, indexesOf } from '../../resources/claims/claim-indexes.js';
import { knownClaims } from '../../resources/claims/rows.js';
import { findPayer } from '../../resources/payers/find-payer.js';
import type { Payer } from '../../resources/payers/payer.js';
import { readRows } from '../../store/account-queries.js';
import { DAY_MS } from '../../store/purge.js';
import type { SharedWork } from '../../store/shared-work.js';
import type { Run } from '../services.js';
import type { ClaimInput, ClaimOutcome, ReadClaim } from './claim.js';
import { answerOf } from './claim-answer.js';
import type { ClaimEngine } from './claim-engines.js';
import { reportOn } from './claim-report.js';
import { type ChosenWay, type ClaimWay, chooseWay, type WayWarning } from './claim-way.js';
import { claimArtifacts, claimExpiry, keeping } from './keep-claim.js';
import { readClaim } from './read-claim.js';
import { unknownPayer, wrongForm, wrongX12 } from './refusals.js';
import { writeClaim, writeSet } from './write-claim.js';

/** How a claim is committed; whoever answers it does so with its answer. */
export type CommitClaim = (outcome: ClaimOutcome, writes: SharedWork) => Promise<void>;

/** Days within which the same claim again is told. */
const SAME_CLAIM_DAYS = 30;

/** A claim that is judged, and what it is to be answered with. */
interface Submitting {
  readonly run: Run;
  readonly input: ClaimInput;
  readonly codecs: ClaimEngine;
  readonly claim: ReadClaim;
  readonly payer: Payer;
  readonly isTest: boolean;
  readonly chosen: ChosenWay;
  /** REF D9, and BHT03. */
  readonly claimId: string;
  readonly traceId: string;
}

/**
 * A claim from its request to its answer. It does not wait for the payer: it is read, judged, written down with its 837, and answered.
 * @throws Problem `invalid`: nothing is kept of it. Where it breaks rules that claims keep, the body of the problem is the answer.
 */
export async function submitClaim(run: Run, input: ClaimInput, commit: CommitClaim): Promise<ClaimOutcome> {
  const { metrics } = run.services;
  try {
    const submitting = await judged(run, input);
    const rejected = submitting.claim.errors.length > 0 ? submitting : undefined;
    const outcome = rejected === undefined ? await accepted(submitting, commit) : undefined;
    if (outcome === undefined) throw await rejection(submitting);
    metrics.claim(input.type, submitting.isTest ? 'test' : 'accepted');
    return outcome;
  } catch (error) {
    metrics.claim(input.type, isRejection(error) ? 'rejected' : 'refused');
    throw error;
  }
}

async function judged(run: Run, input: ClaimInput): Promise<Submitting> {
  const { services, caller } = run;
  const { clock, store } = services;
  const codecs = await services.claims.engines.of(input.type);
  const claim = await readClaim(run, codecs, input);
  const found = await store.read((db) => findPayer(db, claim.payerId));
  if (found.kind !== 'found') throw unknownPayer(found);
  // A key of tests makes tests of all, so that nothing that was made with it ever leaves.
  const isTest = caller.mode === 'test' || claim.usage === 'T';
  const chosen = await chooseWay(run, found.payer, claim, isTest);
  const warnings = caller.mode === 'test' && claim.usage === 'P' ? [...chosen.warnings, MADE_A_TEST] : chosen.warnings;
  return {
    ...{ run, input, codecs, claim, payer: found.payer, isTest, chosen: { ...chosen, warnings } },
    ...{ claimId: ulid(clock), traceId: ulid(clock) },
  };
}

async function accepted(submitting: Submitting, commit: CommitClaim): Promise<ClaimOutcome> {
  const { run, input, codecs, claim, payer, isTest, chosen, claimId, traceId } = submitting;
  const { way } = chosen;
  const { services, caller } = run;
  const usage = isTest ? 'T' : 'P';
  const set = await writeSet(run, codecs, claim, { way, claimId, traceId });
  if (set.errors.length > 0) {
    const errors = set.errors.map(({ pointer, ...error }) => ({ ...error, location: pointer }));
    throw await rejection({ ...submitting, claim: { ...claim, errors } });
  }
  const numbers = await services.controlNumbers.take('', pairOf(way), 1);
  const written = await writeClaim(run, codecs, set, { way, usage, numbers });
  if (written.faults.length > 0) {
    const faults = written.faults.map(({ place, text }) => ({ place, message: text }));
    throw claim.raw === undefined ? wrongForm(faults.map((fault) => ({ ...fault, path: '' }))) : wrongX12(faults);
  }
  const { interchangeNumber } = written;
  const indexes = await indexesOf(
    { patients: services.realTime.patients, store: services.store },
    {
      ...{ type: claim.type, request: claim.request, accountId: caller.accountId },
      ...{ payerId: payer.platformId, routeId: way.routeId },
    },
  );
  const [known, x12] = await Promise.all([
    knownWarnings(submitting, indexes),
    reportOn(run, { claim, claimId, traceId, usage, interchangeNumber }),
  ]);
  const now = services.clock.now();
  const answer = answerOf({
    ...{ id: claimId, claim, payer, isTest, lineNumbers: set.lineNumbers, interchangeNumber, x12, now },
    warnings: [...chosen.warnings, ...known],
  });
  const isJson = input.source === 'json';
  const artifacts = await claimArtifacts(run, claimId, [
    isJson
      ? { usage: 'request', name: 'request.json', content: input.request }
      : { usage: 'request', name: 'request.edi', content: Buffer.from(input.x12, 'utf8') },
    { usage: 'output', name: 'claim.edi', content: written.x12 },
    { usage: 'response', name: 'answer.json', content: answer },
  ]);
  const row = {
    id: claimId,
    mode: isTest ? ('test' as const) : ('production' as const),
    type: claim.type,
    source: input.source,
    payer_id: payer.platformId,
    route_id: way.routeId ?? null,
    state: isTest ? ('RECEIVED' as const) : ('QUEUED' as const),
    trace_id: traceId,
    patient_index: indexes.patientIndex,
    answer_index: indexes.answerIndex,
    claim_index: indexes.claimIndex,
    line_count: set.lineNumbers.length,
    created_at: now,
    updated_at: now,
    expires_at: claimExpiry(run) ?? null,
  };
  const outcome = { id: claimId, answer };
  await commit(outcome, keeping(services, { row, artifacts }));
  return outcome;
}

/** ISA05 to ISA08 of the way: its numbers are drawn from one counter for all accounts, as routes are the operator's. */
function pairOf({ sender, receiver }: ClaimWay) {
  return {
    senderQualifier: sender.qualifier,
    senderId: sender.id,
    receiverQualifier: receiver.qualifier,
    receiverId: receiver.id,
  };
}

const MADE_A_TEST: WayWarning = {
  code: 'claim::made_a_test',
  description:
    'The claim says that it is no test, but came with a test key: it was taken as a test and is sent to nobody.',
};
const NUMBER_USED: WayWarning = {
  code: 'claim::patient_control_number_used',
  description:
    'Another claim has the same patient control number: answers of payers name claims by it, so give each its own.',
};
const SENT_BEFORE: WayWarning = {
  code: 'edit::837::V78',
  description: `The same claim was taken in within the last ${SAME_CLAIM_DAYS} days: payer, member, dates, procedures and charges are equal. Was it meant to be sent again?`,
};

async function knownWarnings(
  { run, isTest }: Submitting,
  { patientIndex, claimIndex }: ClaimIndexes,
): Promise<readonly WayWarning[]> {
  const { services, caller } = run;
  const since = services.clock.now() - SAME_CLAIM_DAYS * DAY_MS;
  const mode = isTest ? 'test' : 'production';
  const known = await readRows(services.store, caller.accountId, (queries) =>
    knownClaims(queries, { mode, patientIndex, claimIndex, since }),
  );
  return [...(known.isNumberUsed ? [NUMBER_USED] : []), ...(known.isSentBefore ? [SENT_BEFORE] : [])];
}

/** ISA13 of an answer to a claim of which nothing was made: it took no number. */
const NO_NUMBER = '000000001';

/** The claim breaks rules: its answer is the body, and nothing of it is kept. */
async function rejection({ run, claim, payer, isTest, chosen, claimId, traceId }: Submitting) {
  const usage = isTest ? 'T' : 'P';
  const x12 = await reportOn(run, { claim, claimId, traceId, usage, interchangeNumber: NO_NUMBER });
  const lines = (claim.request.claimInformation as { readonly serviceLines?: readonly unknown[] } | undefined)
    ?.serviceLines;
  const body = answerOf({
    ...{ id: claimId, claim, payer, isTest, x12, now: run.services.clock.now() },
    lineNumbers: (lines ?? []).map(() => ''),
    warnings: chosen.warnings,
  });
  const count = claim.errors.length;
  const message = `The claim breaks ${count === 1 ? 'a rule' : `${count} rules`}: errors has each with its place. Correct it and send it again; nothing was sent.`;
  return invalid(message, { code: CLAIM_REJECTED, body });
}

const CLAIM_REJECTED = 'CLAIM_REJECTED';

function isRejection(error: unknown): boolean {
  return error instanceof Object && 'code' in error && error.code === CLAIM_REJECTED;
}
