import {
  type AcknowledgmentState,
  matchAcknowledgments,
  type ReceivedInterchangeAcknowledgment,
  type SentInterchange,
} from 'ediloom/acknowledgment';
import { answerOf } from '../../resources/tracking/acknowledgment.js';
import { sentFactsOf } from '../../resources/tracking/columns.js';
import { type Answering, lockAnswered } from '../../resources/tracking/find-sent.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { SentGroups } from '../../store/exchange-tables.js';
import { grouped } from '../../store/grouped.js';
import {
  type FoundGroups,
  type Numbered,
  numberIn,
  SETS_AT_ONCE,
  saidIn,
  setsIn,
  unmatchedOf,
} from './received-answers.js';
import type { AnsweredGroup, KeptAnswer } from './write-answers.js';

/** TA105: the number of the interchange came twice. */
const CAME_TWICE = '025';
const VERDICTS = { A: 'accepted', E: 'accepted-with-errors', R: 'rejected' } as const;

/**
 * The groups that TA1s speak of, locked, and the TA1s that speak of none.
 * @returns `undefined` where they have more sets than should be in memory at a time: answers that name fewer are to be asked for.
 */
export async function groupsOfTa1s(
  queries: AccountQueries,
  answering: Answering,
  received: readonly Numbered<ReceivedInterchangeAcknowledgment>[],
): Promise<FoundGroups | undefined> {
  const numbers = received.flatMap(({ result }) => numberIn(result.controlNumber) ?? []);
  const rows = await lockAnswered(queries, 'interchange_number', numbers, answering);
  if (new Set(numbers).size > 1 && setsIn(rows) > SETS_AT_ONCE) return undefined;
  const files = [
    ...grouped(rows, ({ execution_id, interchange_number }) => `${execution_id} ${interchange_number}`).values(),
  ];
  const sent = files.flatMap(([first]) => (first === undefined ? [] : [sentOf(first, received)]));
  const { interchanges, unmatched } = matchAcknowledgments(sent, { interchanges: received, groups: [] });
  const groups = interchanges.flatMap(({ answers, state }, index) => {
    return answers.length === 0 ? [] : groupsOf(files[index] ?? [], answers, state);
  });
  return {
    groups,
    unmatched: unmatched.interchanges.map(({ result }) => unmatchedOf('TA1', result.controlNumber)),
  };
}

function sentOf(row: SentGroups, [first]: readonly ReceivedInterchangeAcknowledgment[]): SentInterchange {
  const { date, time } = sentFactsOf(row);
  const ids = first?.interchange ?? { senderQualifier: '', senderId: '', receiverQualifier: '', receiverId: '' };
  return {
    header: {
      ...ids,
      controlNumber: String(row.interchange_number),
      ...(date === undefined || time === undefined ? {} : { date, time }),
    },
    groups: [],
  };
}

/** All groups of the interchange: it went as a whole. What was said is kept with its first. */
function groupsOf(
  rows: readonly SentGroups[],
  answers: readonly ReceivedInterchangeAcknowledgment[],
  state: AcknowledgmentState,
): readonly AnsweredGroup[] {
  const kept = answers.map((answer): KeptAnswer => {
    const { verdict, code } = answer.result;
    return { saidIn: saidIn(answer), kind: 'TA1', verdict: VERDICTS[verdict], facts: { codes: [code] } };
  });
  const isTwice = ({ result }: ReceivedInterchangeAcknowledgment) => result.code === CAME_TWICE;
  return rows.map((row, index) => ({
    row,
    interchange: answers.every(isTwice) ? undefined : answerOf(state),
    isDuplicate: answers.some(isTwice),
    answers: index === 0 ? kept : [],
  }));
}
