import type { HeavyTurns } from '../../heavy-turns.js';
import { ClaimEngines } from './claim-engines.js';

/** What claims have in common, of one server. */
export interface ClaimsHere {
  readonly engines: ClaimEngines;
}

export function createClaims(heavyTurns: HeavyTurns): ClaimsHere {
  return { engines: new ClaimEngines(heavyTurns) };
}
