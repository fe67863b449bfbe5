import type { Speaker } from '../../resources/claims/speaker.js';
import type { ClaimAnswers } from '../../store/claim-answer-tables.js';
import type { Services } from '../services.js';
import type { AcknowledgedClaims, FileItems } from './file-items.js';
import { NOTHING, type Outcome, type Unmatched } from './outcome.js';
import type { SentMoments } from './sent-moments.js';

/** An answer while it is applied. */
export interface Answering {
  readonly services: Services;
  readonly answer: ClaimAnswers;
  /**
   * Who says it. Its routes are that which it is applied for, and those whose files the same partnership carries or has carried. It is applied for each
   * of them, which moves its own claims alone; what no claim is known of is found by all, and listed by the first.
   */
  readonly speaker: Speaker;
  readonly signal: AbortSignal;
  readonly items: FileItems;
  readonly moments: SentMoments;
  readonly acknowledged: AcknowledgedClaims;
}

/** Whether claims of a route are moved by it. Another answer with the same bytes moves those of the others. */
export function isOwn({ answer }: Pick<Answering, 'answer'>, { route_id }: { readonly route_id: string }): boolean {
  return route_id === answer.route_id;
}

/** Whether what it says of no claim, or of several, is listed for it. */
export function isListing({ answer, speaker }: Pick<Answering, 'answer' | 'speaker'>): boolean {
  return answer.route_id === (speaker.routes[0] ?? answer.route_id);
}

/** Has something listed that fits no claim, or several: once, however many routes it is applied for. */
export function listed(answering: Answering, unmatched: Unmatched): Outcome {
  return isListing(answering) ? { kind: 'unmatched', ...unmatched } : NOTHING;
}
