import type { Finding } from '../../src/model/finding.js';
import type { Position } from '../../src/model/position.js';
import { REASONS } from '../../src/model/reasons.js';

/**
 * A finding as one line, in the terms of a 999: level, code (`-` for none), reason, then as in IK3 the segment id, its
 * position and the loop id, then as in IK4 element:component:repetition and data element: `element 8 element-date
 * DMG*10*2100C 2*1251`. Where it applies follow the trigger (`< INS*11*2100C`), the rule, a severity other than the
 * reason's, and the interchange, group or set when it is not the first.
 */
export function findingLine(found: Finding): string {
  const { level, code = '-', reason, at, trigger, rule, severity } = found;
  const parts = [level, code, reason, ...place(at)];
  if (trigger !== undefined) parts.push('<', ...place(trigger));
  if (rule !== undefined) parts.push(`rule=${rule}`);
  if (severity !== REASONS[reason].severity) parts.push(severity);
  for (const name of ['interchange', 'group', 'transaction'] as const) {
    if ((at[name] ?? 1) > 1) parts.push(`${name}=${at[name]}`);
  }
  return parts.join(' ');
}

function place({ segmentId, segment, loopId, element, component, repetition, dataElement }: Position): string[] {
  const ik3 = [segmentId, segment, loopId].map((part) => part ?? '').join('*');
  const ik4 = [element, component, repetition].map((part) => part ?? '').join(':');
  return [ik3, `${ik4.replace(/:+$/, '')}${dataElement === undefined ? '' : `*${dataElement}`}`]
    .map((text) => text.replace(/\*+$/, ''))
    .filter((text) => text !== '');
}
