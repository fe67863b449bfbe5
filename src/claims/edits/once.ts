import type { ClaimAtHand } from './edit.js';

/** What several rules ask of a claim: it is looked for once, when the first of them asks. To be called when rules are made, not for each claim. */
export function once<Answer extends object>(find: (claim: ClaimAtHand) => Answer): (claim: ClaimAtHand) => Answer {
  return (claim) => {
    const known = claim.once.get(find) as Answer | undefined; // what this very function has found
    if (known !== undefined) return known;
    const found = find(claim);
    claim.once.set(find, found);
    return found;
  };
}
