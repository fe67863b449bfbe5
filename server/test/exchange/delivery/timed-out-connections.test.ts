import { X12Error } from 'ediloom';
import { expect, it } from 'vitest';
import { TimedOutConnections } from '../../../src/exchange/delivery/timed-out-connections.js';

const TIMED_OUT = new X12Error('X12_TRANSPORT_UNAVAILABLE', 'Nobody answered.', { details: { reason: 'timed-out' } });

it('connections that nobody answered over are remembered until they end in another way, ten thousand of them', () => {
  const connections = new TimedOutConnections();
  connections.ended('first', TIMED_OUT);
  connections.ended('second', TIMED_OUT);
  connections.ended('third', new Error('refused'));
  expect(['first', 'second', 'third'].map((id) => connections.has(id))).toEqual([true, true, false]);
  connections.ended('second');
  expect(connections.has('second')).toBe(false);
  for (let n = 0; n < 9_999; n++) connections.ended(`other-${n}`, TIMED_OUT);
  expect([connections.has('first'), connections.has('other-0')]).toEqual([true, true]);
  // The time-out of the first is the latest now.
  connections.ended('first', TIMED_OUT);
  connections.ended('one-more', TIMED_OUT);
  expect(['first', 'other-0', 'one-more'].map((id) => connections.has(id))).toEqual([true, false, true]);
});
