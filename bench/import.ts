import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// How long a new process needs to import each entry point of the build, in turn beside a module that is empty, in milliseconds: the best and
// the median of all runs. Needs a build: npm run bench:import

const RUNS = 15;
const ENTRIES = [
  'index',
  'read',
  'validate',
  'write',
  'charset/index',
  'claims/index',
  'eligibility/index',
  'remittance/index',
];
const EMPTY = 'data:text/javascript,export const nothing = 0;';

const modules: Readonly<Record<string, string>> = {
  empty: EMPTY,
  ...Object.fromEntries(ENTRIES.map((entry) => [entry, new URL(`../dist/${entry}.js`, import.meta.url).href])),
};
const times = new Map(Object.keys(modules).map((name) => [name, [] as number[]]));
for (let run = 0; run < RUNS; run++)
  for (const [name, address] of Object.entries(modules)) times.get(name)?.push(importTime(address));

const [empty = Number.NaN] = sorted('empty');
for (const name of times.keys()) {
  const all = sorted(name);
  const [best = Number.NaN, median = Number.NaN] = [all[0], all[Math.floor(RUNS / 2)]];
  const ratio = `${(best / empty).toFixed(1)} times the empty one`;
  process.stdout.write(
    `${name.padEnd(18)} ${best.toFixed(1).padStart(6)} ${median.toFixed(1).padStart(6)}  ${ratio}\n`,
  );
}

function sorted(name: string): readonly number[] {
  return [...(times.get(name) ?? [])].sort((one, other) => one - other);
}

/** Of a process of its own, from the call to the module. */
function importTime(address: string): number {
  const program = `const began = performance.now(); await import(${JSON.stringify(address)}); console.log(performance.now() - began)`;
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd, encoding: 'utf8' }));
}
