import type { Reason } from '../model/reasons.js';
import { isDate6, isDate8, isTime } from './check-date.js';
import { misses } from './matcher.js';
import { type ElementPlan, Kind, type StandardLookup } from './plan.js';

export type ReportValue = (reason: Reason) => void;

/**
 * Checks one X12 value by its element: characters, type, length, code, date or time, pattern. Reports every fault. An
 * empty value and the value of a not-used element have none.
 * @param text the value as it stands between separators.
 */
export function checkValue(element: ElementPlan, text: string, standard: StandardLookup, report: ReportValue): void {
  if (text === '' || element.notUsed) return;
  if (hasControl(text)) report('element-character');
  if (isBlank(text)) return report('element-blank');
  const { codes } = element;
  // A code with blanks behind it is another code, and only that: its length is a matter of the same blanks.
  const bare = codes === undefined ? text : text.trimEnd();
  checkType(element, codes?.values.has(bare) === true ? bare : text, report);
  if (codes?.values.has(text) === false)
    report(standard.codeError(element.number, text) === '7' ? 'element-code' : 'element-code-not-used');
  if (element.pattern !== undefined && misses(element.pattern, text)) report('element-pattern');
}

function checkType(element: ElementPlan, text: string, report: ReportValue): void {
  switch (element.kind) {
    case Kind.integer:
    case Kind.decimal:
      return checkNumber(element, text, report);
    case Kind.date:
      return checkDate(element, text, report);
    case Kind.time:
      return checkTime(element, text, report);
    case Kind.text:
      return checkText(element, text, report);
    case Kind.code:
      checkLength(element, codePoints(text), report);
  }
}

// X12.6: blanks at the end are sent only to reach the minimum. A format has its own word for them.
function checkText(element: ElementPlan, text: string, report: ReportValue): void {
  const length = codePoints(text);
  checkLength(element, length, report);
  if (text.endsWith(' ') && length > element.min && length <= element.max && element.format === 0)
    report('trailing-blanks');
}

function checkLength(element: ElementPlan, length: number, report: ReportValue): void {
  if (length < element.min) report('element-too-short');
  else if (length > element.max) report('element-too-long');
}

// A date of a wrong length is that and no more, as long as it is digits: the calendar cannot say anything about it.
function checkDate(element: ElementPlan, text: string, report: ReportValue): void {
  checkLength(element, codePoints(text), report);
  const fits = text.length >= element.min && text.length <= element.max;
  const valid = text.length === 6 ? isDate6(text) : isDate8(text);
  if (!valid && (fits || !isDigits(text))) report('element-date');
}

function checkTime(element: ElementPlan, text: string, report: ReportValue): void {
  checkLength(element, codePoints(text), report);
  const fits = text.length >= element.min && text.length <= element.max;
  if (!isTime(text) && (fits || !isDigits(text))) report('element-time');
}

/** How a number is written; all a length or type check needs. */
interface NumberShape {
  readonly valid: boolean;
  /** X12.6: neither sign nor decimal point counts. */
  readonly digits: number;
  readonly needless: boolean;
}

function checkNumber(element: ElementPlan, text: string, report: ReportValue): void {
  const shape = numberShape(text, element.kind === Kind.decimal ? '.' : '', element.min);
  if (!shape.valid) return report('element-not-numeric');
  checkLength(element, shape.digits, report);
  if (shape.digits > element.digits && shape.digits <= element.max) report('element-digits');
  if (shape.needless) report('element-number-format');
}

// Nn: an optional minus and digits. R: also one point, with digits on at least one side. An exponent is legal in X12.6
// but refused by every implementation guide (RFI 1526), and trailing zeros behind the point may show precision.
function numberShape(text: string, point: '.' | '', least: number): NumberShape {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  let pointAt = -1;
  let nonZero = false;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === POINT && point === '.' && pointAt < 0) pointAt = i;
    else if (code < ZERO || code > NINE) return { valid: false, digits: 0, needless: false };
    else if (code !== ZERO) nonZero = true;
  }
  const digits = text.length - start - (pointAt < 0 ? 0 : 1);
  const whole = (pointAt < 0 ? text.length : pointAt) - start;
  const leadingZero = whole > 1 && text.charCodeAt(start) === ZERO && digits > least;
  const needless = leadingZero || pointAt === text.length - 1 || (start === 1 && !nonZero);
  return { valid: digits > 0, digits, needless };
}

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** True when a C0 control character or DEL stands in the text (X12.6: they are no data). */
export function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** True when the text is nothing but blanks. */
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== 0x20) return false;
  return true;
}

function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}

/** Characters as X12 counts them: a character beyond U+FFFF is one. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--;
  return count;
}
