import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberLog } from '../../src/envelope/number-log.js';

describe('NumberLog', () => {
  it('says of every text whether it is new, as a set would', () => {
    const texts = fc.array(fc.oneof(fc.stringMatching(/^[0-9]{1,10}$/), fc.stringMatching(/^[0-9A]{0,4}$/)), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(texts, (given) => {
        const log = new NumberLog();
        const seen = new Set<string>();
        for (const text of given) {
          expect(log.add(text)).toBe(!seen.has(text));
          seen.add(text);
        }
      }),
    );
  });

  it('forgets when cleared', () => {
    const log = new NumberLog();
    log.add('0001');
    log.clear();
    expect(log.add('0001')).toBe(true);
  });
});
