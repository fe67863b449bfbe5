/** One thing that a bench does again and again. */
export interface WorkRow {
  readonly title: string;
  /** Sets of one call. */
  readonly sets: number;
  /** Sets of a pass, where fewer than the bench has are enough: of sets that take long. */
  readonly passSets?: number;
  run(): unknown;
}

const PASSES = 15;

/** Times a row on one core: process CPU time, best of the passes. */
export async function timeRow(row: WorkRow | undefined, usualSets: number): Promise<void> {
  if (row === undefined) throw new Error('The bench has no such row.');
  const sets = row.passSets ?? usualSets;
  let best = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < PASSES; pass++) {
    const start = process.cpuUsage();
    for (let round = 0; round < sets / row.sets; round++) await row.run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  const rate = Math.round(sets / best).toLocaleString('en-US');
  const each = row.passSets === undefined ? '' : `, ${((best / sets) * 1_000).toFixed(1)} ms each`;
  console.log(`${row.title.padEnd(44)} ${rate.padStart(9)} a second${each}`);
}
