import { matchAcknowledgments, type ReceivedFunctionalAcknowledgment } from 'ediloom/acknowledgment';
import { setAnswers } from 'ediloom/claims';
import { expect, it } from 'vitest';
import { answersOf } from '../../../src/exchange/claim-answers/tie-group.js';

const INTERCHANGE = '000000077';
const HEADER = { functionalIdentifierCode: 'HC', controlNumber: '7' };
const IDS = { senderQualifier: 'ZZ', senderId: 'SENDER', receiverQualifier: 'ZZ', receiverId: 'PAYER' };

const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1).padStart(4, '0'));

function acknowledgment(verdict: string, accepted: number, sets: readonly (readonly [string, string, string])[]) {
  const transactions = sets.map(([transactionSet, controlNumber, said]) => ({
    ...{ transactionSet, controlNumber, verdict: said, codes: said === 'R' ? ['5'] : [], findings: [] },
  }));
  const counts = { included: 0, received: 0, accepted };
  const codes = verdict === 'R' ? ['5'] : [];
  return {
    ...{ interchange: IDS, group: {} },
    acknowledgment: { ...HEADER, verdict, codes, ...counts, transactions },
  } as unknown as ReceivedFunctionalAcknowledgment;
}

/** Each set with all others judged beside it. */
function judgedAtLength(received: ReceivedFunctionalAcknowledgment, sets: readonly string[]) {
  const transactions = sets.map((set) => ({ header: { transactionSet: '837', controlNumber: set } }));
  const sent = [{ header: { ...IDS, controlNumber: INTERCHANGE }, groups: [{ header: HEADER, transactions }] }];
  return setAnswers(matchAcknowledgments(sent, { interchanges: [], groups: [received] }));
}

it('each set is answered as if all were judged, whether it is named or not', () => {
  for (const verdict of ['A', 'E', 'P', 'R', 'M', 'X'])
    for (const count of [1, 2, 3, 6])
      for (const accepted of [0, 1, 2, 3, 4, 5, 6, 9])
        for (const named of [
          [],
          [['837', '1', 'R']],
          [['837', '0001', 'A']],
          [['270', '0001', 'A']],
          [
            ['837', '0001', 'E'],
            ['837', '0001', 'R'],
            ['837', '2', 'A'],
          ],
        ] as const) {
          const sets = numbered(count);
          const received = acknowledgment(verdict, accepted, named);
          const answers = answersOf(received, { interchange: INTERCHANGE, sets });
          expect(sets.map((set) => ({ ...(answers.named.get(set) ?? answers.others), set }))).toEqual(
            judgedAtLength(received, sets),
          );
        }
});

it('of thousands of sets those alone are judged that it names, and one for all others', () => {
  const received = acknowledgment('P', 4_999, [['837', '0017', 'R']]);
  const { named, others } = answersOf(received, { interchange: INTERCHANGE, sets: numbered(5_000) });
  expect([...named.keys()]).toEqual(['0017']);
  expect(others?.state).toBe('accepted');
});
