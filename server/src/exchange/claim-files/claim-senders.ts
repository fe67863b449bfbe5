import type { RouteKindName } from '../../resources/payer-routes/schemas.js';
import type { SendClaims } from './claim-sender.js';

/** How files of claims go over routes of each kind that takes them. */
export const CLAIM_SENDERS: Readonly<Partial<Record<RouteKindName, SendClaims>>> = {};
