import type { FoundLimits } from '../../model/finding.js';
import type { Reason } from '../../model/reasons.js';
import type { ElementPlan } from '../plan/plan.js';
import { isReversedRange } from './formatted-date.js';

/** Codes that a finding names at most. */
const MOST_CODES = 10;

/** Values that are longer are compared with no code. */
const LONGEST_CODE = 80;

/**
 * What a finding about a value of the element says of the wanted one; `undefined` where its text says enough.
 * @param value the value at hand: only whether it is a code but for its case is told of it.
 */
export function elementLimits(
  reason: Reason,
  { type, min, max, codes }: ElementPlan,
  value: string,
): FoundLimits | undefined {
  switch (reason) {
    case 'element-code':
    case 'element-code-not-used':
      return codes && codeLimits(codes.values, value);
    case 'element-date':
      return isReversedRange(value) ? { isReversed: true } : formOf(type, max);
    case 'element-time':
      return formOf(type, max);
    case 'element-too-short':
    case 'element-too-long':
    case 'element-not-numeric':
      return formOf(type, max) ?? { minimum: min, maximum: max, unit: /^[NR]/.test(type) ? 'digit' : 'character' };
    default:
      return undefined;
  }
}

function codeLimits(codes: ReadonlySet<string>, value: string): FoundLimits {
  const allowed: string[] = [];
  for (const code of codes) if (allowed.push(code) === MOST_CODES) break;
  const limits = { allowed, allowedTotal: codes.size };
  const isNear = value.length <= LONGEST_CODE && codes.has(value.toUpperCase());
  return isNear ? { ...limits, onlyCaseDiffers: true } : limits;
}

// The form of a value whose qualifier names it is not the element's to say.
function formOf(type: ElementPlan['type'], max: number): FoundLimits | undefined {
  if (type === 'DT') return { form: max > 6 ? 'CCYYMMDD' : 'YYMMDD' };
  if (type !== 'TM') return undefined;
  return { form: `HHMM${max > 4 ? ' or HHMMSS' : ''}${max > 6 ? ' or HHMMSSDD' : ''}` };
}
