import type { FoundLimits } from '../model/finding.js';
import type { Reason } from '../model/reasons.js';
import type { ElementPlan } from './plan.js';

/** Codes that a finding names at most. */
const MOST_CODES = 10;

/** What a finding about a value of the element says of the wanted one; `undefined` where its text says enough. */
export function elementLimits(reason: Reason, { type, min, max, codes }: ElementPlan): FoundLimits | undefined {
  switch (reason) {
    case 'element-code':
    case 'element-code-not-used':
      return codes && { allowed: [...codes.values].slice(0, MOST_CODES), allowedTotal: codes.values.size };
    case 'element-date':
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

// The form of a value whose qualifier names it is not the element's to say.
function formOf(type: ElementPlan['type'], max: number): FoundLimits | undefined {
  if (type === 'DT') return { form: max > 6 ? 'CCYYMMDD' : 'YYMMDD' };
  if (type !== 'TM') return undefined;
  return { form: `HHMM${max > 4 ? ' or HHMMSS' : ''}${max > 6 ? ' or HHMMSSDD' : ''}` };
}
