export { claimRequests } from './claim-requests.js';
export { eligibilityRequests } from './eligibility-requests.js';
export { eligibilityResponses } from './eligibility-responses.js';
export { type SoundClaimsOptions, soundClaims } from './sound-claims.js';
