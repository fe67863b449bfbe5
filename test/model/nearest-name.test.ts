import { describe, expect, it } from 'vitest';
import { nameAdvice, nearestName, quotedName } from '../../src/model/nearest-name.js';

const KNOWN = ['partnershipId', 'pageSize', 'status', 'from', 'to'];

describe('the nearest known name', () => {
  it.each([
    ['partnership', 'partnershipId'],
    ['partnerhsipId', 'partnershipId'],
    ['PAGE_SIZE', 'pageSize'],
    ['pagesize', 'pageSize'],
    ['statuss', 'status'],
    ['state', undefined],
    ['zzz', undefined],
    ['x'.repeat(1_000_000), undefined],
  ])('of %s is %s', (given, nearest) => {
    expect(nearestName(given, KNOWN)).toBe(nearest);
  });

  it('goes on as it was begun, where others are as near', () => {
    expect(nearestName('PO', ['SPO', 'PO1'])).toBe('PO1');
    expect(nearestName('PO', ['PO1', 'SPO'])).toBe('PO1');
  });

  it('is told, or else what is known', () => {
    expect(nameAdvice('partnership', KNOWN)).toBe(' Did you mean partnershipId?');
    expect(nameAdvice('zzz', KNOWN)).toBe(' Known are: partnershipId, pageSize, status, from, to.');
    expect(nameAdvice('zzz', [])).toBe('');
  });

  it('is beside the given one, cut and in one line', () => {
    expect(quotedName('a\nb\u001b[31m')).toBe('a?b?[31m');
    expect(quotedName('x'.repeat(1000))).toHaveLength(67);
  });
});
