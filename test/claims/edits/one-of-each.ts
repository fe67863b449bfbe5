import type { Breach, Example } from './breaks.js';

/** A claim of each type whose patient is the subscriber. */
export const OWN: readonly Example[] = ['p1-subscriber', 'i1-inpatient', 'd1-crown'];

/** A claim of each type whose patient is a dependent. */
export const DEPENDENTS: readonly Example[] = ['p2-dependent-cob', 'i2-outpatient-cob', 'd2-orthodontic-cob'];

/** The same breach of several claims. */
export function inEach(claims: readonly Example[], breach: Omit<Breach, 'claim'>): readonly Breach[] {
  return claims.map((claim) => ({ ...breach, claim }));
}
