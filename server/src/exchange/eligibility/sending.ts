import type { Payer } from '../../resources/payers/payer.js';
import type { EligibilityChecks } from '../../store/clearinghouse-tables.js';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Run } from '../services.js';
import type { BegunCheck } from './begun-checks.js';
import type { CheckInput } from './check.js';
import type { Chosen } from './choose-routes.js';
import type { EligibilityEngine } from './eligibility-engine.js';
import type { ReadRequest } from './read-request.js';
import type { CheckTurns } from './real-time-checks.js';

/** A check that nothing speaks against: it is sent. */
export interface Sending extends Chosen {
  readonly run: Run;
  readonly codecs: EligibilityEngine;
  readonly input: CheckInput;
  readonly read: ReadRequest;
  readonly payer: Payer;
  /** Of a check that nobody waits for; absent: somebody does. */
  readonly batch?: BatchAttempt | undefined;
}

/** How an attempt at a check of a batch is made: behind those that somebody waits for. */
export interface BatchAttempt {
  /** Of the check, given before it is written down. */
  readonly id: string;
  /** Commits the row and documents of the check, with what the batch knows of it. Where it throws, nothing is sent. */
  readonly writeDown: (check: BegunCheck) => Promise<void>;
}

/** As rows and answers have it. */
export function checkMode({ run: { caller } }: Pick<Sending, 'run'>): 'test' | 'production' {
  return caller.mode === 'test' ? 'test' : 'production';
}

/** NULL: the mock payers, which are a route of no row. */
export function storedRouteId({ routeId }: Pick<ServingRoute, 'routeId'>): string | null {
  return routeId === '' ? null : routeId;
}

/** How it came in, as rows and metrics have it. */
export function storedSource({ input, batch }: Pick<Sending, 'input' | 'batch'>): EligibilityChecks['source'] {
  return batch === undefined ? input.source : 'batch';
}

/** Among which checks it has its turns: those of batches have their own, so that nobody who waits stands behind many of them. */
export function turnsOf({ run, batch }: Pick<Sending, 'run' | 'batch'>): CheckTurns {
  const { realTime } = run.services;
  return batch === undefined ? realTime : realTime.ofBatches;
}
