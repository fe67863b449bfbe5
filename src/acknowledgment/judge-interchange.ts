import type { InterchangeAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import { checkOptions, requireForm } from '../model/check-options.js';
import type { TA105 } from '../model/codes.js';
import type { Finding } from '../model/finding.js';
import {
  ACKNOWLEDGMENT_GROUP,
  canBeAnswered,
  type JudgedGroup,
  judgeGroup,
  rejectUnnamed,
  rejectWhole,
} from './judge-group.js';
import { type AcknowledgmentPolicy, DEFAULT_NOTED } from './policy.js';
import { POLICY_RULES } from './policy-rules.js';
import type { ReceivedGroup, ReceivedInterchange } from './received.js';

/** What is to be said of one interchange; whether it is sent is another question. */
export interface JudgedInterchange {
  /** TA104 and TA105: the worst of what was found. */
  readonly interchange: InterchangeAcknowledgment;
  /** In the order of the groups; empty where the interchange is rejected. Groups of acknowledgments are left out. */
  readonly groups: readonly JudgedGroup[];
  /**
   * Of each group that was received and each set of it, in order: whether it is accepted. Sets of acknowledgments are judged too,
   * though nobody answers them. Empty where the interchange is rejected.
   */
  readonly accepted: readonly (readonly boolean[])[];
}

/**
 * Decides what becomes of an interchange, its groups and their sets. A rejected interchange is answered
 * by its TA1 alone, without functional acknowledgments; whatever was not judged was not accepted.
 */
export function judgeInterchange(received: ReceivedInterchange, policy: AcknowledgmentPolicy = {}): JudgedInterchange {
  requireForm('judgeInterchange', 'received', received, 'object');
  requireForm('judgeInterchange', 'header', received.header, 'object');
  requireForm('judgeInterchange', 'groups', received.groups, 'list');
  checkOptions('judgeInterchange', policy, POLICY_RULES);
  const whole = withFindings(heeded(received, policy), policy.check?.(received) ?? []);
  const interchange = ta1Of(whole, policy);
  if (interchange.acknowledgmentCode === 'R') return { interchange, groups: [], accepted: [] };
  const named = { left: policy.mostRejected ?? Number.POSITIVE_INFINITY };
  const all = whole.groups.map((group) => {
    const one = judged(group, { policy, delimiters: received.delimiters });
    return one && within(one, named);
  });
  const groups = all.filter((group) => group !== undefined).filter(isAnswered);
  const rejects =
    policy.transactions === 'all or none' && groups.some(({ acknowledgment }) => isRejecting(acknowledgment));
  const accepted = all.map((group, g) => {
    if (group === undefined) return (whole.groups[g]?.transactions ?? []).map(() => false);
    return rejects && isAnswered(group) ? group.sets.map(() => false) : group.sets;
  });
  return { interchange, groups: rejects ? groups.map(rejectWhole) : groups, accepted };
}

/** As if what the policy ignores had not been found. */
export function heeded(received: ReceivedInterchange, { ignored }: AcknowledgmentPolicy): ReceivedInterchange {
  if (ignored === undefined) return received;
  const isHeeded = ({ reason }: Finding) => !ignored.includes(reason);
  return { ...received, findings: received.findings.filter(isHeeded), lost: received.lost?.filter(isHeeded) };
}

/** @returns `undefined` for sets that no functional acknowledgment can speak of. */
function judged(group: ReceivedGroup, by: Parameters<typeof judgeGroup>[2]): JudgedGroup | undefined {
  const { header } = group;
  return header === undefined || !canBeAnswered(header) ? undefined : judgeGroup(header, group, by);
}

/** @param named what may still be named as rejected; less of it afterwards. */
function within(group: JudgedGroup, named: { left: number }): JudgedGroup {
  const rejected = group.acknowledgment.transactions.filter(({ verdict }) => verdict === 'R').length;
  if (rejected > named.left) return rejectUnnamed(group);
  named.left -= rejected;
  return group;
}

function isAnswered({ header }: JudgedGroup): boolean {
  return header.functionalIdentifierCode !== ACKNOWLEDGMENT_GROUP;
}

function isRejecting({ verdict }: { readonly verdict: string }): boolean {
  return verdict === 'R' || verdict === 'P';
}

function ta1Of(
  { header, findings: kept, lost = [], groups }: ReceivedInterchange,
  policy: AcknowledgmentPolicy,
): InterchangeAcknowledgment {
  const findings = [...kept, ...lost];
  const noted = policy.noted ?? DEFAULT_NOTED;
  // A group that no functional acknowledgment can name is the interchange's matter.
  const isUnnamed = groups.some(({ header: group }) => group !== undefined && !canBeAnswered(group));
  const unnamed: readonly TA105[] = isUnnamed ? ['024'] : [];
  const codes = [...codesOf(findings, 'error'), ...unnamed];
  const untolerated = findings.filter(({ reason }) => policy.tolerated?.includes(reason) !== true);
  const stops = [...codesOf(untolerated, 'error'), ...unnamed];
  const fatal = worstOf(stops.filter((code) => !noted.includes(code)));
  const reported = policy.warnings === 'report' ? codesOf(findings, 'warning') : [];
  const worst: TA105 | '000' = fatal ?? worstOf(codes) ?? worstOf(reported) ?? '000';
  return {
    interchangeControlNumber: header.controlNumber,
    interchangeDate: header.date,
    interchangeTime: header.time,
    acknowledgmentCode: fatal !== undefined ? 'R' : worst === '000' ? 'A' : 'E',
    noteCode: worst,
  };
}

/** The order in which an interchange is looked at: a TA1 has one code, for the first thing that stops it. */
const ORDER: readonly TA105[] = [
  ...(['022', '026', '027', '004', '017', '003', '002', '016', '032', '010', '011', '012', '013'] as const),
  ...(['005', '006', '007', '008', '009', '014', '015', '018', '019', '020'] as const),
  ...(['023', '001', '021', '024', '025', '031', '028', '029', '030'] as const),
];

function worstOf(codes: readonly TA105[]): TA105 | undefined {
  return ORDER.find((code) => codes.includes(code));
}

function codesOf(findings: readonly Finding[], severity: Finding['severity']): TA105[] {
  return findings.flatMap((found) =>
    found.level === 'interchange' && found.severity === severity ? [found.code] : [],
  );
}

/** Puts what the host found where it belongs. */
function withFindings(received: ReceivedInterchange, found: readonly Finding[]): ReceivedInterchange {
  if (found.length === 0) return received;
  const inside = found.filter(({ level }) => level !== 'interchange');
  const among = (group: number, transaction?: number): Finding[] =>
    inside.filter(({ at }) => at.group === group && at.transaction === transaction);
  return {
    ...received,
    findings: [...received.findings, ...found.filter(({ level }) => level === 'interchange')],
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
