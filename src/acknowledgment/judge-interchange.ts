import type { InterchangeAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import type { TA105 } from '../model/codes.js';
import type { Finding } from '../model/finding.js';
import { ACKNOWLEDGMENT_GROUP, canBeAnswered, type JudgedGroup, judgeGroup, rejectWhole } from './judge-group.js';
import { type AcknowledgmentPolicy, DEFAULT_NOTED } from './policy.js';
import type { ReceivedGroup, ReceivedInterchange } from './received.js';

/** What is to be said of one interchange; whether it is sent is another question. */
export interface JudgedInterchange {
  /** TA104 and TA105: the worst of what was found. */
  readonly interchange: InterchangeAcknowledgment;
  /** In the order of the groups; empty where the interchange is rejected. Groups of acknowledgments are left out. */
  readonly groups: readonly JudgedGroup[];
}

/**
 * Decides what becomes of an interchange, its groups and their sets. A rejected interchange has no functional
 * acknowledgments (ack.md 1); whatever was not judged was not accepted.
 */
export function judgeInterchange(received: ReceivedInterchange, policy: AcknowledgmentPolicy = {}): JudgedInterchange {
  const whole = withFindings(received, policy.check?.(received) ?? []);
  const interchange = ta1Of(whole, policy);
  if (interchange.acknowledgmentCode === 'R') return { interchange, groups: [] };
  const groups = whole.groups.flatMap((group) => judged(group, policy));
  const rejects =
    policy.transactions === 'all or none' && groups.some(({ acknowledgment }) => isRejecting(acknowledgment));
  return { interchange, groups: rejects ? groups.map(rejectWhole) : groups };
}

function judged(group: ReceivedGroup, policy: AcknowledgmentPolicy): JudgedGroup[] {
  const { header } = group;
  if (header === undefined || header.functionalIdentifierCode === ACKNOWLEDGMENT_GROUP) return [];
  return [judgeGroup(header, group, policy)];
}

function isRejecting({ verdict }: { readonly verdict: string }): boolean {
  return verdict === 'R' || verdict === 'P';
}

function ta1Of(
  { header, findings, groups }: ReceivedInterchange,
  policy: AcknowledgmentPolicy,
): InterchangeAcknowledgment {
  const noted = policy.noted ?? DEFAULT_NOTED;
  const codes = findings.flatMap((found) =>
    found.level === 'interchange' && found.severity === 'error' ? [found.code] : [],
  );
  // A group that no functional acknowledgment can name is the interchange's matter.
  if (groups.some((group) => group.header !== undefined && !canBeAnswered(group.header))) codes.push('024');
  const fatal = codes.find((code) => !noted.includes(code));
  const worst: TA105 | '000' = fatal ?? codes[0] ?? '000';
  return {
    interchangeControlNumber: header.controlNumber,
    interchangeDate: header.date,
    interchangeTime: header.time,
    acknowledgmentCode: fatal !== undefined ? 'R' : worst === '000' ? 'A' : 'E',
    noteCode: worst,
  };
}

/** Puts what the host found where it belongs. */
function withFindings(received: ReceivedInterchange, found: readonly Finding[]): ReceivedInterchange {
  if (found.length === 0) return received;
  const among = (group?: number, transaction?: number): Finding[] =>
    found.filter(({ at }) => at.group === group && at.transaction === transaction);
  return {
    ...received,
    findings: [...received.findings, ...among()],
    groups: received.groups.map((group, g) => ({
      ...group,
      findings: [...group.findings, ...among(g + 1)],
      transactions: group.transactions.map((set, t) => ({
        ...set,
        findings: [...set.findings, ...among(g + 1, t + 1)],
      })),
    })),
  };
}
