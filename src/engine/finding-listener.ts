import type { Finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';

/**
 * Is told a finding and, for `describeFinding`, the guide by which its set is read or written; without a guide what lies outside of
 * sets, and what is of a set that has none.
 */
export type FindingListener = (found: Finding, guide?: Guide) => void;
