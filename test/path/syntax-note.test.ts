import { describe, expect, it } from 'vitest';
import { parseSyntaxNote } from '../../src/path/syntax-note.js';

describe('parseSyntaxNote', () => {
  it.each([
    ['P0304', 'P', [3, 4]],
    ['R0203', 'R', [2, 3]],
    ['E0405', 'E', [4, 5]],
    ['C0607', 'C', [6, 7]],
    ['L080910', 'L', [8, 9, 10]],
    ['P1020304050607099', 'P', [10, 20, 30, 40, 50, 60, 70, 99]],
  ])('reads %s', (text, letter, positions) => {
    expect(parseSyntaxNote(text)).toEqual({ letter, positions });
  });

  it.each([
    ['', 1],
    ['0304', 1],
    ['X0304', 1],
    ['p0304', 1],
    ['P', 2],
    ['P03', 4],
    ['P034', 4],
    ['P03045', 6],
    ['P0300', 4],
    ['P03 04', 4],
    ['P0304 ', 6],
    [' P0304', 1],
  ])('refuses %j at column %i', (text, column) => {
    expect(() => parseSyntaxNote(text)).toThrow(
      expect.objectContaining({ code: 'X12_GUIDE_INVALID', details: expect.objectContaining({ column }) }),
    );
  });

  it('says what could stand there', () => {
    expect(() => parseSyntaxNote('P03')).toThrow(
      'The syntax note is wrong at column 4: expected a two-digit position from 01 to 99. Write a letter and two-digit positions, such as P0304.',
    );
  });
});
