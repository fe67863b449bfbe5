import type { Delimiters } from '../model/delimiters.js';
import { areAliases } from '../model/guide-aliases.js';
import { checkCount, checkNumber, hasControl, holdsDelimiter } from './check-interchange.js';
import { both, type Complaint, type Elements, NO_COMPLAINTS } from './complaint.js';
import { isDay, isDigits, isTime } from './date-time.js';
import { isFunctionalId, mayStandInGroup } from './functional-groups.js';
import type { GroupHeader, TransactionHeader } from './headers.js';

/** GS08: version, release and industry id. */
const VERSION = /^[0-9]{6}[0-9A-Za-z]{0,6} *$/;

/** GS02 and GS03 are AN 2/15. */
const [SHORTEST_CODE, LONGEST_CODE] = [2, 15];

/**
 * Checks GS01 to GS08. A malformed date, time or agency code is a warning: the group can still be read.
 * @param delimiters of the interchange, where the values may hold them.
 */
export function checkGs(element: Elements, delimiters?: Delimiters): readonly Complaint[] {
  const complaints: Complaint[] = [];
  const header = (position: number, severity: 'error' | 'warning'): void => {
    complaints.push({ reason: 'group-header', element: position, severity });
  };
  if (element(1) === '') header(1, 'error');
  else if (!isFunctionalId(element(1))) complaints.push({ reason: 'group-functional-id', element: 1 });
  for (const position of [2, 3]) {
    const code = element(position);
    // A code of one character, or with a separator in it, can be read and answered (with other delimiters); one that is too
    // long or has control characters cannot be repeated in the GS of an answer.
    if (code.trim() === '' || code.length > LONGEST_CODE || hasControl(code)) header(position, 'error');
    else if (code.length < SHORTEST_CODE || holdsDelimiter(code, delimiters)) header(position, 'warning');
  }
  if (!isDay(element(4))) header(4, 'warning');
  if (!isTime(element(5))) header(5, 'warning');
  if (!isDigits(element(6)) || element(6).length > 9)
    complaints.push({ reason: 'group-control-number-syntax', element: 6 });
  if (element(7) !== 'X' && element(7) !== 'T') header(7, 'warning');
  if (!VERSION.test(element(8))) complaints.push({ reason: 'group-version', element: 8 });
  return complaints;
}

/** Checks a GE against its GS06 and the sets that were read. */
export function checkGe(element: Elements, controlNumber: string, transactions: number): readonly Complaint[] {
  const count = checkCount(element(1), transactions, { reason: 'group-transaction-count', element: 1 });
  const number = checkNumber(element(2), controlNumber, { reason: 'group-control-number', element: 2 });
  return both(count, number);
}

/** Checks an ST by itself and against the GS of its group. */
export function checkSt(st: TransactionHeader, group: GroupHeader | undefined): readonly Complaint[] {
  const complaints: Complaint[] = [];
  if (st.transactionSet.length !== 3 || !isDigits(st.transactionSet))
    complaints.push({ reason: 'transaction-id', element: 1 });
  else complaints.push(...checkKind(st.transactionSet, group));
  if (st.controlNumber.trim().length < 4 || st.controlNumber.length > 9) {
    complaints.push({ reason: 'transaction-control-number-syntax', element: 2 });
  }
  if (st.implementation !== undefined && group !== undefined)
    complaints.push(...checkImplementation(st.implementation.trim(), group.release.trim()));
  return complaints;
}

/** Checks a set that is written against the GS of its group: ST01 and, where it has one, ST03. */
export function checkFit({ transactionSet, implementation = '' }: SetKind, group: GroupHeader): readonly Complaint[] {
  const complaints = checkKind(transactionSet, group);
  return implementation === ''
    ? complaints
    : both(complaints, checkImplementation(implementation.trim(), group.release.trim()));
}

type SetKind = Pick<TransactionHeader, 'transactionSet' | 'implementation'>;

function checkKind(transactionSet: string, group: GroupHeader | undefined): readonly Complaint[] {
  const fits = mayStandInGroup(transactionSet, group?.functionalIdentifierCode ?? '');
  return fits ? NO_COMPLAINTS : [{ reason: 'transaction-not-in-group', element: 1 }];
}

// A GS08 that stops at the release does not contradict a more exact ST03, nor does another maintenance level of the same
// guide; partners send both. One that is no version has
// been reported at the GS, and says nothing against the ST.
function checkImplementation(implementation: string, release: string): readonly Complaint[] {
  if (implementation === release || !VERSION.test(release)) return [];
  const agrees = areAliases(implementation, release) || (release.length === 6 && implementation.startsWith(release));
  const severity = agrees ? 'warning' : 'error';
  return [{ reason: 'transaction-implementation', element: 3, severity }];
}

/** What {@link checkSe} compares with: the set as it was read. */
export interface ReadSet {
  readonly controlNumber: string;
  /** Segments from ST to SE. */
  readonly segments: number;
  /** Empty segments among them: senders may have counted those. */
  readonly emptySegments: number;
}

/** Checks an SE against its ST02 and the segments that were read. ST02 is text: `1` is not `0001`. */
export function checkSe(element: Elements, set: ReadSet): readonly Complaint[] {
  const counted = element(1) !== '' && Number(element(1)) === set.segments + set.emptySegments;
  const expected = counted ? set.segments + set.emptySegments : set.segments;
  const count = checkCount(element(1), expected, { reason: 'transaction-segment-count', element: 1 });
  return element(2) === set.controlNumber ? count : both(count, checkSetNumber(element(2), set.controlNumber));
}

function checkSetNumber(text: string, expected: string): readonly Complaint[] {
  const complaint: Complaint = { reason: 'transaction-control-number', element: 2 };
  const onlyZeros = isDigits(text) && isDigits(expected) && Number(text) === Number(expected);
  return onlyZeros ? [complaint, { reason: 'control-number-format', element: 2 }] : [complaint];
}
