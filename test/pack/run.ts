/**
 * Packs the package, installs the tarball into empty projects without a network, and uses it there as a stranger would:
 * from ESM, from CJS, bundled for a browser, from TypeScript, and as a command. Needs a build.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { build } from 'esbuild';
import { checkDeclarations } from './declarations.js';
import { packInto, ROOT, run } from './packed.js';
import { kilobytes, LIMITS, measureBundles } from './sizes.js';

const ALLOWED =
  /^(dist\/|guides\/[^/]+\.json$|guides\/(README|rules)\.md$|guides\/overlays\/[\w-]+\.json$|src\/([\w-]+\/)*README\.md$|(README|CHANGELOG)\.md$|LICENSE$|NOTICE$|package\.json$)/;

const PROGRAMS = fileURLToPath(new URL('.', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'ediloom-pack-'));

try {
  const tarball = pack();
  const project = install(tarball, { type: 'module' });
  node(project, 'esm.mjs');
  const common = install(tarball, {});
  node(common, 'cjs.cjs');
  node(common, 'entries.cjs');
  await runInBrowser(project);
  await measureBundles(project, say);
  checkDeclarations(join(project, 'node_modules/ediloom'));
  checkTypes(project);
  runCommand(project);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function pack(): string {
  const packed = packInto(scratch);
  const strays = packed.files.map((file) => file.path).filter((path) => !ALLOWED.test(path));
  assert.deepEqual(strays, [], 'the tarball holds files that are not meant to ship');
  assert.ok(packed.size < LIMITS.tarball, `the tarball has ${packed.size} bytes`);
  assert.ok(packed.unpackedSize < LIMITS.unpacked, `the package has ${packed.unpackedSize} bytes, unpacked`);
  const sizes = `${kilobytes(packed.size)}, ${kilobytes(packed.unpackedSize)} unpacked`;
  say(`tarball: ${packed.files.length} files, ${sizes}`);
  return join(scratch, packed.filename);
}

/** An empty project with nothing but the package and the programs. */
function install(tarball: string, manifest: object): string {
  const project = mkdtempSync(join(scratch, 'project-'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'stranger', private: true, ...manifest }));
  run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball], project);
  cpSync(PROGRAMS, project, { recursive: true });
  return project;
}

function node(project: string, program: string): void {
  run(process.execPath, [program], project);
  say(`${program}: runs`);
}

/** Bundles for a browser, where every import of Node is an error, and runs the bundle with nothing of Node in reach. */
async function runInBrowser(project: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(project, 'browser.js')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
  const page: { result?: Promise<string>; readonly [name: string]: unknown } = { TextDecoder, TextEncoder };
  vm.runInNewContext(outputFiles[0]?.text ?? '', page);
  assert.match((await page.result) ?? '', /^ISA\*.*~PO1\*\*12\*EA\*9\.75~SE\*4\*0001~GE\*1\*1~IEA\*1\*000000001~$/);
  say('browser.js: bundles and runs');
}

function checkTypes(project: string): void {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022'];
  const files = [
    ['--module', 'nodenext', 'types.mts', 'types.cts'],
    ['--module', 'esnext', '--moduleResolution', 'bundler', 'types.mts'],
  ];
  for (const options of files) run(process.execPath, [tsc, ...strict, ...options], project);
  say('types: hold from ESM, CJS and for a bundler');
}

function runCommand(project: string): void {
  const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const command = join(project, 'node_modules/.bin/ediloom');
  assert.equal(run(command, ['--version'], project).trim(), version);
  const x12 = run(command, ['generate', 'order.json'], project);
  mkdirSync(join(project, 'out'));
  writeFileSync(join(project, 'out', 'order.edi'), x12);
  run(command, ['validate', join('out', 'order.edi')], project);
  say('ediloom: generates and validates');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
