import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bytesOf } from './mutant.js';
import { loadPair } from './packages.js';
import { compareRun, describeFailure, type Failure } from './runs.js';
import { startFiles } from './start-files.js';

/**
 * The long form: `npm run before -- --runs 100000 --seed 1`, progress on stderr; 1 is the exit code when something
 * differs. `--first N --runs 1 --keep FILE` makes one mutant again, and keeps it if it differs.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: process.env.EDILOOM_RUNS ?? '100000' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    keep: { type: 'string' },
  },
});
const [runs, seed, first] = [Number(values.runs), Number(values.seed), Number(values.first)];
/** After so many, the rest would show the same. */
const MOST_FAILURES = 10;

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const pair = await loadPair();
const guides = [...pair.before.guides.keys()];
const files = startFiles(pair, guides);
say(`${files.length} files to start from, ${runs} mutants, seed ${seed}`);
const failures: Failure[] = [];
let done = 0;
for (let run = first; run < first + runs && failures.length < MOST_FAILURES; run++) {
  const failure = await compareRun(seed, run, { pair, files, guides });
  if (failure !== undefined) tell(failure);
  if (++done % Math.ceil(runs / 50) === 0) tellProgress();
}
const { user, system } = process.cpuUsage();
say(`${done} mutants of seed ${seed}: ${failures.length} differ; ${((user + system) / 1e6).toFixed(0)} s of CPU`);
process.exitCode = failures.length === 0 ? 0 : 1;

function tell(failure: Failure): void {
  failures.push(failure);
  say(describeFailure(failure, files));
  if (values.keep !== undefined) writeFileSync(values.keep, bytesOf(failure.recipe, files));
}

function tellProgress(): void {
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  const heap = (process.memoryUsage().heapUsed / 1e6).toFixed(0);
  say(`${done} of ${runs}, ${((user + system) / 1e6).toFixed(0)} s of CPU, heap ${heap} MB, ${failures.length} differ`);
}
