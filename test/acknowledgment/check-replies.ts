import type { Random } from '../../bench/generate/random.js';
import { decodeFunctional } from '../../src/acknowledgment/decode-functional.js';
import type { FunctionalAcknowledgment } from '../../src/acknowledgment/functional-acknowledgment.js';
import type { AcknowledgmentPolicy, Ta1Policy } from '../../src/acknowledgment/policy.js';
import type { Reply } from '../../src/acknowledgment/reply.js';
import type { AcknowledgedInterchange } from '../../src/engine/acknowledge.js';
import type { Document } from '../../src/engine/document.js';
import { isX12Error } from '../../src/model/error.js';
import type { Finding } from '../../src/model/finding.js';
import type { Reason } from '../../src/model/reasons.js';
import { Broken } from '../fuzz/check-input.js';
import { engine, parseNow } from '../fuzz/read-now.js';
import { acknowledgeNow } from './acknowledge-now.js';

/** What an input was answered, for the figures of a run. */
export type Answer = 'refused' | 'nothing' | 'TA1 alone' | 'accepted' | 'with errors' | 'partial' | 'rejected';

/** A sender that has no id has none in the answer either, not even in its GS: ids are repeated as received, and never made up. */
const REPEATED: ReadonlySet<Reason> = new Set([
  'isa-sender-qualifier',
  'isa-sender',
  'isa-receiver-qualifier',
  'isa-receiver',
  'group-header',
]);

/**
 * Has one input answered and demands: whatever is answered can be written, and reads back without an error against its
 * own guide; its counts add up; it is not answered in turn; no set with an error is accepted unless the policy says so;
 * no copy of a value stands in it unless the policy says so.
 * @throws Broken, or whatever the engine threw that it must not.
 */
export function checkReplies(bytes: Uint8Array, random: Random): readonly Answer[] {
  const policy = somePolicy(random);
  const document = parsedNow(bytes);
  if (document === undefined) return ['refused'];
  const acknowledged = acknowledgeNow(bytes, policy);
  demand('every interchange is judged', acknowledged.length === document.interchanges.length);
  if (policy.errors !== 'accept' && policy.tolerated === undefined) requireErrorsRejected(document, acknowledged);
  return acknowledged.map((one) => {
    if (one.verdict.acknowledgmentCode === 'R') demand('no functional acknowledgment of it', one.groups.length === 0);
    for (const group of one.groups) checkCounts(group, policy);
    return one.reply === undefined ? 'nothing' : checkReply(one.reply, one, policy);
  });
}

function checkReply(reply: Reply, acknowledged: AcknowledgedInterchange, policy: AcknowledgmentPolicy): Answer {
  const { bytes, findings } = engine.generate({ interchanges: [reply] }, { findings: 'report' });
  requireClean('written', findings);
  const document = parseNow([bytes], {});
  requireClean('read back', findingsOf(document));
  const [answer, ...more] = document.interchanges;
  if (answer === undefined || more.length > 0) throw new Broken('an answer is one interchange');
  demand('ISA14 is 0', answer.header.acknowledgmentRequestedCode === '0');
  const { senderQualifier, senderId, receiverQualifier, receiverId } = acknowledged.header;
  const swapped = [receiverQualifier, receiverId, senderQualifier, senderId];
  const { header } = answer;
  const ids = [header.senderQualifier, header.senderId, header.receiverQualifier, header.receiverId];
  demand(
    'the ids are swapped',
    ids.every((id, index) => id.trimEnd() === swapped[index]?.trimEnd()),
  );
  const sets = answer.groups.flatMap(({ transactions }) => transactions);
  const told = sets.map(({ guide, data }) => decodeFunctional(guide, data, { badValues: true }));
  const sent = acknowledged.groups.filter(({ verdict }) => policy.negatives !== false || /[AE]/.test(verdict));
  demand('one set a group', told.length === (policy.functional === 'none' ? 0 : sent.length));
  for (const one of told) requireTold(one, acknowledged, policy);
  // An answer to nobody is rejected, by a TA1; that is the end of it.
  const faulty = findingsOf(document).some(({ reason }) => REPEATED.has(reason));
  for (const { reply: again } of acknowledgeNow(bytes))
    demand('an answer is not answered', again === undefined || (faulty && again.groups.length === 0));
  if (told.length === 0) return 'TA1 alone';
  const verdicts = told.map(({ verdict }) => verdict);
  if (verdicts.includes('P')) return 'partial';
  return verdicts.includes('R') ? 'rejected' : verdicts.includes('E') ? 'with errors' : 'accepted';
}

/** What was written says what was decided. */
function requireTold(
  told: FunctionalAcknowledgment,
  { groups }: AcknowledgedInterchange,
  policy: AcknowledgmentPolicy,
): void {
  checkCounts(told, policy);
  // Several groups may have one control number; that is why one of them matches, and not which.
  const same = groups.some(
    (one) =>
      one.kind === told.kind &&
      one.functionalIdentifierCode === told.functionalIdentifierCode &&
      one.verdict === told.verdict &&
      [one.included, one.received, one.accepted].join() === [told.included, told.received, told.accepted].join() &&
      one.transactions.map(({ verdict }) => verdict).join() === told.transactions.map(({ verdict }) => verdict).join(),
  );
  demand('what is told is what was decided', same);
  for (const { verdict, codes, findings } of told.transactions) {
    demand('a rejected set says why', verdict === 'A' || codes.length > 0);
    demand('an accepted set has nothing to say', verdict !== 'A' || (codes.length === 0 && findings.length === 0));
    const copies = findings.filter((found) => found.level === 'element' && found.badValue !== undefined);
    demand('values are copied only when asked for', policy.badValues === true || copies.length === 0);
  }
}

function checkCounts(group: FunctionalAcknowledgment, policy: AcknowledgmentPolicy): void {
  const { verdict, received, accepted, transactions, codes } = group;
  const accepting = transactions.filter((set) => set.verdict === 'A' || set.verdict === 'E').length;
  const rejecting = transactions.filter((set) => set.verdict === 'R').length;
  demand('no set is neither accepted nor rejected', accepting + rejecting === transactions.length);
  if (verdict === 'R') {
    demand('AK904 of a rejected group is 0', accepted === 0 && accepting === 0);
    demand('a rejected group says why', codes.length > 0 || rejecting > 0 || policy.transactions === 'all or none');
    return;
  }
  demand('AK904 is AK903 less the rejected sets', accepted === received - rejecting);
  if (policy.listAccepted !== false) demand('every set is listed', transactions.length === received);
  if (verdict === 'P') demand('P means some', accepted > 0 && rejecting > 0);
  else demand('A and E reject nothing', rejecting === 0);
  if (verdict === 'A')
    demand('A has nothing to say', codes.length === 0 && transactions.every((set) => set.verdict === 'A'));
}

/** By default nobody is told A or E of a set, group or interchange in which reading finds an error. */
function requireErrorsRejected(document: Document, acknowledged: readonly AcknowledgedInterchange[]): void {
  document.interchanges.forEach(({ groups }, i) => {
    const one = acknowledged[i];
    if (one === undefined || one.verdict.acknowledgmentCode === 'R') return;
    const judged = [...one.groups];
    for (const { header, transactions } of groups) {
      const id = header?.functionalIdentifierCode ?? '';
      if (id === 'FA' || !/^[0-9A-Z]{2}$/.test(id)) continue;
      const group = judged.shift();
      if (group === undefined) throw new Broken('a group was not judged');
      if (group.verdict === 'R') continue;
      const wrong = transactions.filter(({ findings }) => findings.some(isCodedError)).length;
      demand('a set with an error is rejected', group.accepted <= transactions.length - wrong);
    }
  });
}

function isCodedError({ level, severity }: Finding): boolean {
  return severity === 'error' && level !== 'content';
}

function parsedNow(bytes: Uint8Array): Document | undefined {
  try {
    return parseNow([bytes], {});
  } catch (error) {
    if (isX12Error(error)) return undefined;
    throw error;
  }
}

function findingsOf({ findings, interchanges }: Document): Finding[] {
  const groups = interchanges.flatMap((interchange) => [interchange, ...interchange.groups]);
  const sets = interchanges.flatMap((interchange) => interchange.groups.flatMap(({ transactions }) => transactions));
  return [findings, ...[...groups, ...sets].map((one) => one.findings)].flat();
}

function requireClean(when: string, findings: readonly Finding[]): void {
  const error = findings.find(({ severity, reason }) => severity === 'error' && !REPEATED.has(reason));
  if (error !== undefined) throw new Broken(`an error, ${when}: ${JSON.stringify(error)}`);
}

function demand(what: string, holds: boolean): void {
  if (!holds) throw new Broken(`not so: ${what}`);
}

const TA1_POLICIES: readonly Ta1Policy[] = ['never', 'requested', 'requested or rejected', 'always'];

/** The default policy in half of the cases. */
function somePolicy(random: Random): AcknowledgmentPolicy {
  if (random.chance(50)) return {};
  const sometimes = <T extends AcknowledgmentPolicy>(policy: T): T | object => (random.chance(30) ? policy : {});
  return {
    ta1: random.pick(TA1_POLICIES),
    ...sometimes({ functional: random.pick(['999', '997', 'none'] as const) }),
    ...sometimes({ errors: 'accept' }),
    ...sometimes({ negatives: false }),
    ...sometimes({ tolerated: ['element-code', 'segment-unknown'] }),
    ...sometimes({ warnings: 'report' }),
    ...sometimes({ transactions: 'all or none' }),
    ...sometimes({ fatal: [] }),
    ...sometimes({
      noted: ['001', '005', '006', '007', '008', '012', '014', '018', '021', '022', '023', '024', '025'],
    }),
    ...sometimes({ listAccepted: false }),
    ...sometimes({ badValues: true }),
  };
}
