import { describe, expect, it } from 'vitest';
import { faultAt } from '../../../src/exchange/inbound/inbound-fault.js';
import type { JudgedInterchange } from '../../../src/exchange/inbound/judge-file.js';
import { untoldParts } from '../../../src/exchange/inbound/untold-parts.js';

/** An interchange of two groups, of three sets and of one, as far as it is looked at. */
function interchange(given: Partial<JudgedInterchange>, verdict = 'A'): JudgedInterchange {
  const outlined = { groups: [{ transactions: 3 }, { transactions: 1 }] };
  const acknowledged = { verdict: { acknowledgmentCode: verdict } };
  const one = {
    place: 1,
    fate: 'read',
    isDuplicate: false,
    wanted: [[1, 2, 3], [1]],
    outlined,
    acknowledged,
    ...given,
  };
  return one as unknown as JudgedInterchange;
}

const rejected = (group?: number) =>
  faultAt({ interchange: 1, group }, 'FAILED_TO_TRANSLATE', { text: 'it was rejected. Mend it.' });
const placesOf = (one: JudgedInterchange, ...faults: ReturnType<typeof rejected>[]) =>
  untoldParts([one], faults).map(({ code, at }) => [code, at?.interchange, at?.group]);

describe('a part that is not taken', () => {
  it('needs no fault where all of it is, or another execution has it', () => {
    expect(placesOf(interchange({}))).toEqual([]);
    expect(placesOf(interchange({ fate: 'elsewhere', wanted: [] }))).toEqual([]);
  });

  it('has a fault where nobody has said why', () => {
    expect(placesOf(interchange({ wanted: [[1, 3], []] }))).toEqual([
      ['UNKNOWN_ERROR', 1, 1],
      ['UNKNOWN_ERROR', 1, 2],
    ]);
    expect(placesOf(interchange({ wanted: [] }, 'R'))).toEqual([['UNKNOWN_ERROR', 1, undefined]]);
    expect(placesOf(interchange({ fate: 'quarantined', wanted: [] }))).toEqual([['UNKNOWN_ERROR', 1, undefined]]);
  });

  it('is not told by the fault of another group, nor by one of an interchange that was accepted', () => {
    expect(placesOf(interchange({ wanted: [[1, 3], []] }), rejected(2))).toEqual([['UNKNOWN_ERROR', 1, 1]]);
    expect(placesOf(interchange({ wanted: [[1, 3], [1]] }), rejected())).toEqual([['UNKNOWN_ERROR', 1, 1]]);
  });

  it('is told by a fault of its own, and one of any of its parts tells of an interchange that is not taken', () => {
    expect(placesOf(interchange({ wanted: [[1, 3], [1]] }), rejected(1))).toEqual([]);
    expect(placesOf(interchange({ wanted: [] }, 'R'), rejected(2))).toEqual([]);
    expect(placesOf(interchange({ fate: 'held', wanted: [] }), rejected())).toEqual([]);
  });
});
