import type { ClaimAnswers } from '../../store/claim-answer-tables.js';
import type { Services } from '../services.js';

/** An answer while it is applied. */
export interface Answering {
  readonly services: Services;
  readonly answer: ClaimAnswers;
  readonly signal: AbortSignal;
}
