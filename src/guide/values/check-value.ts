import { misses } from '../plan/matcher.js';
import { type ElementPlan, Kind, type StandardLookup } from '../plan/plan.js';
import { checkCode, withoutBlanks } from './code.js';
import { checkDate } from './date.js';
import { checkNumber } from './number.js';
import { checkLength, checkText, codePoints, hasControl, isBlank, type ReportValue } from './text.js';
import { checkTime } from './time.js';

/** DE 736, which is HL04 and nothing else. */
const CHILD_CODE = '736';

/**
 * Checks one X12 value by its element: characters, type, length, code, date or time, pattern. Reports every fault. An
 * empty value and the value of a not-used element have none.
 * @param text the value as it stands between separators.
 */
export function checkValue(element: ElementPlan, text: string, standard: StandardLookup, report: ReportValue): void {
  if (text === '' || element.notUsed) return;
  if (hasControl(text)) report('element-character');
  if (isBlank(text)) return report('element-blank');
  checkType(element, withoutBlanks(element, text), report);
  checkCode(element, text, standard, report);
  if (element.pattern !== undefined && misses(element.pattern, text)) report('element-pattern');
}

/** Whether {@link checkValue} has nothing against a value. */
export function isRightValue(element: ElementPlan, text: string, standard: StandardLookup): boolean {
  let isRight = true;
  checkValue(element, text, standard, () => {
    isRight = false;
  });
  return isRight;
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

/** Why a not-used element is told. An HL04 of 0 at a last level says nothing wrong: many senders write it at every level. */
export function notUsedReason(
  element: ElementPlan | undefined,
  value: unknown,
): 'element-not-used' | 'hl-child-code-not-used' {
  return element?.number === CHILD_CODE && value === '0' ? 'hl-child-code-not-used' : 'element-not-used';
}
