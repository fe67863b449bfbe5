import type { AcknowledgmentState } from 'ediloom/acknowledgment';
import type { SentGroups } from '../../store/exchange-tables.js';

/**
 * What came of a transaction at the partner's. The rule: what any answer has rejected is rejected. Otherwise it waits as long as an
 * answer is missing that the partnership expects, and is overdue when that should have come. Otherwise the worst of the answers counts.
 * That an interchange number came twice (TA105 025) is weaker than all else: a redelivery explains it, and it counts for what nothing else
 * is known of. The order in which answers come makes no difference, nor does one that comes again.
 */
export type Acknowledgment = 'not-expected' | 'awaited' | 'accepted' | 'accepted-with-errors' | 'rejected' | 'overdue';

/** What one kind of answer says, the worst of all of that kind. */
export type Answer = 'accepted' | 'accepted-with-errors' | 'rejected';

/** Kinds of answers: a TA1; a 997 or 999; a 277CA. */
export type AnswerKind = 'interchange' | 'functional' | 'claims';

/** What is known of all sets of a group. */
export interface GroupKnowledge {
  readonly expects: readonly AnswerKind[];
  /** By TA1s; `undefined`: none has come but such as say that the number came twice. */
  readonly interchange: Answer | undefined;
  readonly isDuplicate: boolean;
  /** What is missing should have come. */
  readonly isOverdue: boolean;
}

/** What is known of one set. */
export interface SetKnowledge {
  readonly functional: Answer | undefined;
  readonly claims: Answer | undefined;
}

const WORSE: readonly Answer[] = ['accepted', 'accepted-with-errors', 'rejected'];

/** The worse of two; `undefined` where there is neither. */
export function worse(one: Answer | undefined, other: Answer | undefined): Answer | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return WORSE.indexOf(one) > WORSE.indexOf(other) ? one : other;
}

/** What the engine says of something that was sent; `undefined`: nothing. */
export function answerOf(state: AcknowledgmentState): Answer | undefined {
  if (state === 'awaited') return undefined;
  return state === 'accepted with errors' ? 'accepted-with-errors' : state;
}

/** See {@link Acknowledgment}. */
export function acknowledgmentOf(group: GroupKnowledge, set: SetKnowledge): Acknowledgment {
  const { expects, interchange, isDuplicate } = group;
  const content = worse(set.functional, set.claims);
  if (interchange === 'rejected' || content === 'rejected') return 'rejected';
  if (isDuplicate && interchange === undefined && content === undefined) return 'rejected';
  const missing =
    (expects.includes('interchange') && interchange === undefined && !isDuplicate) ||
    (expects.includes('functional') && set.functional === undefined) ||
    (expects.includes('claims') && set.claims === undefined);
  if (missing) return group.isOverdue ? 'overdue' : 'awaited';
  // A TA1 says nothing of what is inside, unless nothing else is waited for.
  const envelope = expects.includes('interchange') ? interchange : undefined;
  return worse(content, envelope) ?? 'not-expected';
}

/** Of a group as its row has it. */
export function knowledgeOf(
  row: Pick<SentGroups, 'expects' | 'interchange_answer' | 'duplicate' | 'state'>,
): GroupKnowledge {
  return {
    expects: expectsOf(row),
    // Written by `sent-groups.ts` only.
    interchange: (row.interchange_answer ?? undefined) as Answer | undefined,
    isDuplicate: row.duplicate === 1,
    isOverdue: row.state === 'overdue',
  };
}

/** The column `expects`. */
export function expectsOf({ expects }: Pick<SentGroups, 'expects'>): readonly AnswerKind[] {
  // Written by `sent-group-rows.ts` only.
  return expects === null ? [] : (expects.split(' ') as AnswerKind[]);
}
