import type { Finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';
import { areAliases } from '../model/guide-aliases.js';

/** What cannot be written, whatever the guide. */
const UNWRITABLE: ReadonlySet<Finding['reason']> = new Set([
  'delimiter-in-data',
  'character-unencodable',
  'value-type',
  'property-unknown',
  'segment-mandatory-missing',
  'findings-limit',
  'element-character-set',
]);

/** A dictionary alone does not keep a set from being written: what came goes back as it came, its errors told as warnings. */
export function ofDictionary(found: Finding): Finding {
  return found.severity === 'error' && !UNWRITABLE.has(found.reason) ? { ...found, severity: 'warning' } : found;
}

/** Without what names another maintenance level of the guide's own, which reading takes as well. */
export function ofLevel(findings: readonly Finding[], { x12 }: Guide, implementation = ''): readonly Finding[] {
  if (!areAliases(implementation, x12.implementation ?? '')) return findings;
  return findings.filter((found) => !isOfSt03(found));
}

function isOfSt03({ reason, at }: Finding): boolean {
  const isCode = reason === 'element-code' || reason === 'element-code-not-used';
  return isCode && at.segmentId === 'ST' && at.element === 3;
}
