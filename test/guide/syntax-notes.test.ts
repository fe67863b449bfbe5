import { describe, expect, it } from 'vitest';
import { brokenNote, checkPresence, compileSyntaxNotes } from '../../src/guide/plan/syntax-notes.js';

function masks(present: readonly number[]): { low: number; high: number } {
  const bits = (first: number): number =>
    present.filter((n) => n > first && n <= first + 30).reduce((mask, n) => mask | (1 << (n - first)), 0);
  return { low: bits(0), high: bits(30) };
}

function broken(note: string, present: readonly number[]): readonly number[] {
  const { low, high } = masks(present);
  return compileSyntaxNotes([note]).flatMap((plan) => brokenNote(plan, low, high));
}

describe('brokenNote', () => {
  it.each([
    ['P0304', [], []],
    ['P0304', [3, 4], []],
    ['P0304', [3], [4]],
    ['P030405', [4], [3, 5]],
    ['R0203', [3], []],
    ['R0203', [1], [2]],
    ['E0405', [4], []],
    ['E0405', [4, 5], [5]],
    ['E040506', [4, 5, 6], [5, 6]],
    ['C0607', [7], []],
    ['C0607', [6, 7], []],
    ['C060708', [6], [7, 8]],
    ['L080910', [8, 10], []],
    ['L080910', [9], []],
    ['L080910', [8], [9]],
    ['P3031', [30], [31]],
    ['P3031', [31], [30]],
    ['P5960', [59, 60], []],
    ['E3060', [30, 60], [60]],
  ])('%s with %j present names %j', (note, present, expected) => expect(broken(note, present)).toEqual(expected));

  it.each(['P03', 'X0304', 'P034', 'P0003', ''])('refuses the note %j', (note) => {
    expect(() => compileSyntaxNotes([note])).toThrow(expect.objectContaining({ code: 'X12_GUIDE_INVALID' }));
  });
});

describe('checkPresence', () => {
  const plan = (position: number, more: object = {}) =>
    Object.assign(Object.create(null), { position, notUsed: false, required: false, mandatory: false, ...more });
  const elements = [
    undefined,
    plan(1),
    plan(2, { required: true }),
    plan(3),
    plan(4, { notUsed: true }),
    plan(5, { required: true, mandatory: true }),
    plan(6),
  ];

  it.each<[string, string[], number[], number[]]>([
    ['not what the guide forbids or the standard demands on its own', ['P03040506'], [3], [6]],
    ['what the guide requires as well', ['P0203'], [3], [2]],
    ['of two that would do, the one the guide requires', ['R0102'], [], [2]],
    ['of two that would do, the one the guide knows', ['R0406'], [], [6]],
    ['nothing, where the one that would do is missing anyway', ['R0105'], [], []],
    ['a position once, though two notes ask for it', ['P0203', 'C0102'], [1, 3], [2]],
  ])('asks for %s', (_name, notes, present, expected) => {
    const found: [string, number][] = [];
    const { low, high } = masks(present);
    checkPresence({ elements, syntax: compileSyntaxNotes(notes) }, low, high, (reason, position) =>
      found.push([reason, position]),
    );
    const required = [2].filter((position) => ![...present, ...expected].includes(position));
    expect(found).toEqual([
      ...required.map((position) => ['element-required-missing', position]),
      ...(present.includes(5) ? [] : [['element-mandatory-missing', 5]]),
      ...expected.map((position) => ['element-conditional-missing', position]),
    ]);
  });
});
