import type { DocumentInput, Engine, TransactionInput } from 'ediloom';
import type { ClaimReportCodec } from 'ediloom/claims';
import { envelopeMoment } from '../../clock.js';
import { grouped } from '../../store/grouped.js';
import type { ClaimAnswer } from './claim-answer.js';
import { answerNumber } from './numbered-answer.js';
import type { ReceivedSet } from './read-claim-sets.js';
import { reportTree } from './report-tree.js';

interface Writing {
  readonly engine: Engine;
  readonly reports: ClaimReportCodec;
}

interface Of {
  /** The file that is answered. */
  readonly x12: Uint8Array;
  readonly at: number;
}

/** The 277CAs of the sets that were taken: one file for each time at which something is said, an interchange for each that came, a set for each set. */
export function writeReports(
  { engine, reports }: Writing,
  sets: readonly ReceivedSet[],
  { x12, at }: Of,
): readonly ClaimAnswer[] {
  const times = [...new Set(sets.flatMap(timesOf))].sort((one, other) => one - other);
  return times.flatMap((afterMs, place): readonly ClaimAnswer[] => {
    const moment = envelopeMoment(at + afterMs);
    const number = answerNumber({ x12, kind: '277CA', place, at });
    const written = [...grouped(sets, ({ interchange }) => interchange).values()].flatMap((own, index) => {
      const transactions = own.flatMap((set): readonly TransactionInput[] => {
        const tree = reportTree(set, { afterMs, at });
        return tree === undefined ? [] : [reports.encode(tree).transaction];
      });
      const [first] = own;
      if (first === undefined || transactions.length === 0) return [];
      return [interchangeOf(first, { transactions, moment, number: ((number + index - 1) % 999_999_999) + 1 })];
    });
    if (written.length === 0) return [];
    const { bytes } = engine.generate({ interchanges: written }, { findings: 'report', delimiters: 'choose' });
    const count = written.reduce((sum, { groups }) => sum + (groups?.[0]?.transactions.length ?? 0), 0);
    return [{ kind: '277CA', afterMs, x12: bytes, report: { number, sets: count } }];
  });
}

function timesOf({ claims }: ReceivedSet): readonly number[] {
  return claims.flatMap(({ order }) => order.said.map(({ afterMs }) => afterMs));
}

interface Envelope {
  readonly transactions: readonly TransactionInput[];
  readonly moment: ReturnType<typeof envelopeMoment>;
  readonly number: number;
}

/** From whom the claims were for, to whom they were from. */
function interchangeOf(
  { envelope, codes }: ReceivedSet,
  { transactions, moment, number }: Envelope,
): DocumentInput['interchanges'][number] {
  return {
    header: {
      ...{ senderQualifier: envelope.receiverQualifier, senderId: envelope.receiverId },
      ...{ receiverQualifier: envelope.senderQualifier, receiverId: envelope.senderId },
      usageIndicatorCode: envelope.usageIndicatorCode,
      ...{ ...moment, controlNumber: String(number).padStart(9, '0') },
    },
    delimiters: { element: '*', component: ':', repetition: '^', segment: '~' },
    groups: [
      {
        header: {
          applicationSenderCode: codes?.applicationReceiverCode ?? envelope.receiverId.trim(),
          applicationReceiverCode: codes?.applicationSenderCode ?? envelope.senderId.trim(),
          ...{ ...moment, controlNumber: number },
        },
        transactions,
      },
    ],
  };
}
