import { afterEach, expect, it, vi } from 'vitest';
import { readSheet } from '../src/csv.js';

const COLUMNS = { known: ['Visit ID', 'Payer ID'], needed: [] };

afterEach(() => vi.restoreAllMocks());

it('a sheet whose rows are not as wide as its first is read without a stack for each of them, and stacks are there again', () => {
  const limits: number[] = [];
  vi.spyOn(Error, 'captureStackTrace').mockImplementation(() => void limits.push(Error.stackTraceLimit));
  const before = Error.stackTraceLimit;
  const { rows } = readSheet(`Visit ID,Payer ID\n${'\n'.repeat(100)}v1,BRINK\n`, COLUMNS);
  expect(rows).toEqual([{ row: 102, cells: ['v1', 'BRINK'] }]);
  expect([new Set(limits), Error.stackTraceLimit]).toEqual([new Set([0]), before]);
  expect(() => readSheet('Visit ID,Payer ID\n"v1', COLUMNS)).toThrow('none ends it');
  expect(Error.stackTraceLimit).toBe(before);
});
