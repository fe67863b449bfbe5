import type { GroupHeader } from '../envelope/headers.js';
import type { AK905 } from '../model/codes.js';
import type { Delimiters } from '../model/delimiters.js';
import type { Finding } from '../model/finding.js';
import {
  type FunctionalAcknowledgment,
  type FunctionalKind,
  MOST_CODES,
  MOST_SETS,
  type TransactionAcknowledgment,
} from './functional-acknowledgment.js';
import { canBeNamed, judgeTransaction } from './judge-transaction.js';
import { type AcknowledgmentPolicy, DEFAULT_FATAL } from './policy.js';
import type { ReceivedGroup } from './received.js';

/** Acknowledgments are never acknowledged. */
export const ACKNOWLEDGMENT_GROUP = 'FA';
const HIPAA_GUIDE = /^005010X/;

/** A group as judged by itself: `all or none` may yet reject it for another one. */
export interface JudgedGroup {
  readonly header: GroupHeader;
  readonly acknowledgment: FunctionalAcknowledgment;
  /** Of each set, in order: whether it is accepted. */
  readonly sets: readonly boolean[];
}

/** True when GS01 can be repeated in an AK1; else only a TA1 can speak of the group. */
export function canBeAnswered(header: GroupHeader): boolean {
  return /^[0-9A-Z]{2}$/.test(header.functionalIdentifierCode);
}

/**
 * Decides AK901 and the codes of one group, and all of its sets. A fault of the group that the policy calls fatal, or a set that
 * no AK2 can name, rejects it, and its sets are not listed. Otherwise the sets decide: R where all are rejected, P where some are,
 * E where something was wrong with the group or a set, else A.
 */
export function judgeGroup(
  header: GroupHeader,
  group: ReceivedGroup,
  { policy, delimiters }: { readonly policy: AcknowledgmentPolicy; readonly delimiters: Delimiters },
): JudgedGroup {
  const kind = kindOf(header, policy);
  const own = [...group.findings, ...(group.lost ?? [])].filter(({ level }) => level === 'group');
  const codesOf = (severity: Finding['severity']): AK905[] =>
    own.filter((one) => one.severity === severity).map(({ code }) => code as AK905); // level group has no others
  const codes = new Set(codesOf('error'));
  const nameless = !group.transactions.every((set) => canBeNamed(set, delimiters));
  if (nameless) codes.add('5');
  const fatal = nameless || (policy.fatal ?? DEFAULT_FATAL).some((code) => codes.has(code));
  if (policy.warnings === 'report') for (const code of codesOf('warning')) codes.add(code);
  const judged = fatal ? [] : group.transactions.map((set) => judgeTransaction(set, policy));
  const rejected = judged.filter(({ verdict }) => verdict === 'R').length;
  const received = Math.min(group.transactions.length, MOST_SETS);
  const acknowledgment: FunctionalAcknowledgment = {
    kind,
    functionalIdentifierCode: header.functionalIdentifierCode,
    controlNumber: digitsOf(header.controlNumber),
    ...releaseOf(header),
    verdict: fatal ? 'R' : verdictOf(judged, rejected, codes.size > 0),
    codes: [...codes].slice(0, MOST_CODES),
    included: Math.min(group.declared ?? group.transactions.length, MOST_SETS),
    received,
    accepted: fatal ? 0 : received - rejected,
    transactions: policy.listAccepted === false ? judged.filter(({ verdict }) => verdict !== 'A') : judged,
  };
  const sets = group.transactions.map((_, t) => !fatal && judged[t]?.verdict !== 'R');
  return { header, acknowledgment, sets };
}

/** The same group where another set of the interchange rejects everything. */
export function rejectWhole({ header, acknowledgment, sets }: JudgedGroup): JudgedGroup {
  const transactions = acknowledgment.transactions.filter(({ verdict }) => verdict === 'R');
  const rejected = { ...acknowledgment, verdict: 'R', accepted: 0, transactions } as const;
  return { header, acknowledgment: rejected, sets: sets.map(() => false) };
}

/** The same group where more is rejected than an answer may name. */
export function rejectUnnamed({ header, acknowledgment, sets }: JudgedGroup): JudgedGroup {
  const rejected = { ...acknowledgment, verdict: 'R', accepted: 0, transactions: [] } as const;
  return { header, acknowledgment: rejected, sets: sets.map(() => false) };
}

function verdictOf(
  judged: readonly TransactionAcknowledgment[],
  rejected: number,
  reported: boolean,
): 'A' | 'E' | 'P' | 'R' {
  if (rejected > 0) return rejected === judged.length ? 'R' : 'P';
  return reported || judged.some(({ verdict }) => verdict === 'E') ? 'E' : 'A';
}

function kindOf(header: GroupHeader, { functional }: AcknowledgmentPolicy): FunctionalKind {
  if (functional === '999' || functional === '997') return functional;
  return HIPAA_GUIDE.test(header.release) ? '999' : '997';
}

// AK102 is a number of up to nine digits. Where GS06 is none, zero stands for it: no group has that, so no other one is named.
function digitsOf(controlNumber: string): string {
  const digits = controlNumber.trim();
  return /^[0-9]{1,9}$/.test(digits) ? digits : (/^0+([0-9]{9})$/.exec(digits)?.[1] ?? '0');
}

function releaseOf({ release }: GroupHeader): { readonly release?: string } {
  const text = release.trimEnd();
  return /^[0-9A-Za-z]{1,12}$/.test(text) ? { release: text } : {};
}
