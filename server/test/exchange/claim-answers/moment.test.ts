import { expect, it } from 'vitest';
import { saidAt } from '../../../src/exchange/claim-answers/moment.js';

const SENT = Date.UTC(2026, 0, 2, 15, 4, 9);
const RECEIVED = SENT + 30 * 60_000;

it('what was said is of the moment that the payer writes', () => {
  expect(saidAt(SENT + 60_000, SENT, RECEIVED)).toBe(SENT + 60_000);
});

it('in the minute of the handing over it is of that: payers write no seconds', () => {
  expect(saidAt(Date.UTC(2026, 0, 2, 15, 4), SENT, RECEIVED)).toBe(SENT);
});

it('of a clock that is behind it is known when it came, and no more: it was not said at the moment of the handing over', () => {
  expect(saidAt(Date.UTC(2026, 0, 2, 10, 24), SENT, RECEIVED)).toBe(RECEIVED);
});

it('of a clock that is ahead it is known, too, that it was said before it came', () => {
  expect(saidAt(RECEIVED + 60 * 60_000, SENT, RECEIVED)).toBe(RECEIVED);
});
