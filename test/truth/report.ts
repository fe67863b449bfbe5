import type { Fault, Row } from './measure.js';

/** Shares of what was tried, in percent, as the last line of the table has them. */
export interface Totals {
  readonly tried: number;
  readonly found: number;
  readonly code: number;
  readonly place: number;
  readonly alone: number;
}

/** Over all ways together: every mutant counts alike. */
export function totals(rows: readonly Row[]): Totals {
  const tried = sum(rows, 'tried');
  const share = (name: 'found' | 'code' | 'place' | 'alone'): number => (100 * sum(rows, name)) / Math.max(1, tried);
  return { tried, found: share('found'), code: share('code'), place: share('place'), alone: share('alone') };
}

/** The table, and the worst examples under it: what was wanted, what was told, and of which set. */
export function report(rows: readonly Row[], worst: number): string {
  const { tried, ...shares } = totals(rows);
  const last = [tried, ...Object.values(shares).map((share) => share.toFixed(2))];
  const lines = rows.map((row) => line(row.way, [row.tried, ...counted(row)]));
  const examples = worstOf(rows, worst).flatMap(exampleLines);
  return [
    line('way', ['tried', 'found', 'code', 'place', 'alone']),
    ...lines,
    line('all, in percent', last),
    '',
    ...examples,
  ].join('\n');
}

function sum(rows: readonly Row[], name: 'tried' | 'found' | 'code' | 'place' | 'alone'): number {
  return rows.reduce((all, row) => all + row[name], 0);
}

function counted({ found, code, place, alone }: Row): number[] {
  return [found, code, place, alone];
}

function line(name: string, cells: readonly (string | number)[]): string {
  return [name.padEnd(52), ...cells.map((cell) => String(cell).padStart(7))].join(' ');
}

/** One of each way first, beginning with the ways that fail most. */
function worstOf(rows: readonly Row[], most: number): Fault[] {
  const failing = rows.filter(({ faults }) => faults.length > 0).sort((a, b) => b.faults.length - a.faults.length);
  const longest = Math.max(0, ...failing.map(({ faults }) => faults.length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    failing.flatMap(({ faults }) => faults.slice(round, round + 1)),
  );
  return rounds.flat().slice(0, most);
}

function exampleLines({ way, set, wanted, verdict, text }: Fault): string[] {
  const told = verdict.told.length === 0 ? ['nothing'] : verdict.told.slice(0, 5);
  return [`${way}: ${set}`, `  wanted ${wanted.join('; ')}`, `  told   ${told.join('; ')}`, `  ${text}`, ''];
}
