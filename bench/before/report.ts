import { median } from '../measure.js';
import type { TurnResult } from './child.js';

const WIDTHS = [34, 6, 10, 10, 8, 8, 16, 8];

export const COLUMNS = line(['stage', 'set', 'before', 'now', 'speed', 'median', 'probe', 'part']);

/** Best of the turns; `speed` is how many times as fast as before, `median` the same turn by turn, `part` that of the probe's rate. */
export function formatRow(stage: string, set: string, probe: string | undefined, result: TurnResult): string {
  const [before, now, bare] = [best(result.before), best(result.now), best(result.probe)];
  const turns = result.before.map((seconds, turn) => seconds / (result.now[turn] ?? Number.NaN));
  const beside = probe === undefined ? ['', ''] : [`${probe} ${figure(bare, result)}`, (bare / now).toFixed(2)];
  return line([
    stage,
    set,
    figure(before, result),
    figure(now, result),
    (before / now).toFixed(2),
    median(turns).toFixed(2),
    ...beside,
  ]);
}

/** What an input of its own costs beside the set in it, in microseconds: the difference of two rows. */
export function formatAround(stage: string, set: string, alone: TurnResult, among: TurnResult): string {
  const around = (side: 'before' | 'now') => best(alone[side]) / alone.inputs - best(among[side]) / among.inputs;
  const [before, now] = [around('before'), around('now')];
  return line([stage, set, micros(before), micros(now), (before / now).toFixed(2), '', '', '']);
}

function figure(seconds: number, { bytes, inputs }: TurnResult): string {
  return bytes === undefined ? micros(seconds / inputs) : `${(bytes / 1e6 / seconds).toFixed(1)} MB/s`;
}

function micros(seconds: number): string {
  return `${(seconds * 1e6).toFixed(1)} µs`;
}

function best(times: readonly number[]): number {
  return Math.min(...times);
}

function line(cells: readonly string[]): string {
  const padded = cells.map((cell, at) => (at < 2 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0)));
  return `  ${padded.join(' ')}`.trimEnd();
}
