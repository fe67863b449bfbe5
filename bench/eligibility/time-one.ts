import { ELIGIBILITY_WORK } from './work.js';

// One row in a process of its own, named by its number: what ran before would have made the same functions slower.

const PASSES = 15;
const SETS = 4_000;

const { title, sets, run } = ELIGIBILITY_WORK[Number(process.argv[2])] ?? { title: '', sets: 1, run: () => undefined };
let best = Number.POSITIVE_INFINITY;
for (let pass = 0; pass < PASSES; pass++) {
  const start = process.cpuUsage();
  for (let round = 0; round < SETS / sets; round++) await run();
  const { user, system } = process.cpuUsage(start);
  best = Math.min(best, (user + system) / 1e6);
}
const rate = Math.round(SETS / best).toLocaleString('en-US');
console.log(`${title.padEnd(44)} ${rate.padStart(9)} a second`);
