import type { GroupHeader, InterchangeHeader, TransactionHeader } from '../envelope/headers.js';
import { plainNumber } from '../envelope/used-numbers.js';
import { requireForm } from '../model/check-options.js';
import type { Finding } from '../model/finding.js';
import type { Position } from '../model/position.js';
import { type AcknowledgmentState, stateOf, unlistedState, worstState } from './acknowledgment-state.js';
import type { TransactionAcknowledgment } from './functional-acknowledgment.js';
import type { InterchangeResult } from './interchange-result.js';
import type {
  GroupIds,
  InterchangeIds,
  ReceivedAcknowledgments,
  ReceivedFunctionalAcknowledgment,
  ReceivedInterchangeAcknowledgment,
} from './received-acknowledgments.js';

/** An interchange that was sent, such as one of a document that was generated. */
export interface SentInterchange {
  /** With ISA09 and ISA10, interchanges of one number are told apart. */
  readonly header: InterchangeIds &
    Pick<InterchangeHeader, 'controlNumber'> &
    Partial<Pick<InterchangeHeader, 'date' | 'time'>>;
  readonly groups: readonly SentGroup[];
}

export interface SentGroup {
  readonly header?: (Pick<GroupHeader, 'functionalIdentifierCode' | 'controlNumber'> & Partial<GroupIds>) | undefined;
  readonly transactions: readonly SentTransaction[];
}

export interface SentTransaction {
  readonly header: Pick<TransactionHeader, 'transactionSet' | 'controlNumber'>;
}

/** What was sent, part for part, with what is known of it. */
export interface MatchedAcknowledgments {
  /** In the order in which they were given as sent. */
  readonly interchanges: readonly MatchedInterchange[];
  /** What answers nothing that was sent. */
  readonly unmatched: ReceivedAcknowledgments & { readonly transactions: readonly UnmatchedTransaction[] };
}

export interface MatchedInterchange {
  readonly sent: SentInterchange;
  /** By its TA1s alone; accepted says nothing of what is inside. */
  readonly state: AcknowledgmentState;
  readonly answers: readonly ReceivedInterchangeAcknowledgment[];
  readonly groups: readonly MatchedGroup[];
}

export interface MatchedGroup {
  readonly sent: SentGroup;
  readonly answers: readonly ReceivedFunctionalAcknowledgment[];
  readonly transactions: readonly MatchedTransaction[];
}

export interface MatchedTransaction {
  readonly sent: SentTransaction;
  /** By every TA1, group and set that speaks of it. */
  readonly state: AcknowledgmentState;
  /** The AK2 loops about it. */
  readonly answers: readonly TransactionAcknowledgment[];
  /** Of all answers; `at` has the interchange, group and set in what was sent, from 1. */
  readonly findings: readonly Finding[];
}

/** An AK2 loop about a set that was not in the group. */
export interface UnmatchedTransaction {
  readonly group: ReceivedFunctionalAcknowledgment;
  readonly transaction: TransactionAcknowledgment;
}

/** A sent thing while answers come in. */
interface OpenInterchange {
  readonly sent: SentInterchange;
  readonly answers: ReceivedInterchangeAcknowledgment[];
  readonly groups: readonly OpenGroup[];
}

interface OpenGroup {
  readonly sent: SentGroup;
  readonly answers: ReceivedFunctionalAcknowledgment[];
  readonly transactions: readonly OpenTransaction[];
  readonly byKey: ReadonlyMap<string, readonly OpenTransaction[]>;
  /** How many answers say so of the sets that they do not list. Counted, as writing it to each set would cost answers times sets. */
  readonly unlisted: Map<AcknowledgmentState, number>;
}

interface OpenTransaction {
  readonly sent: SentTransaction;
  readonly answers: TransactionAcknowledgment[];
  /** By the answers that list it. */
  state: AcknowledgmentState;
  /** Of the answers counted in `unlisted`, those that list it. */
  readonly listed: Map<AcknowledgmentState, number>;
}

/**
 * Ties acknowledgments to what was sent: a TA1 by ISA05 to ISA08 and ISA13; a 999 or 997 by those ids, GS01 and GS06, and
 * its AK2 loops by ST01 and ST02. Digits are compared as numbers. Nothing is dropped: what answers nothing is `unmatched`.
 *
 * Of several things sent under one number, that one is answered whose date and time (TA1) or GS02 and GS03 (999, 997)
 * agree, else the last. Of several answers the worst counts: somebody has to look at it. A group or interchange that was
 * rejected takes all its sets with it. Only TA105 025 is weaker: it says that a number came twice, which a redelivery
 * explains, and counts for sets of which nothing else is known.
 * @param sent in the order of sending.
 */
export function matchAcknowledgments(
  sent: readonly SentInterchange[],
  received: ReceivedAcknowledgments,
): MatchedAcknowledgments {
  requireForm('matchAcknowledgments', 'sent', sent, 'list');
  requireForm('matchAcknowledgments', 'received', received, 'object');
  const open = sent.map(openInterchange);
  const interchanges = unanswering(received.interchanges, interchangeTaker(open));
  const transactions: UnmatchedTransaction[] = [];
  const groups = unanswering(received.groups, groupTaker(open, transactions));
  return { interchanges: open.map(matchedInterchange), unmatched: { interchanges, groups, transactions } };
}

function unanswering<Answer>(answers: readonly Answer[], take: (answer: Answer) => boolean): readonly Answer[] {
  return answers.filter((answer) => !take(answer));
}

function interchangeTaker(open: readonly OpenInterchange[]): (answer: ReceivedInterchangeAcknowledgment) => boolean {
  const byKey = grouped(open, ({ sent: { header } }) => interchangeKey(header, header.controlNumber));
  return (answer) => {
    const { controlNumber, date, time } = answer.result;
    const answered = choose(
      byKey.get(interchangeKey(answer.interchange, controlNumber)),
      ({ sent: { header } }) => header.date === date && header.time === time,
    );
    answered?.answers.push(answer);
    return answered !== undefined;
  };
}

function groupTaker(
  open: readonly OpenInterchange[],
  unmatched: UnmatchedTransaction[],
): (answer: ReceivedFunctionalAcknowledgment) => boolean {
  const groups = open.flatMap(({ sent, groups }) => groups.map((group) => ({ ids: sent.header, group })));
  const byKey = grouped(groups, ({ ids, group: { sent } }) =>
    sent.header === undefined
      ? ''
      : interchangeKey(ids, sent.header.controlNumber, sent.header.functionalIdentifierCode),
  );
  return (answer) => {
    const { controlNumber, functionalIdentifierCode } = answer.acknowledgment;
    const key = interchangeKey(answer.interchange, controlNumber, functionalIdentifierCode);
    const answered = choose(byKey.get(key), ({ group }) => sameIds(group.sent.header, answer.group));
    if (answered === undefined) return false;
    for (const transaction of takeSets(answered.group, answer)) unmatched.push({ group: answer, transaction });
    return true;
  };
}

/** Gives a group its answer and each set its part of it; returns what is said of sets that it does not have. */
function takeSets(group: OpenGroup, answer: ReceivedFunctionalAcknowledgment): readonly TransactionAcknowledgment[] {
  group.answers.push(answer);
  const { acknowledgment } = answer;
  const listed = new Map<OpenTransaction, AcknowledgmentState>();
  const unmatched: TransactionAcknowledgment[] = [];
  for (const transaction of acknowledgment.transactions) {
    // Sets of one number are answered in their order; what is left over speaks of the last.
    const sets = group.byKey.get(setKey(transaction));
    const set = sets?.find((one) => !listed.has(one)) ?? sets?.at(-1);
    if (set === undefined) unmatched.push(transaction);
    else {
      set.answers.push(transaction);
      listed.set(set, worstState([listed.get(set) ?? 'awaited', stateOf(transaction.verdict)]));
    }
  }
  for (const [set, state] of listed) set.state = worstState([set.state, state]);
  const isRejected = stateOf(acknowledgment.verdict) === 'rejected';
  const unlisted = unlistedState(acknowledgment, group.transactions.length - listed.size);
  countOne(group.unlisted, isRejected ? 'rejected' : unlisted);
  // What is rejected as a whole takes the listed sets with it.
  if (!isRejected) for (const set of listed.keys()) countOne(set.listed, unlisted);
  return unmatched;
}

function countOne(counts: Map<AcknowledgmentState, number>, state: AcknowledgmentState): void {
  counts.set(state, (counts.get(state) ?? 0) + 1);
}

/** By all answers to its group. */
function stateInGroup({ state, listed }: OpenTransaction, { unlisted }: OpenGroup): AcknowledgmentState {
  const said = [...unlisted].filter(([one, answers]) => answers > (listed.get(one) ?? 0)).map(([one]) => one);
  return worstState([state, ...said]);
}

function openInterchange(sent: SentInterchange): OpenInterchange {
  return { sent, answers: [], groups: sent.groups.map(openGroup) };
}

function openGroup(sent: SentGroup): OpenGroup {
  const transactions = sent.transactions.map(
    (set): OpenTransaction => ({ sent: set, answers: [], state: 'awaited', listed: new Map() }),
  );
  const byKey = grouped(transactions, (set) => setKey(set.sent.header));
  return { sent, answers: [], transactions, byKey, unlisted: new Map() };
}

function matchedInterchange({ sent, answers, groups }: OpenInterchange, at: number): MatchedInterchange {
  const state = interchangeState(answers.map(({ result }) => result));
  const strong = interchangeState(answers.map(({ result }) => result).filter(({ code }) => code !== DUPLICATE));
  return {
    sent,
    state,
    answers,
    groups: groups.map((group, groupAt) => ({
      sent: group.sent,
      answers: group.answers,
      transactions: group.transactions.map((set, setAt) => {
        const said = strong === 'rejected' ? strong : stateInGroup(set, group);
        const place = { interchange: at + 1, group: groupAt + 1, transaction: setAt + 1 };
        return {
          sent: set.sent,
          state: said === 'awaited' && strong === 'awaited' && state === 'rejected' ? 'rejected' : said,
          answers: set.answers,
          findings: set.answers.flatMap(({ findings }) => findings.map((found) => placed(found, place))),
        };
      }),
    })),
  };
}

/** TA105: a duplicate interchange control number. */
const DUPLICATE = '025';

function interchangeState(results: readonly InterchangeResult[]): AcknowledgmentState {
  const others = results.filter(({ code }) => code !== DUPLICATE);
  return worstState((others.length > 0 ? others : results).map(({ verdict }) => stateOf(verdict)));
}

function placed(found: Finding, place: Pick<Position, 'interchange' | 'group' | 'transaction'>): Finding {
  const { trigger } = found;
  return {
    ...found,
    at: { ...found.at, ...place },
    ...(trigger === undefined ? {} : { trigger: { ...trigger, ...place } }),
  };
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const map = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = map.get(key);
    if (known === undefined) map.set(key, [item]);
    else known.push(item);
  }
  return map;
}

function choose<Item>(items: readonly Item[] | undefined, agrees: (item: Item) => boolean): Item | undefined {
  return items?.findLast(agrees) ?? items?.at(-1);
}

function interchangeKey(ids: InterchangeIds, controlNumber: string, functionalId = ''): string {
  const { senderQualifier, senderId, receiverQualifier, receiverId } = ids;
  const names = [senderQualifier, senderId, receiverQualifier, receiverId].map((name) => name.trimEnd());
  return JSON.stringify([...names, functionalId, plainNumber(controlNumber)]);
}

function setKey({ transactionSet, controlNumber }: SentTransaction['header']): string {
  return JSON.stringify([transactionSet, plainNumber(controlNumber)]);
}

function sameIds(sent: Partial<GroupIds> | undefined, answered: GroupIds | undefined): boolean {
  if (sent === undefined || answered === undefined) return false;
  return (
    sent.applicationSenderCode === answered.applicationSenderCode &&
    sent.applicationReceiverCode === answered.applicationReceiverCode
  );
}
