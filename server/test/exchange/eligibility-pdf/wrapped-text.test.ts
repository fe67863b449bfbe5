import { expect, it, vi } from 'vitest';
import { Pages } from '../../../src/exchange/eligibility-pdf/drawing/page.js';

const STYLE = { size: 8 };

/** Lines of a text, and how many letters were measured for them. */
function wrapped(text: string) {
  const pages = new Pages({
    title: '',
    header: { title: '', payer: '', facts: [] },
    foot: '',
    createdAt: 0,
    blocks: [],
  });
  const width = vi.spyOn(pages, 'width');
  const lines = pages.wrapped(text, 120, STYLE);
  const measured = width.mock.calls.reduce((sum, [measuredText]) => sum + measuredText.length, 0);
  const widest = Math.max(...lines.map((line) => pages.width(line, STYLE)));
  return { lines, measured, widest };
}

it.each([
  ['a word without an end', 'W'],
  ['blanks without an end', ' '],
  ['words', 'word '],
  ['words with many blanks', `word${' '.repeat(50)}`],
])('%s is measured letter by letter, however long it is', (_, part) => {
  const text = `Plan: ${part.repeat(Math.ceil(20_000 / part.length))}end`;
  const { lines, measured, widest } = wrapped(text);
  expect(measured).toBeLessThan(text.length * 10);
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  expect(widest).toBeLessThanOrEqual(120);
});

it.each(['12/31/2026', '$1,234,567.00', '612-555-0142'])('%s stays whole at the end of a line', (whole) => {
  for (let words = 1; words < 12; words++) {
    expect(wrapped(`${'to '.repeat(words)}${whole}`).lines.join('\n')).toContain(whole);
  }
});

it('a letter that is wider than a line stands in a line by itself', () => {
  expect(
    new Pages({ title: '', header: { title: '', payer: '', facts: [] }, foot: '', createdAt: 0, blocks: [] }).wrapped(
      'WW',
      1,
      STYLE,
    ),
  ).toEqual(['W', 'W']);
});
