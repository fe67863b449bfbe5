/**
 * Packs the package and uses it in a project of its own beside the tools that people have, of exact versions from the registry
 * (test/fresh/project/package.json): runtimes, bundlers, Jest, and the oldest and the newest TypeScript; runs what READMEs and recipes
 * show in it. Needs a build, and the network;
 * a tool that could not be had is told, and so is one that does not run on this machine.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packInto, run } from '../pack/packed.js';
import { compileExamples, copyExamples, runRecipes } from './examples.js';
import { compileAll } from './typescript.js';

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const PROJECT = folder('project/');
const EXAMPLES = folder('examples-project/');
const PACK = folder('../pack/');

/** What each program prints: the order's number as it was read, and whether its data and empty data are valid. */
const EXPECTED = 'PO-1001 true false';

/** Bundles, and how each is made of `order.mjs`: arguments of the tool. */
const BUNDLERS: Readonly<Record<string, (out: string) => readonly string[]>> = {
  esbuild: (out) => [
    'order.mjs',
    '--bundle',
    '--format=esm',
    '--platform=browser',
    `--outfile=${out}`,
    '--log-level=error',
  ],
  rollup: (out) => ['order.mjs', '--plugin', '@rollup/plugin-node-resolve', '--format=es', `--file=${out}`, '--silent'],
  vite: () => ['build', '--config', 'vite.config.mjs', '--logLevel', 'error'],
};

const began = Date.now();
const scratch = mkdtempSync(join(tmpdir(), 'ediloom-fresh-'));
try {
  const tarball = join(scratch, packInto(scratch).filename);
  const project = install(PROJECT, tarball);
  for (const file of ['order.json', 'types.mts', 'types.cts']) cpSync(join(PACK, file), join(project, file));
  const missing = missingTools(PROJECT, project);
  const has = (...names: readonly string[]): boolean => names.every((name) => !missing.includes(name));

  check('ESM', () => run(process.execPath, ['order.mjs'], project));
  check('CommonJS', () => run(process.execPath, ['order.cjs'], project));
  if (has('deno')) runInDeno(project);
  if (has('jest')) {
    run(join(project, 'node_modules/.bin/jest'), ['--watchman=false', '--runInBand', '--silent'], project);
    say('Jest: runs');
  }
  for (const [bundler, options] of Object.entries(BUNDLERS)) {
    if (!has(bundler, ...(bundler === 'rollup' ? ['@rollup/plugin-node-resolve'] : []))) continue;
    const out = `bundle-${bundler}.mjs`;
    run(join(project, 'node_modules/.bin', bundler), options(out), project);
    check(bundler, () => run(process.execPath, [out], project));
  }
  if (has('@types/node')) {
    for (const name of ['typescript-oldest', 'typescript-newest'])
      if (has(name)) compileAll(project, name, EXPECTED, say);
  }
  // With what the examples need: declarations were looked at without it.
  const examples = install(EXAMPLES, tarball);
  if (missingTools(EXAMPLES, examples).length === 0) {
    copyExamples(examples);
    for (const name of ['typescript-oldest', 'typescript-newest']) compileExamples(examples, name, say);
    runRecipes(examples, say);
  }
  say(`all in ${Math.round((Date.now() - began) / 1000)} s`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** A project with the files of a folder, the tools that its manifest names, and the tarball. */
function install(source: string, tarball: string): string {
  const project = mkdtempSync(join(scratch, 'project-'));
  cpSync(source, project, { recursive: true });
  const quick = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1', '--no-package-lock'];
  run('npm', ['install', ...quick, tarball], project);
  return project;
}

/** The tools that the registry did not give, each of which is told. */
function missingTools(source: string, project: string): readonly string[] {
  const manifest: { optionalDependencies: object } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const tools = Object.keys(manifest.optionalDependencies);
  const missing = tools.filter((name) => !existsSync(join(project, 'node_modules', name, 'package.json')));
  for (const name of missing) say(`NOT CHECKED: the registry does not give ${name}`);
  // Deno's binary is made for few machines. All else is there where the registry is, or this check is one in name alone.
  const lost = missing.filter((name) => name !== 'deno');
  assert.ok(
    lost.length === 0 || process.env.CI === undefined || !registryAnswers(project),
    `not had: ${lost.join(', ')}`,
  );
  return missing;
}

function registryAnswers(project: string): boolean {
  try {
    return run('npm', ['view', 'typescript@5.4.5', 'version', '--fetch-retries=1'], project).trim() !== '';
  } catch {
    return false;
  }
}

/** Deno's package starts a binary that is made for few machines: where it does not start, that is said. */
function runInDeno(project: string): void {
  const deno = join(project, 'node_modules/.bin/deno');
  const env = { DENO_DIR: join(scratch, 'deno'), DENO_NO_UPDATE_CHECK: '1' };
  try {
    run(deno, ['--version'], project, env);
  } catch {
    say('NOT CHECKED: deno does not start on this machine');
    return;
  }
  check('Deno', () => run(deno, ['run', '--no-lock', '--node-modules-dir=manual', 'order.mjs'], project, env));
  run(deno, ['check', '--no-lock', '--node-modules-dir=manual', 'types.mts'], project, env);
  say('Deno: types hold');
}

function check(name: string, printed: () => string): void {
  assert.equal(printed().trim(), EXPECTED, name);
  say(`${name}: runs`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
