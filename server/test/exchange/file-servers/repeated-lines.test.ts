import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RepeatedLines } from '../../../src/exchange/file-servers/repeated-lines.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('writes some lines of a kind, then how many more there were, and lines of another kind as they come', () => {
  const written: string[] = [];
  const lines = new RepeatedLines();
  const write = (kind: string) =>
    lines.write(
      kind,
      () => written.push(kind),
      (times) => written.push(`${kind} +${times}`),
    );
  for (let times = 0; times < 1000; times++) write('a');
  write('b');
  expect(written).toEqual([...Array<string>(10).fill('a'), 'b']);
  vi.advanceTimersByTime(60_000);
  expect(written.slice(11)).toEqual(['a +990']);
  for (let times = 0; times < 12; times++) write('a');
  lines.flush();
  expect(written.slice(12)).toEqual([...Array<string>(10).fill('a'), 'a +2']);
  vi.advanceTimersByTime(120_000);
  expect(written).toHaveLength(23);
});
