import type { IK502 } from '../model/codes.js';
import type { Delimiters } from '../model/delimiters.js';
import { type Finding, isImplementationFinding } from '../model/finding.js';
import { MOST_CODES, type TransactionAcknowledgment } from './functional-acknowledgment.js';
import type { AcknowledgmentPolicy } from './policy.js';
import type { ReceivedTransaction } from './received.js';

/**
 * Decides IK501 and the codes of one set: R where an error is not tolerated and the policy rejects for errors, E where there is
 * anything else to report, else A.
 */
export function judgeTransaction(
  { header, findings, lost = [] }: ReceivedTransaction,
  policy: AcknowledgmentPolicy,
): TransactionAcknowledgment {
  const isReported = ({ level, severity }: Finding): boolean =>
    level !== 'content' && (severity === 'error' || (severity === 'warning' && policy.warnings === 'report'));
  const kept = findings.filter(isReported);
  const reported = [...kept, ...lost.filter(isReported)];
  const errors = reported.filter(({ severity }) => severity === 'error');
  const rejects = errors.some(({ reason }) => policy.tolerated?.includes(reason) !== true);
  const rejected = rejects && policy.errors !== 'accept';
  const implementation = header.implementation?.trim();
  return {
    transactionSet: header.transactionSet,
    controlNumber: header.controlNumber.trimEnd(),
    ...(implementation === undefined || implementation === '' ? {} : { implementation }),
    verdict: rejected ? 'R' : reported.length > 0 ? 'E' : 'A',
    codes: codesOf(reported),
    findings: kept.filter(({ level }) => level === 'segment' || level === 'element'),
  };
}

// 5 says that segments break the standard, I5 that they break the guide; both where both do.
function codesOf(reported: readonly Finding[]): IK502[] {
  const codes = new Set<IK502>();
  for (const found of reported) if (found.level === 'transaction') codes.add(found.code);
  const inside = reported.filter(({ level }) => level === 'segment' || level === 'element');
  if (inside.some((found) => !isImplementationFinding(found))) codes.add('5');
  if (inside.some(isImplementationFinding)) codes.add('I5');
  return [...codes].slice(0, MOST_CODES);
}

/** True when ST01 and ST02 can be repeated in an AK2 (RFI 1339: else the group is rejected as a whole). */
export function canBeNamed({ header }: ReceivedTransaction, delimiters: Delimiters): boolean {
  const controlNumber = header.controlNumber.trimEnd();
  const separators = [delimiters.component, delimiters.repetition];
  return (
    /^[0-9A-Z]{3}$/.test(header.transactionSet) &&
    /^[ -~]{4,9}$/.test(controlNumber) &&
    !separators.some((one) => one !== undefined && controlNumber.includes(one))
  );
}
