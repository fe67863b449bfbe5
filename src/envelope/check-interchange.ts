import type { Delimiters } from '../model/delimiters.js';
import type { Reason } from '../model/reasons.js';
import { both, type Complaint, type Elements, NO_COMPLAINTS } from './complaint.js';
import { isDay, isDigits, isTime } from './date-time.js';
import {
  ACKNOWLEDGMENT_REQUESTS,
  AUTHORIZATION_QUALIFIERS,
  CONTROL_VERSIONS,
  GRADES_OF_SERVICE,
  ID_QUALIFIERS,
  SECURITY_QUALIFIERS,
  USAGE_INDICATORS,
} from './interchange-codes.js';

/**
 * Checks the values of an ISA, in the order that suits a TA1, which has room for one code; widths and delimiters are the tokenizer's.
 * @param delimiters of the interchange, where the values may hold them: an ISA is read by its widths.
 */
export function checkIsa(isa: readonly string[], delimiters?: Delimiters): readonly Complaint[] {
  const value = (element: number): string => isa[element - 1] ?? '';
  const complaints: Complaint[] = [];
  const expect = (holds: boolean, reason: Reason, element: number): void => {
    if (!holds) complaints.push({ reason, element });
  };
  const version = value(12);
  if (version.length !== 5 || !isDigits(version)) complaints.push({ reason: 'isa-version', element: 12 });
  else expect(CONTROL_VERSIONS.has(version), 'isa-version-unknown', 12);
  expect(AUTHORIZATION_QUALIFIERS.has(value(1)), 'isa-authorization-qualifier', 1);
  for (const one of checkInformation(value(1), value(2), NO_AUTHORIZATION)) complaints.push(one);
  expect(SECURITY_QUALIFIERS.has(value(3)), 'isa-security-qualifier', 3);
  for (const one of checkInformation(value(3), value(4), NO_PASSWORD)) complaints.push(one);
  expect(ID_QUALIFIERS.has(value(5)), 'isa-sender-qualifier', 5);
  expect(isId(value(6)), 'isa-sender', 6);
  expect(ID_QUALIFIERS.has(value(7)), 'isa-receiver-qualifier', 7);
  expect(isId(value(8)), 'isa-receiver', 8);
  expect(value(9).length === 6 && isDay(value(9)), 'isa-date', 9);
  expect(value(10).length === 4 && isTime(value(10)), 'isa-time', 10);
  expect(value(13).length === 9 && isDigits(value(13)), 'isa-control-number', 13);
  expect(ACKNOWLEDGMENT_REQUESTS.has(value(14)), 'isa-acknowledgment-requested', 14);
  expect(USAGE_INDICATORS.has(value(15)), 'isa-usage', 15);
  let element = 0;
  for (const reason of FREE_TEXTS) {
    element += 2;
    if (holdsDelimiter(value(element), delimiters)) complaints.push({ reason, element, severity: 'warning' });
  }
  return complaints;
}

const NO_AUTHORIZATION: Complaint = { reason: 'isa-authorization', element: 2, severity: 'error' };
const NO_PASSWORD: Complaint = { reason: 'isa-security', element: 4, severity: 'warning' };

/** ISA02, ISA04, ISA06 and ISA08 may hold any character of the set in use, and so none of the delimiters (X12.6). */
const FREE_TEXTS = ['isa-authorization', 'isa-security', 'isa-sender', 'isa-receiver'] as const;

/**
 * True for a text that can be read, for nothing splits it, but not be written with the same delimiters. An element separator
 * is left out: it splits a GS, and in an ISA the tokenizer tells of it.
 */
export function holdsDelimiter(text: string, delimiters: Delimiters | undefined): boolean {
  if (delimiters === undefined) return false;
  const { component, repetition, segment } = delimiters;
  if (text.includes(component) || text.includes(segment)) return true;
  return repetition !== undefined && text.includes(repetition);
}

/**
 * A qualifier that announces information needs some; many senders give ISA03 01 and keep the password to themselves. Information
 * beside 00 is common and harms nobody: a warning.
 * @param missing the complaint where none is given.
 */
function checkInformation(qualifier: string, information: string, missing: Complaint): readonly Complaint[] {
  const isBlank = information.trim() === '';
  if (isBlank && qualifier === '00' && !hasControl(information)) return NO_COMPLAINTS;
  const complaints: Complaint[] = hasControl(information) ? [{ ...missing, severity: 'error' }] : [];
  if (qualifier !== '00' && isBlank) complaints.push(missing);
  if (qualifier === '00' && !isBlank) complaints.push({ ...missing, severity: 'warning' });
  return complaints;
}

function isId(text: string): boolean {
  return text.trim() !== '' && !hasControl(text);
}

/** True when one of the control characters stands in it, which no value may have. */
export function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x20 || text.charCodeAt(i) === 0x7f) return true;
  return false;
}

/** Checks ISB01: the grade of service. */
export function checkIsb(element: Elements): readonly Complaint[] {
  return GRADES_OF_SERVICE.has(element(1)) ? [] : [{ reason: 'isb-grade-of-service', element: 1 }];
}

/** Checks ISE01 to ISE03: when a deferred delivery is due. */
export function checkIse(element: Elements): readonly Complaint[] {
  const complaints: Complaint[] = [];
  if (element(1).length !== 6 || !isDay(element(1))) complaints.push({ reason: 'ise-date', element: 1 });
  if (element(2).length !== 4 || !isTime(element(2))) complaints.push({ reason: 'ise-time', element: 2 });
  if (!/^[0-9A-Z]{2}$/.test(element(3))) complaints.push({ reason: 'ise-time-code', element: 3 });
  return complaints;
}

/** Checks an IEA against its ISA13 and the groups that were read. */
export function checkIea(element: Elements, controlNumber: string, groups: number): readonly Complaint[] {
  const count = checkCount(element(1), groups, { reason: 'iea-group-count', element: 1 });
  const number = checkNumber(element(2), controlNumber, { reason: 'iea-control-number', element: 2 });
  return both(count, number);
}

/** Compares a trailer's count with the counted number, as integers. */
export function checkCount(text: string, counted: number, complaint: Complaint): readonly Complaint[] {
  if (!isDigits(text) || Number(text) !== counted) return [complaint];
  return text === String(counted) ? NO_COMPLAINTS : [{ reason: 'count-format', element: 1 }];
}

/** Compares two control numbers as numbers (ISA13 and GS06 are numeric); other text must be equal. */
export function checkNumber(text: string, expected: string, complaint: Complaint): readonly Complaint[] {
  if (text === expected) return NO_COMPLAINTS;
  const trailer = text.trim();
  const header = expected.trim();
  const equal = isDigits(trailer) && isDigits(header) ? Number(trailer) === Number(header) : trailer === header;
  return [equal ? { reason: 'control-number-format', element: 2 } : complaint];
}
