import type { RouteKindName } from '../../resources/payer-routes/schemas.js';
import type { SendClaims } from './claim-sender.js';
import { sendByPost } from './send-by-post.js';
import { sendOverCore } from './send-over-core.js';
import { sendOverPartnership } from './send-over-partnership.js';

/** How files of claims go over routes of each kind that takes them. */
export const CLAIM_SENDERS: Readonly<Partial<Record<RouteKindName, SendClaims>>> = {
  'caqh-core': sendOverCore,
  partnership: sendOverPartnership,
  'x12-post': sendByPost,
};
