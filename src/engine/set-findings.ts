import type { Finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';
import { areAliases } from '../model/guide-aliases.js';

/**
 * Without what names another maintenance level of the guide's own, which reading takes as well.
 * @param implementation ST03 as it is written.
 */
export function ofLevel(findings: readonly Finding[], { x12 }: Guide, implementation: string): readonly Finding[] {
  if (!areAliases(implementation, x12.implementation ?? '')) return findings;
  return findings.filter((found) => !isOfSt03(found));
}

function isOfSt03({ reason, at }: Finding): boolean {
  const isCode = reason === 'element-code' || reason === 'element-code-not-used';
  return isCode && at.segmentId === 'ST' && at.element === 3;
}
