import { type Engine, type LocalMoment, localMoment, replaceControlNumbers } from 'ediloom';
import type { Reply } from 'ediloom/acknowledgment';
import type { Steps } from '../../heavy-turns.js';
import type { SendingConnection } from '../../resources/connections/sending-connection.js';
import type { KnownGuide } from '../../resources/guides/guide-library.js';
import type { SendingPartnership } from '../../resources/partnerships/sending-partnership.js';
import type { Draft } from '../outbound/draft-interchange.js';
import type { OutboundPlan, PlannedGroup } from '../outbound/plan-interchange.js';

/** Where an answer goes, and how its file is named. */
export interface AnswerRoute {
  readonly partnership: SendingPartnership;
  readonly connection: SendingConnection;
  readonly directory: string;
  readonly filenameExpression: string | undefined;
}

const PLACE_HOLDER = '000000000';

/**
 * The draft of an answer, as if somebody had asked for it: what is written down of it, and how it is delivered, is as of any other file.
 * @returns `undefined` where it cannot be written, as what it repeats fits into no acknowledgment.
 */
export function* draftAnswer(
  engine: Engine,
  reply: Reply,
  route: AnswerRoute,
  { guides, now }: { readonly guides: ReadonlyMap<string, KnownGuide>; readonly now: number },
): Steps<Draft | undefined> {
  const { partnership } = route;
  const moment = localMoment(now, partnership.timezone);
  const groups = reply.groups.map((group, index) => ({
    ...group,
    header: {
      ...group.header,
      date: moment.date,
      time: timeOf(partnership, moment),
      // Groups of one interchange may not have one number, not even for a moment.
      controlNumber: String(index).padStart(PLACE_HOLDER.length, '0'),
    },
  }));
  const header = { ...reply.header, date: moment.date, time: moment.time, controlNumber: PLACE_HOLDER };
  const document = { interchanges: [{ ...reply, header, groups }] };
  const written = yield* engine.generateInSteps(document, { findings: 'report' });
  if (written.findings.some(({ severity }) => severity === 'error')) return undefined;
  const setNumbers: string[][] = groups.map(() => []);
  for (const { group, controlNumber } of written.transactions) setNumbers[group - 1]?.push(controlNumber);
  const finish: Draft['finish'] = (numbers) =>
    replaceControlNumbers(written.bytes, written.numberPlaces, ({ group }) =>
      group === undefined ? numbers.interchange : (numbers.groups[group - 1] ?? 0),
    );
  return {
    plan: planOf(reply, route, guides),
    request: requestOf(reply, partnership.id),
    moment,
    problems: [],
    setNumbers,
    finish,
    finishOne: (group, transaction, numbers) => {
      const one = groups[group];
      const set = one?.transactions[transaction];
      if (one === undefined || set === undefined) throw new RangeError('There is no such set.');
      const controlNumber = setNumbers[group]?.[transaction] ?? '';
      const transactions = [{ ...set, header: { transactionSet: transactionSetOf(set.guide), controlNumber } }];
      const alone = { interchanges: [{ ...reply, acknowledgments: [], header, groups: [{ ...one, transactions }] }] };
      const { bytes, numberPlaces } = engine.generate(alone, { findings: 'report' });
      return replaceControlNumbers(bytes, numberPlaces, (place) =>
        place.group === undefined ? numbers.interchange : (numbers.groups[group] ?? 0),
      );
    },
  };
}

function timeOf({ timeFormat }: SendingPartnership, { time, second }: LocalMoment): string {
  return timeFormat === 'HHMMSS' ? `${time}:${second}` : time;
}

/** `999-005010X231A1` is of 999. */
function transactionSetOf(guide: string): string {
  return guide.slice(0, 3);
}

function planOf(reply: Reply, route: AnswerRoute, guides: ReadonlyMap<string, KnownGuide>): OutboundPlan {
  const usage = reply.header.usageIndicatorCode;
  return {
    ...route,
    // Only what is one of the three is processed and answered so far as groups; a TA1 of another repeats nothing.
    usage: usage === 'T' || usage === 'I' ? usage : 'P',
    groups: reply.groups.map(({ header, transactions: [first] }): PlannedGroup => {
      const guide = guides.get(first?.guide ?? '');
      return {
        setting: {
          id: undefined,
          transaction_set: transactionSetOf(first?.guide ?? ''),
          release: header.release ?? '',
        },
        guide,
        functionalId: header.functionalIdentifierCode,
        // Where the group that is answered names nobody, the ids of the interchange do.
        sender: header.applicationSenderCode ?? reply.header.senderId,
        receiver: header.applicationReceiverCode ?? reply.header.receiverId,
      };
    }),
  };
}

function requestOf({ groups }: Reply, partnershipId: string): Draft['request'] {
  return {
    partnershipId,
    overrides: { acknowledgmentRequestedCode: '0' },
    groups: groups.map(({ transactions }) => ({ settingId: '', transactions: transactions.map(({ data }) => data) })),
    pointerOf: () => '',
  };
}
