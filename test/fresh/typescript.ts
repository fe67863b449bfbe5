import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../pack/packed.js';

/** Milliseconds that a project with two printed guides may take on a machine that is shared. On a quiet one it is below 1,500. */
const LIMIT_PRINTED = 10_000;

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'es2022',
};

/** Declaration files are checked, too, which is the compiler's default. */
const CHECKED = { ...STRICT, types: [], noEmit: true, skipLibCheck: false };

/** As services are set up that inject by decorators. */
const DECORATED = {
  ...STRICT,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
  types: ['node'],
};

const PRINTED = { 'printed-850': '850-004010', 'printed-837P': '837P-005010X222A1' };

/**
 * Compiles the project's programs by one TypeScript.
 * @param name the package of the compiler, below `node_modules/`.
 * @param expected what the compiled service prints.
 */
export function compileAll(project: string, name: string, expected: string, say: (text: string) => void): void {
  const tsc = (...args: readonly string[]): string =>
    run(process.execPath, [join(project, 'node_modules', name, 'bin/tsc'), ...args], project);
  const compile = (compilerOptions: object, ...files: readonly string[]): string => {
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    return tsc('-p', '.');
  };
  const version = tsc('--version').trim().replace('Version', 'TypeScript');

  compile({ ...CHECKED, module: 'nodenext' }, 'types.mts', 'types.cts');
  compile({ ...CHECKED, module: 'esnext', moduleResolution: 'bundler' }, 'types.mts');
  say(`${version}: types hold from ESM, CommonJS and for a bundler, without types of Node`);

  writeFileSync(join(project, 'portable.mts'), importsOf(PORTABLE));
  compile({ ...CHECKED, lib: ['es2022'], module: 'nodenext' }, 'portable.mts');
  compile({ ...CHECKED, lib: ['es2022'], types: ['node'], module: 'nodenext' }, 'portable.mts');
  say(`${version}: declarations of entries that need no Node hold without the library of the DOM, too`);

  writeFileSync(join(project, 'entries.mts'), allEntries(project));
  compile({ ...CHECKED, types: ['node'], module: 'nodenext' }, 'entries.mts');
  say(`${version}: declarations of all entries hold, without any peer dependency`);

  compile({ ...DECORATED, module: 'nodenext', outDir: 'out' }, 'service.ts');
  assert.equal(run(process.execPath, ['out/service.js'], project).trim(), expected);
  say(`${version}: a service with decorators compiles to CommonJS, and runs`);

  if (name === 'typescript-oldest') {
    const old = { ...DECORATED, skipLibCheck: false, moduleResolution: 'node10', resolveJsonModule: true };
    writeFileSync(join(project, 'all-entries.ts'), `${allEntries(project)}${JSON_ENTRY}`);
    compile({ ...old, module: 'commonjs', outDir: 'out' }, 'service.ts', 'all-entries.ts');
    assert.equal(run(process.execPath, ['out/service.js'], project).trim(), expected);
    say(`${version}: the same by moduleResolution node10, which newer ones do not have`);
  }

  for (const [file, id] of Object.entries(PRINTED))
    writeFileSync(join(project, `${file}.ts`), run('npx', ['ediloom', 'guides', id, '--types'], project));
  const began = performance.now();
  compile({ ...STRICT, types: [], noEmit: true, skipLibCheck: true, module: 'nodenext' }, 'printed.ts');
  const took = Math.round(performance.now() - began);
  say(`${version}: two printed guides in ${took} ms`);
  assert.ok(took < LIMIT_PRINTED, `two printed guides take ${took} ms`);
}

const PORTABLE = [
  '.',
  './acknowledgment',
  './charset',
  './claims',
  './eligibility',
  './guides/850-004010',
  './read',
  './remittance',
  './validate',
  './write',
];

/** Entries whose types are those of another package, which their users have. */
const OF_PEERS = ['./ajv', './testing/arbitraries'];

const JSON_ENTRY = "export { default as schema } from 'ediloom/guides/850-004010.json';\n";

/** A module that imports every entry of the package, of the guides one of each kind. */
function allEntries(project: string): string {
  const manifest: { exports: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(project, 'node_modules/ediloom/package.json'), 'utf8'),
  );
  const entries = Object.keys(manifest.exports).filter(
    (entry) => !entry.endsWith('.json') && !OF_PEERS.includes(entry),
  );
  const kinds = ['850-004010', 'dictionary-005010'];
  return importsOf(
    entries.flatMap((entry) => (entry.includes('*') ? kinds.map((id) => entry.replace('*', id)) : [entry])),
  );
}

function importsOf(entries: readonly string[]): string {
  return entries
    .map((entry, index) => `export type * as e${index} from '${entry.replace('.', 'ediloom')}';\n`)
    .join('');
}
