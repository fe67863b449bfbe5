import { ClaimEngines } from './claim-engines.js';

/** What claims have in common, of one server. */
export interface ClaimsHere {
  readonly engines: ClaimEngines;
}

export function createClaims(): ClaimsHere {
  return { engines: new ClaimEngines() };
}
