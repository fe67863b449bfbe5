import type { GroupHeader, GroupHeaderInput, InterchangeHeaderInput } from '../envelope/headers.js';
import type { InterchangeAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import { checkOptions, requireForm } from '../model/check-options.js';
import type { Delimiters } from '../model/delimiters.js';
import type { JsonObject } from '../model/json.js';
import { objectMaker } from '../model/object-maker.js';
import type { AcknowledgmentGuide } from './acknowledgment-forms.js';
import { encodeFunctional } from './encode-functional.js';
import type { FunctionalAcknowledgment } from './functional-acknowledgment.js';
import type { JudgedGroup } from './judge-group.js';
import type { JudgedInterchange } from './judge-interchange.js';
import { isPlainText } from './legal-text.js';
import type { AcknowledgmentPolicy } from './policy.js';
import { POLICY_RULES } from './policy-rules.js';
import type { ReceivedInterchange } from './received.js';
import { replyDelimiters } from './reply-delimiters.js';
import { replyEnvelope } from './reply-envelope.js';

/** The interchange that answers one, as `generate` takes it; control numbers are still open. */
export interface Reply {
  readonly delimiters: Delimiters;
  /** Given where ids need it. Default UTF-8. */
  readonly encoding?: string | undefined;
  /** The ids are wrong, and repeated as they came: an answer to nobody is better than one to somebody else. */
  readonly repeatsIds?: true;
  readonly header: InterchangeHeaderInput;
  readonly acknowledgments: readonly InterchangeAcknowledgment[];
  readonly groups: readonly ReplyGroup[];
}

export interface ReplyGroup {
  readonly header: GroupHeaderInput;
  readonly transactions: readonly { readonly guide: AcknowledgmentGuide; readonly data: JsonObject }[];
}

const ReplyMaker = objectMaker<Reply>();

/** GS08 of an answer by its guide. */
const RELEASES: Readonly<Record<AcknowledgmentGuide, string>> = {
  '999-005010X231A1': '005010X231A1',
  '997-004010': '004010',
  '997-005010': '005010',
};

/**
 * Puts together what is to be sent for a judged interchange: ids swapped, ISA14 0, the same usage and delimiters. One 999
 * or 997 set a group; sets of one kind for one pair of application codes share a functional group.
 * @returns `undefined` when nothing is to be sent, or to nobody: an id that is longer than an ISA can hold names none.
 */
export function replyTo(
  received: ReceivedInterchange,
  judged: JudgedInterchange,
  policy: AcknowledgmentPolicy = {},
): Reply | undefined {
  requireForm('replyTo', 'received', received, 'object');
  requireForm('replyTo', 'judged', judged, 'object');
  requireForm('replyTo', 'judged.interchange', judged.interchange, 'object');
  checkOptions('replyTo', policy, POLICY_RULES);
  const acknowledgments = sendsTa1(received, judged.interchange, policy) ? [writable(judged.interchange)] : [];
  const answers = answeredGroups(judged.groups, policy);
  if (acknowledgments.length === 0 && answers.length === 0) return undefined;
  const releases = answers.map(({ acknowledgment }) => RELEASES[guideFor(acknowledgment)]);
  const envelope = replyEnvelope(received, releases);
  if (envelope === undefined) return undefined;
  const delimiters = replyDelimiters(received, answers, envelope.header.controlVersionNumber);
  const { encoding, repeatsIds, header } = envelope;
  const reply = new ReplyMaker();
  if (encoding !== undefined) reply.encoding = encoding;
  if (repeatsIds !== undefined) reply.repeatsIds = repeatsIds;
  reply.header = header;
  reply.delimiters = delimiters;
  reply.acknowledgments = acknowledgments;
  reply.groups = replyGroups(answers, policy, { delimiters, encoding });
  return reply;
}

// B2; a TA1 alone is never answered by one.
function sendsTa1(
  { header, groups, acknowledgments }: ReceivedInterchange,
  { acknowledgmentCode: code }: InterchangeAcknowledgment,
  { ta1 = 'requested or rejected', negatives = true }: AcknowledgmentPolicy,
): boolean {
  if (ta1 === 'never' || (groups.length === 0 && acknowledgments.length > 0)) return false;
  if (code !== 'A' && !negatives) return false;
  if (ta1 === 'always' || (code === 'R' && ta1 === 'requested or rejected')) return true;
  switch (header.acknowledgmentRequestedCode) {
    case '1':
      return true;
    case '2':
      return code === 'R';
    case '3':
      return code === 'R' || code === 'E';
    default:
      return false;
  }
}

// TA101 to TA103 have fixed forms; what was received in no such form is answered by zeros (RFI 2102 leaves it open).
function writable(ta1: InterchangeAcknowledgment): InterchangeAcknowledgment {
  const { interchangeControlNumber: number, interchangeDate: date, interchangeTime: time } = ta1;
  return {
    ...ta1,
    interchangeControlNumber: /^\d{9}$/.test(number) ? number : '000000000',
    interchangeDate: /^(\d{6}|\d{4}-\d\d-\d\d)$/.test(date) ? date : '000000',
    interchangeTime: /^\d\d:?\d\d$/.test(time) ? time : '0000',
  };
}

function answeredGroups(
  groups: readonly JudgedGroup[],
  { functional, negatives = true }: AcknowledgmentPolicy,
): readonly JudgedGroup[] {
  if (functional === 'none') return [];
  return groups.filter(({ acknowledgment: { verdict } }) => negatives || verdict === 'A' || verdict === 'E');
}

function replyGroups(
  answers: readonly JudgedGroup[],
  { badValues = false }: AcknowledgmentPolicy,
  { delimiters, encoding }: Pick<Reply, 'delimiters' | 'encoding'>,
): ReplyGroup[] {
  const byHeader = new Map<string, { header: GroupHeaderInput; transactions: ReplyGroup['transactions'][number][] }>();
  // A blank at the end may be cut on the way, and says nothing.
  const legal = (text: string): boolean => isPlainText(text, delimiters) && !text.endsWith(' ');
  for (const { header, acknowledgment } of answers) {
    const guide = guideFor(acknowledgment);
    const answer = groupHeader(header, guide, encoding);
    const key = JSON.stringify(answer);
    const group = byHeader.get(key) ?? { header: answer, transactions: [] };
    byHeader.set(key, group);
    group.transactions.push({ guide, data: encodeFunctional(acknowledgment, { guide, badValues, legal }) });
  }
  return [...byHeader.values()];
}

function guideFor({ kind, release = '' }: FunctionalAcknowledgment): AcknowledgmentGuide {
  if (kind === '999') return '999-005010X231A1';
  return release >= '005' ? '997-005010' : '997-004010';
}

function groupHeader(header: GroupHeader, guide: AcknowledgmentGuide, encoding: string | undefined): GroupHeaderInput {
  const { applicationSenderCode: sender, applicationReceiverCode: receiver } = header;
  const names = (code: string): boolean =>
    code.trim() !== '' && (encoding !== 'iso-8859-1' || /^[\0-\xff]*$/.test(code));
  return {
    functionalIdentifierCode: 'FA',
    // Where a GS names nobody, or nobody that the answer can write, the ids of the interchange do.
    ...(names(receiver) ? { applicationSenderCode: receiver } : {}),
    ...(names(sender) ? { applicationReceiverCode: sender } : {}),
    release: RELEASES[guide],
  };
}
