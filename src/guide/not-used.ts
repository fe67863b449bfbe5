import type { ElementPlan } from './plan.js';

/** DE 736, which is HL04 and nothing else. */
const CHILD_CODE = '736';

/** Why a not-used element is told. An HL04 of 0 at a last level says nothing wrong: many senders write it at every level. */
export function notUsedReason(
  element: ElementPlan | undefined,
  value: unknown,
): 'element-not-used' | 'hl-child-code-not-used' {
  return element?.number === CHILD_CODE && value === '0' ? 'hl-child-code-not-used' : 'element-not-used';
}
