import {
  matchAcknowledgments,
  type ReceivedFunctionalAcknowledgment,
  type SentGroup,
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

/** Of the sets that are not accepted, so many are kept with an answer; the transactions have all of them. */
const MOST_SETS = 100;
const VERDICTS: Readonly<Record<string, string>> = { A: 'accepted', E: 'accepted-with-errors', P: 'partial' };

/**
 * The groups that 997s and 999s speak of, locked, and the answers that speak of none.
 * @returns `undefined` where they have more sets than should be in memory at a time: answers that name fewer are to be asked for.
 */
export async function groupsOfFunctional(
  queries: AccountQueries,
  answering: Answering,
  received: readonly Numbered<ReceivedFunctionalAcknowledgment>[],
): Promise<FoundGroups | undefined> {
  const numbers = received.flatMap(({ acknowledgment }) => numberIn(acknowledgment.controlNumber) ?? []);
  const rows = await lockAnswered(queries, 'group_number', numbers, answering);
  if (new Set(numbers).size > 1 && setsIn(rows) > SETS_AT_ONCE) return undefined;
  const files = [...grouped(rows, ({ execution_id }) => execution_id).values()];
  const sent = files.map((ofFile) => sentOf(ofFile, received));
  const { interchanges, unmatched } = matchAcknowledgments(sent, { interchanges: [], groups: received });
  const groups = interchanges.flatMap((interchange, file) =>
    interchange.groups.flatMap(({ answers, transactions }, place): readonly AnsweredGroup[] => {
      const row = files[file]?.[place];
      if (row === undefined || answers.length === 0) return [];
      const functional = transactions.map(({ state }) => answerOf(state));
      return [{ row, functional, answers: answers.map(keptOf) }];
    }),
  );
  return {
    groups,
    unmatched: [
      ...unmatched.groups.map(({ acknowledgment }) => unmatchedOf('997 or 999', acknowledgment.controlNumber)),
      ...unmatched.transactions.map(({ transaction }) => unmatchedOf('transaction set', transaction.controlNumber)),
    ],
  };
}

/** As much of a file as its rows have: groups that nobody answers here are missing, and none is looked for. */
function sentOf(rows: readonly SentGroups[], [first]: readonly ReceivedFunctionalAcknowledgment[]): SentInterchange {
  const ids = first?.interchange ?? { senderQualifier: '', senderId: '', receiverQualifier: '', receiverId: '' };
  return { header: { ...ids, controlNumber: String(rows[0]?.interchange_number) }, groups: rows.map(groupOf) };
}

function groupOf(row: SentGroups): SentGroup {
  const { sender, receiver, transactionSet, setNumbers } = sentFactsOf(row);
  return {
    header: {
      functionalIdentifierCode: row.functional_id ?? '',
      controlNumber: String(row.group_number),
      applicationSenderCode: sender,
      applicationReceiverCode: receiver,
    },
    transactions: Array.from({ length: row.transactions }, (_, place) => ({
      header: { transactionSet, controlNumber: setNumbers?.[place] ?? String(place + 1) },
    })),
  };
}

function keptOf(answer: ReceivedFunctionalAcknowledgment): KeptAnswer {
  const { kind, verdict, codes, received, accepted, transactions } = answer.acknowledgment;
  const others = transactions.filter((set) => set.verdict !== 'A');
  const sets = others.slice(0, MOST_SETS).map((set) => ({
    controlNumber: set.controlNumber,
    verdict: set.verdict === 'E' ? 'accepted-with-errors' : 'rejected',
    codes: set.codes,
  }));
  const facts = {
    received,
    accepted,
    ...(codes.length === 0 ? {} : { codes }),
    ...(sets.length === 0 ? {} : { sets }),
  };
  return { saidIn: saidIn(answer), kind, verdict: VERDICTS[verdict] ?? 'rejected', facts };
}
