import type { SessionLimit } from '../../jobs/session-limits.js';

/** Before the id of a route: no connection or route has such an id. */
const ANSWERS_OF = 'claim-answers:';

/** Answers of one route that are applied at once, by all processes together. */
const MOST_AT_ONCE = 4;

/**
 * What jobs go over that apply answers of a route. All of them are jobs of one account: with places of its own for each route, a payer that sends many
 * long ones keeps no other payer's waiting.
 */
export function overAnswersOf(routeId: string): string {
  return `${ANSWERS_OF}${routeId}`;
}

/** How many of these may be under way. @param ids of all that jobs go over; others have no limit here. */
export function answerLimits(ids: readonly string[]): readonly (readonly [string, SessionLimit])[] {
  return ids.filter((id) => id.startsWith(ANSWERS_OF)).map((id) => [id, { most: MOST_AT_ONCE }]);
}
