import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ControlNumberScope, scopeKey } from '../../src/envelope/control-number-scope.js';
import {
  type ControlNumbers,
  controlNumberRule,
  setControlNumber,
  takeControlNumbers,
} from '../../src/envelope/control-numbers.js';
import { createMemoryControlNumbers } from '../../src/envelope/memory-control-numbers.js';
import { controlNumbersContract } from '../../src/testing/control-numbers-contract.js';

const MAX = 999_999_999;

// Few characters, so that parts of different scopes run into each other often.
const part = fc.oneof(
  fc.string({ unit: fc.constantFrom('A', 'a', ':', '%', '0', ' ', '\\', '\ud800', 'é') }),
  fc.string(),
);
const usage = fc.constantFrom(undefined, 'I' as const, 'P' as const, 'T' as const);
const pair = { senderQualifier: part, senderId: part, receiverQualifier: part, receiverId: part, usage };
const scope: fc.Arbitrary<ControlNumberScope> = fc.oneof(
  fc.record({ kind: fc.constant('interchange' as const), ...pair }),
  fc.record({
    kind: fc.constant('group' as const),
    ...pair,
    applicationSenderCode: part,
    applicationReceiverCode: part,
    functionalIdentifierCode: fc.option(part, { nil: undefined }),
  }),
);

/** What makes a scope: every part without its padding, absent as empty. */
function parts(of: ControlNumberScope): string {
  const named = Object.entries(of).map(([name, value = '']) => [name, value.replace(/ +$/, '')] as const);
  return JSON.stringify(named.filter(([, value]) => value !== '').sort());
}

describe('control numbers in memory', () => {
  for (const check of controlNumbersContract(() => ({ open: createMemoryControlNumbers }))) it(check.name, check.run);
});

describe('the contract', () => {
  const failures = async (broken: (numbers: ControlNumbers) => Partial<ControlNumbers>): Promise<readonly string[]> => {
    const open = (options = {}): ControlNumbers => {
      const numbers = createMemoryControlNumbers(options);
      return { ...numbers, ...broken(numbers) };
    };
    const names: string[] = [];
    for (const check of controlNumbersContract(() => ({ open }), { durable: true })) {
      await check.run().catch(() => names.push(check.name));
    }
    return names;
  };

  it('finds an adapter that forgets, and nothing else wrong with it', async () => {
    expect(await failures(() => ({}))).toEqual([
      'goes on after the last number when opened again',
      'is still at its end when opened again, and the roll-over may be changed',
      'gives no number twice to 200 callers of two adapters on one storage',
      'lets one adapter alone begin a scope',
    ]);
  });

  it('finds a read and a write that are not one step', async () => {
    const racing = (numbers: ControlNumbers): Partial<ControlNumbers> => ({
      async next(of, count = 1) {
        const number = await numbers.peek(of);
        await numbers.set(of, Math.min(number + count, MAX), { goBack: true });
        return number;
      },
    });
    expect(await failures(racing)).toContain('gives no number twice to 200 concurrent callers');
    expect(await failures(racing)).toContain('gives runs that overlap with nothing');
  });

  it('finds a peek that spends, scopes that are mixed up, and a set that goes back', async () => {
    expect(await failures((numbers) => ({ peek: (of) => numbers.next(of) }))).toContain('peeks without spending');
    expect(
      await failures((numbers) => ({ next: (of, count) => numbers.next({ ...of, usage: 'P' }, count) })),
    ).toContain('counts each scope apart');
    expect(await failures((numbers) => ({ set: (of, next) => numbers.set(of, next, { goBack: true }) }))).toContain(
      'goes back only when asked to',
    );
  });
});

describe('scopeKey', () => {
  it('is the same for equal scopes and for no others', () => {
    fc.assert(
      fc.property(scope, scope, (one, other) => {
        expect(scopeKey(one) === scopeKey(other)).toBe(parts(one) === parts(other));
      }),
      { numRuns: 2000 },
    );
  });

  it('tells scopes apart that differ in one place', () => {
    fc.assert(
      fc.property(scope, fc.nat(), part, (one, place, other) => {
        const names = Object.keys(one).filter((name) => name !== 'kind' && name !== 'usage');
        const changed = { ...one, [names[place % names.length] ?? '']: other };
        expect(scopeKey(one) === scopeKey(changed)).toBe(parts(one) === parts(changed));
      }),
      { numRuns: 2000 },
    );
  });

  it('is one line of printable ASCII', () => {
    fc.assert(
      fc.property(scope, (one) => {
        expect(scopeKey(one)).toMatch(/^(interchange|group):[ -~]*$/);
      }),
    );
  });

  it('can be read', () => {
    const ids = { senderQualifier: 'ZZ', senderId: 'ACME', receiverQualifier: '01', receiverId: '123456789' };
    expect(scopeKey({ kind: 'interchange', ...ids, usage: 'T' })).toBe('interchange:ZZ:ACME:01:123456789:T');
    const codes = { applicationSenderCode: 'A/B', applicationReceiverCode: 'É', functionalIdentifierCode: 'PO' };
    expect(scopeKey({ kind: 'group', ...ids, ...codes })).toBe('group:ZZ:ACME:01:123456789::A%002fB:%00c9:PO');
  });
});

describe('the steps of a counter', () => {
  const state = fc.oneof(fc.integer({ min: 1, max: MAX + 1 }), fc.integer({ min: MAX - 5, max: MAX + 1 }));
  const count = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: MAX }));

  it('takes runs that stay in range and lie at or after the state, or at 1', () => {
    fc.assert(
      fc.property(state, count, (from, asked) => {
        const { first, state: after } = takeControlNumbers(from, asked, 'restart');
        expect(first).toBe(from + asked - 1 <= MAX ? from : 1);
        expect(after).toBe(first + asked);
        expect(after).toBeLessThanOrEqual(MAX + 1);
      }),
    );
  });

  it('refuses a run that does not fit, and says how many are left', () => {
    expect(takeControlNumbers(MAX - 1, 2, 'refuse')).toEqual({ first: MAX - 1, state: MAX + 1 });
    expect(() => takeControlNumbers(MAX - 1, 3, 'refuse')).toThrow(
      expect.objectContaining({ code: 'X12_CONTROL_NUMBERS_EXHAUSTED', details: { asked: 3, left: 2 } }),
    );
  });

  it('lets a new scope be set to anything in range', () => {
    expect(setControlNumber(undefined, 1, { rollOver: 'refuse' })).toBe(1);
    expect(setControlNumber(undefined, MAX, { rollOver: 'restart' })).toBe(MAX);
  });

  it('completes the options', () => {
    expect(controlNumberRule()).toEqual({ start: 1, rollOver: 'restart' });
    // @ts-expect-error from JavaScript anything may come
    expect(() => controlNumberRule({ rollOver: 'wrap' })).toThrow(
      expect.objectContaining({ code: 'X12_OPTION_INVALID', details: { option: 'rollOver' } }),
    );
  });
});
