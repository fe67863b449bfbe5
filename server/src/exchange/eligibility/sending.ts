import type { Payer } from '../../resources/payers/payer.js';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Run } from '../services.js';
import type { CheckInput } from './check.js';
import type { Chosen } from './choose-routes.js';
import type { EligibilityEngine } from './eligibility-engine.js';
import type { ReadRequest } from './read-request.js';

/** A check that nothing speaks against: it is sent. */
export interface Sending extends Chosen {
  readonly run: Run;
  readonly codecs: EligibilityEngine;
  readonly input: CheckInput;
  readonly read: ReadRequest;
  readonly payer: Payer;
}

/** As rows and answers have it. */
export function checkMode({ run: { caller } }: Pick<Sending, 'run'>): 'test' | 'production' {
  return caller.mode === 'test' ? 'test' : 'production';
}

/** NULL: the mock payers, which are a route of no row. */
export function storedRouteId({ routeId }: Pick<ServingRoute, 'routeId'>): string | null {
  return routeId === '' ? null : routeId;
}
