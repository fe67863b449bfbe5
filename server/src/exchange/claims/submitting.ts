import type { Payer } from '../../resources/payers/payer.js';
import type { Run } from '../services.js';
import type { ClaimInput, ReadClaim } from './claim.js';
import type { ClaimEngine } from './claim-engines.js';
import type { ChosenWay } from './claim-way.js';

/** A claim that was read and judged, its payer and its way: what it is answered with needs all of it. */
export interface Submitting {
  readonly run: Run;
  readonly input: ClaimInput;
  readonly codecs: ClaimEngine;
  readonly claim: ReadClaim;
  readonly payer: Payer;
  readonly isTest: boolean;
  readonly chosen: ChosenWay;
  /** REF D9, and the number by which it is known here. */
  readonly claimId: string;
  /** BHT03. */
  readonly traceId: string;
}

/** ISA15 of all that is made of it. */
export function usageOf({ isTest }: Pick<Submitting, 'isTest'>): 'P' | 'T' {
  return isTest ? 'T' : 'P';
}

/** As rows have it. */
export function modeOf({ isTest }: Pick<Submitting, 'isTest'>): 'test' | 'production' {
  return isTest ? 'test' : 'production';
}
