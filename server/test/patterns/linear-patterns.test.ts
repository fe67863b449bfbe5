import { describe, expect, it } from 'vitest';
import { BuiltPatterns } from '../../src/patterns/built-patterns.js';
import { createLinearPatterns } from '../../src/patterns/linear-patterns.js';
import { PatternRefused } from '../../src/patterns/pattern-refused.js';
import { PatternTime } from '../../src/patterns/pattern-time.js';

describe('linear patterns', () => {
  it('are done where JavaScript would need years', { timeout: 20_000 }, () => {
    const { compile } = createLinearPatterns().matcherFor('acme');
    for (const pattern of ['^(([A-Z0-9]+)+)+$', '^(A|AA)+$', '^(.*)*$x', '(A*)*B$']) {
      expect(compile(pattern).test(`${'A'.repeat(264)}!`)).toBe(false);
      expect(compile(pattern).test(`${'A'.repeat(8_000)}!`)).toBe(false);
    }
  });

  it('can be built before a text meets them, one a step', () => {
    const matcher = createLinearPatterns().matcherFor('acme');
    for (const pattern of ['^A+$', '^B+$', '^A+$']) matcher.compile(pattern);
    const building = matcher.build();
    expect([building.next().done, building.next().done, building.next().done]).toEqual([false, false, true]);
  });

  it('of one guide have a bound together', () => {
    const matcher = createLinearPatterns().matcherFor('acme');
    const compileAll = (): void => {
      for (let n = 0; n < 60; n++) matcher.compile(`^${n}[A-Z]{900}$`);
    };
    expect(compileAll).toThrow(PatternRefused);
    expect(compileAll).toThrow(/All patterns of the guide together/);
    expect(() => createLinearPatterns().matcherFor('acme').compile('^[A-Z]{900}$')).not.toThrow();
  });

  it('may take so much time of an account, which comes back; other accounts have their own', () => {
    let now = 0;
    // Each look at the clock is 30 ms after the one before.
    const tick = (): number => {
      now += 30;
      return now;
    };
    const patterns = createLinearPatterns({ time: { now: tick, mostMs: 100, share: 0.001 } });
    const slow = patterns.matcherFor('slow').compile('^A');
    const other = patterns.matcherFor('other').compile('^A');
    const tests = (): void => {
      for (let n = 0; n < 10; n++) slow.test('A');
    };
    expect(tests).toThrow(expect.objectContaining({ kind: 'too-many', code: 'GUIDES_TOO_SLOW' }));
    expect(other.test('A')).toBe(true);
    // The same account with another guide has no more.
    expect(() => patterns.matcherFor('slow').compile('^B').test('B')).toThrow(/too much time/);
    now += 1_000_000;
    expect(slow.test('A')).toBe(true);
  });

  it('share their time with the rules of the guide, each moment of which counts once', () => {
    let now = 0;
    const time = new PatternTime({ now: () => now, mostMs: 100, share: 1 });
    const pattern = new BuiltPatterns(1).of('^A');
    const slow = Object.assign(new BuiltPatterns(1).of('^A'), {
      matches: () => {
        now += 30;
        return true;
      },
    });
    time.beginRules();
    now += 30;
    expect(time.fits(slow, 'A')).toBe(true);
    now += 39;
    time.endRules();
    // 1 is left of 100, and what goes by between rules brings some back.
    time.beginRules();
    now += 1;
    expect(() => time.fits(pattern, 'A')).toThrow(expect.objectContaining({ code: 'GUIDES_TOO_SLOW' }));
    time.endRules();
    expect(() => time.beginRules()).toThrow(/too much time/);
    now += 10;
    time.beginRules();
    time.endRules();
    expect(time.fits(pattern, 'A')).toBe(true);
  });

  it('count the time of what fails, too', () => {
    let now = 0;
    const time = new PatternTime({ now: () => now, mostMs: 50, share: 0 });
    // What the engine does not take fails when it is built.
    const broken = new BuiltPatterns(1).of('(?<=look)behind');
    const failing = (): boolean => {
      now += 1;
      return time.fits(broken, 'x');
    };
    expect(failing).toThrow(expect.objectContaining({ code: 'PATTERN_REFUSED' }));
    const slow = new BuiltPatterns(1).of('^A');
    Object.assign(slow, {
      matches: () => {
        now += 60;
        throw new RangeError('broken');
      },
    });
    expect(() => time.fits(slow, 'A')).toThrow(RangeError);
    expect(() => time.fits(slow, 'A')).toThrow(/too much time/);
  });

  it('are kept ready as many as fit, those that are used before others, and built again when they are needed', () => {
    const all = new BuiltPatterns(2);
    const [a, b, c] = ['^a', '^b', '^c'].map((expression) => all.of(expression));
    if (a === undefined || b === undefined || c === undefined) throw new Error('no pattern');
    a.build();
    b.build();
    expect(all.of('^a')).toBe(a);
    const sets = [a.build(), b.build()];
    b.used = false;
    c.build();
    expect(a.build()).toBe(sets[0]);
    expect(b.build()).not.toBe(sets[1]);
    expect([a, b, c].map((pattern) => pattern.matches('b'))).toEqual([false, true, false]);
  });
});
