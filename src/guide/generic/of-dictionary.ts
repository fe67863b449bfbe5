import type { Finding } from '../../model/finding.js';
import type { Reason } from '../../model/reasons.js';
import type { DictionaryPlan } from './generic.js';

/** What a release adds to an older one, and never takes away: segments, codes, lengths, repetitions, elements at the end. */
const GROWING: ReadonlySet<Reason> = new Set<Reason>([
  'segment-unknown',
  'element-code',
  'element-code-not-used',
  'element-too-long',
  'element-repetitions',
  'element-surplus',
  'component-surplus',
]);

/** A tag as every release forms it; another is unknown to all of them. */
const TAG = /^[A-Z][A-Z0-9]{1,2}$/;

/**
 * A finding by the dictionary alone, in reading and in writing. Its errors decide the answer, but those that only say that the
 * dictionary is older: a segment may be newer than the form it is judged by, and right in its own; to reject it would be wrong.
 * @param release six digits that the set's version begins with.
 */
export function ofDictionary(found: Finding, dictionary: DictionaryPlan | undefined, release: string): Finding {
  if (found.severity !== 'error' || !GROWING.has(found.reason)) return found;
  const { reason, at } = found;
  const isUnknown = reason === 'segment-unknown';
  if (isUnknown && !TAG.test(at.segmentId ?? '')) return found;
  const isOwn = dictionary?.release === release && (isUnknown || !dictionary.isBorrowed(at.segmentId ?? ''));
  return isOwn ? found : { ...found, severity: 'warning' };
}

/** The release that a set's version begins with, six digits. */
export function releaseOf(implementation = '', release = ''): string {
  return (implementation.trim() || release.trim()).slice(0, 6);
}
