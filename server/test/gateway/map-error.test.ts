import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { demandMachine, NO_FUNCTIONS } from '../../src/exchange/functions/functions.js';
import { lambdaErrorAnswer } from '../../src/exchange/lambda/map-error.js';
import { mapError } from '../../src/gateway/map-error.js';
import { Problem } from '../../src/problems.js';

const problemOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

it('functions that are off, which the start has said, are not logged as a fault with each request; what is out of order is', () => {
  const off = problemOf(() => demandMachine(NO_FUNCTIONS));
  const broken = new Problem('unavailable', 'The server could not run the function.');
  const log = pino({ level: 'silent' });
  const error = vi.spyOn(log, 'error');
  expect([mapError(off, log).status, lambdaErrorAnswer(off, 'r', log).status]).toEqual([503, 503]);
  expect(error).not.toHaveBeenCalled();
  mapError(broken, log);
  lambdaErrorAnswer(broken, 'r', log);
  expect(error).toHaveBeenCalledTimes(2);
});
