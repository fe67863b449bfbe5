import { createHash } from 'node:crypto';
import { uuid } from '../../ids.js';
import {
  type Answer,
  type AnswerKind,
  acknowledgmentOf,
  type GroupKnowledge,
  knowledgeOf,
  type SetKnowledge,
  worse,
} from '../../resources/tracking/acknowledgment.js';
import { insertAcknowledgments } from '../../resources/tracking/answers.js';
import { type AnswerFacts, answerFactsColumn } from '../../resources/tracking/columns.js';
import { type GroupAnswers, writeGroupAnswers } from '../../resources/tracking/find-sent.js';
import {
  type AcknowledgedSet,
  type SetAnswers,
  setsOfFiles,
  writeSetAnswers,
} from '../../resources/transactions/acknowledged.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Acknowledgments, SentGroups } from '../../store/exchange-tables.js';
import { grouped } from '../../store/grouped.js';

/** Of the answers to one group in one file so many are kept; all of them count. A partner has a reason for one, or for one a set. */
const MOST_KEPT = 1000;

/** The file that answers came in. */
export interface AnsweredBy {
  readonly executionId: string;
  readonly at: number;
}

/** A group that was sent, and what answers say of it that have come now. */
export interface AnsweredGroup {
  readonly row: SentGroups;
  /** By TA1s, and whether one says that the number came twice. */
  readonly interchange?: Answer | undefined;
  readonly isDuplicate?: boolean;
  /** By 997s and 999s, and by 277CAs: of each set, by its place in the group from 0. */
  readonly functional?: readonly (Answer | undefined)[];
  readonly claims?: readonly (Answer | undefined)[];
  /** To be kept of each answer. */
  readonly answers: readonly KeptAnswer[];
}

export interface KeptAnswer {
  /** ISA13 of the interchange that it came in. */
  readonly saidIn: string;
  readonly kind: Acknowledgments['kind'];
  readonly verdict: string;
  readonly facts: AnswerFacts;
  readonly transactionId?: string;
}

/** A set that is rejected from now on, or by more than before. */
export interface RejectedSet {
  readonly group: SentGroups;
  readonly transactionId: string;
}

/**
 * Writes down what answers say, beside what was known: of what answers say of the same thing the worst counts, so that neither their order
 * nor an answer that comes again changes anything. The groups are locked by the caller.
 * @returns the sets that were not rejected before, or only as their number came twice; and the ids of those that are not any more.
 */
export async function writeAnswers(
  queries: AccountQueries,
  groups: readonly AnsweredGroup[],
  received: AnsweredBy,
): Promise<{ readonly rejected: readonly RejectedSet[]; readonly cleared: readonly string[] }> {
  if (groups.length === 0) return { rejected: [], cleared: [] };
  const files = [...new Set(groups.map(({ row }) => row.execution_id))];
  const setsOf = grouped(await setsOfFiles(queries, files), ({ execution_id }) => execution_id);
  const judged = groups.map((group) => judge(group, setsOf.get(group.row.execution_id) ?? []));
  await writeSetAnswers(
    queries,
    judged.flatMap(({ sets }) => sets),
  );
  await writeGroupAnswers(
    queries,
    judged.map(({ group, answers }) => [group.id, answers] as const),
    received.at,
  );
  await insertAcknowledgments(
    queries,
    groups.flatMap((group) => keptRows(group, received)),
  );
  return {
    rejected: judged.flatMap(({ group, rejected }) => rejected.map((transactionId) => ({ group, transactionId }))),
    cleared: judged.flatMap(({ cleared }) => cleared),
  };
}

interface Judged {
  readonly group: SentGroups;
  readonly answers: GroupAnswers;
  readonly sets: readonly (readonly [id: string, SetAnswers])[];
  /** Ids of sets that are rejected from now on, and of those that were so far. */
  readonly rejected: readonly string[];
  readonly cleared: readonly string[];
}

function judge(answered: AnsweredGroup, setsOfFile: readonly AcknowledgedSet[]): Judged {
  const { row: group } = answered;
  const before = knowledgeOf(group);
  const now: GroupKnowledge = {
    ...before,
    interchange: worse(before.interchange, answered.interchange),
    isDuplicate: before.isDuplicate || answered.isDuplicate === true,
  };
  const changed: [string, SetAnswers][] = [];
  const rejected: string[] = [];
  const cleared: string[] = [];
  let isOpen = false;
  let isOnlyTwice = false;
  for (const set of setsOfFile) {
    const place = set.place - group.first_place;
    if (place < 0 || place >= group.transactions) continue;
    const known = knownOf(set, answered, place);
    const acknowledgment = acknowledgmentOf(now, known);
    isOpen ||= acknowledgment === 'awaited' || acknowledgment === 'overdue';
    const isRejected = acknowledgment === 'rejected';
    isOnlyTwice ||= isRejected && !isWrong(now, known);
    // That its number came twice was told; that it is wrong is told, too.
    const isRejectedAnew = isWrong(now, known) && !isWrong(before, knownOf(set, { row: group, answers: [] }, place));
    if (isRejected && (set.acknowledgment !== 'rejected' || isRejectedAnew)) rejected.push(set.id);
    if (!isRejected && set.acknowledgment === 'rejected') cleared.push(set.id);
    const to = { functional_answer: known.functional ?? null, claim_answer: known.claims ?? null, acknowledgment };
    if (differs(set, to)) changed.push([set.id, to]);
  }
  const open = group.state === 'overdue' ? 'overdue' : 'awaited';
  // What was reported as overdue is not to be reported again, when more is known of it than that its number came twice.
  const state = isOpen || (isOnlyTwice && open === 'overdue') ? open : 'answered';
  const answers = { interchange_answer: now.interchange ?? null, duplicate: now.isDuplicate ? 1 : 0, state } as const;
  return { group, answers, sets: changed, rejected, cleared };
}

/** Rejected by more than that its number came twice. */
function isWrong(group: GroupKnowledge, set: SetKnowledge): boolean {
  return acknowledgmentOf({ ...group, isDuplicate: false }, set) === 'rejected';
}

function knownOf(set: AcknowledgedSet, { functional, claims }: AnsweredGroup, place: number): SetKnowledge {
  // Written here only, in the words of `Answer`.
  const before = { functional: set.functional_answer, claims: set.claim_answer } as Record<AnswerKind, Answer | null>;
  return {
    functional: worse(before.functional ?? undefined, functional?.[place]),
    claims: worse(before.claims ?? undefined, claims?.[place]),
  };
}

function differs(set: AcknowledgedSet, to: SetAnswers): boolean {
  return (
    set.acknowledgment !== to.acknowledgment ||
    set.functional_answer !== to.functional_answer ||
    set.claim_answer !== to.claim_answer
  );
}

function keptRows({ row, answers }: AnsweredGroup, { executionId, at }: AnsweredBy) {
  return answers.slice(0, MOST_KEPT).map(({ saidIn, kind, verdict, facts, transactionId }) => ({
    id: uuid(),
    execution_id: executionId,
    sent_group_id: row.id,
    transaction_id: transactionId ?? null,
    kind,
    verdict,
    facts: answerFactsColumn(facts),
    said: saidOf([saidIn, kind, transactionId ?? '', verdict, answerFactsColumn(facts)]),
    created_at: at,
  }));
}

/** Equal where an interchange of the same number has said the same of the same thing. */
function saidOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}
