import { type ClaimIndexes, indexesOf } from '../../resources/claims/claim-indexes.js';
import type { NewClaim } from '../../resources/claims/rows.js';
import { claimSettingsOf } from '../../resources/payer-routes/columns.js';
import type { SharedWork } from '../../store/shared-work.js';
import type { ClaimOutcome } from './claim.js';
import { answerOf } from './claim-answer.js';
import { reportOn } from './claim-report.js';
import type { ClaimWay } from './claim-way.js';
import { type ClaimContent, claimArtifacts, claimExpiry, keeping } from './keep-claim.js';
import { knownBefore } from './known-before.js';
import { wrongForm, wrongX12 } from './refusals.js';
import { rejection } from './reject-claim.js';
import { modeOf, type Submitting, usageOf } from './submitting.js';
import { type WrittenClaim, type WrittenSet, writeClaim, writeSet } from './write-claim.js';

/** How a claim is committed; whoever answers it does so with its answer. */
export type CommitClaim = (outcome: ClaimOutcome, writes: SharedWork) => Promise<void>;

/** Takes a claim in that keeps all rules: its 837 is written, and it is committed with all that belongs to it. @throws Problem `invalid`. */
export async function acceptClaim(submitting: Submitting, commit: CommitClaim): Promise<ClaimOutcome> {
  const { run, claim, payer, isTest, chosen, claimId, traceId } = submitting;
  const { services } = run;
  const set = await setOf(submitting);
  const written = await interchangeOf(submitting, set);
  const { interchangeNumber } = written;
  const indexes = await indexesOfClaim(submitting);
  const [known, x12] = await Promise.all([
    knownBefore(submitting, indexes),
    reportOn(run, { claim, claimId, traceId, usage: usageOf(submitting), interchangeNumber }),
  ]);
  const now = services.clock.now();
  const answer = answerOf({
    ...{ id: claimId, claim, payer, isTest, lineNumbers: set.lineNumbers, interchangeNumber, x12, now },
    warnings: [...chosen.warnings, ...known],
  });
  const artifacts = await claimArtifacts(run, claimId, [
    requestOf(submitting),
    { usage: 'output', name: 'claim.edi', content: written.x12 },
    { usage: 'response', name: 'answer.json', content: answer },
  ]);
  const row = rowOf(submitting, { indexes, lineCount: set.lineNumbers.length, now });
  const outcome = { id: claimId, answer };
  const { waitSeconds } = claimSettingsOf(chosen.way);
  await commit(outcome, keeping(services, { row, artifacts, waitSeconds }));
  return outcome;
}

async function setOf(submitting: Submitting): Promise<WrittenSet> {
  const { run, codecs, claim, chosen, claimId, traceId } = submitting;
  const set = await writeSet(run, codecs, claim, { way: chosen.way, claimId, traceId });
  if (set.errors.length === 0) return set;
  const errors = set.errors.map(({ pointer, ...error }) => ({ ...error, location: pointer }));
  throw await rejection({ ...submitting, claim: { ...claim, errors } });
}

async function interchangeOf(submitting: Submitting, set: WrittenSet): Promise<WrittenClaim> {
  const { run, codecs, claim, chosen } = submitting;
  const { way } = chosen;
  // Routes are the operator's, and so are the numbers of their interchanges: all accounts draw from one counter.
  const numbers = await run.services.controlNumbers.take('', pairOf(way), 1);
  const written = await writeClaim(run, codecs, set, { way, usage: usageOf(submitting), numbers });
  if (written.faults.length === 0) return written;
  const faults = written.faults.map(({ place, text }) => ({ place, message: text }));
  throw claim.raw === undefined ? wrongForm(faults.map((fault) => ({ ...fault, path: '' }))) : wrongX12(faults);
}

/** ISA05 to ISA08. */
function pairOf({ sender, receiver }: ClaimWay) {
  return {
    senderQualifier: sender.qualifier,
    senderId: sender.id,
    receiverQualifier: receiver.qualifier,
    receiverId: receiver.id,
  };
}

function indexesOfClaim({ run, claim, payer, chosen }: Submitting): Promise<ClaimIndexes> {
  const { services, caller } = run;
  return indexesOf(
    { patients: services.realTime.patients, store: services.store },
    {
      ...{ type: claim.type, request: claim.request, accountId: caller.accountId },
      ...{ payerId: payer.platformId, routeId: chosen.way.routeId },
    },
  );
}

/** What came in, as it came. */
function requestOf({ input }: Submitting): ClaimContent {
  return input.source === 'json'
    ? { usage: 'request', name: 'request.json', content: input.request }
    : { usage: 'request', name: 'request.edi', content: Buffer.from(input.x12, 'utf8') };
}

function rowOf(
  submitting: Submitting,
  { indexes, lineCount, now }: { readonly indexes: ClaimIndexes; readonly lineCount: number; readonly now: number },
): NewClaim {
  const { run, input, payer, chosen, claimId, traceId } = submitting;
  return {
    ...{ id: claimId, mode: modeOf(submitting), type: input.type, source: input.source },
    payer_id: payer.platformId,
    route_id: chosen.way.routeId ?? null,
    ...{ state: 'QUEUED', sending: 1, trace_id: traceId },
    patient_index: indexes.patientIndex,
    answer_index: indexes.answerIndex,
    claim_index: indexes.claimIndex,
    ...{ file_id: null, due_at: null, overdue_since: null, payer_number: null },
    ...{ line_count: lineCount, created_at: now, updated_at: now },
    expires_at: claimExpiry(run) ?? null,
  };
}
