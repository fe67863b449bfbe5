import type { ClaimAtHand } from './edit.js';

let finds = 0;

/**
 * What several rules ask of a claim: it is looked for once, when the first of them asks. To be called when rules are made, not for each claim.
 * @param find never gives `undefined`.
 */
export function once<Answer extends object>(find: (claim: ClaimAtHand) => Answer): (claim: ClaimAtHand) => Answer {
  const at = finds++;
  return (claim) => {
    const known = claim.once[at] as Answer | undefined; // nobody else has this place
    if (known !== undefined) return known;
    const found = find(claim);
    claim.once[at] = found;
    return found;
  };
}
