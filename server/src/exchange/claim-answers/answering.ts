import type { ClaimAnswers } from '../../store/claim-answer-tables.js';
import type { Services } from '../services.js';
import type { AcknowledgedClaims, FileItems } from './file-items.js';

/** An answer while it is applied. */
export interface Answering {
  readonly services: Services;
  readonly answer: ClaimAnswers;
  readonly signal: AbortSignal;
  readonly items: FileItems;
  readonly acknowledged: AcknowledgedClaims;
}
