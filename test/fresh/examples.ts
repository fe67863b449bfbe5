import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../pack/packed.js';

/** READMEs whose examples are whole programs with what they print. */
const FOLDERS = [
  '',
  'guides/',
  'src/acknowledgment/',
  'src/claims/',
  'src/eligibility/',
  'src/remittance/',
  'src/transports/',
];

/** Programs of the site, their tests, and what these read. */
const OF_SITE = ['recipes', 'tour', 'migration', 'test/recipes', 'pages/tour'];

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
  skipLibCheck: true,
};

interface Example {
  /** The program's name, without its ending. */
  readonly name: string;
  readonly program: string;
  readonly printed: string;
}

/** Takes the examples of READMEs and site over into a project, as somebody would who copies them. */
export function copyExamples(project: string): void {
  for (const folder of OF_SITE) cpSync(join(ROOT, 'site', folder), join(project, 'site', folder), { recursive: true });
  cpSync(join(ROOT, 'fixtures'), join(project, 'fixtures'), { recursive: true });
  writeFileSync(join(project, 'site/package.json'), '{ "type": "module" }\n');
  mkdirSync(join(project, 'readme'));
  for (const { name, program } of examples()) writeFileSync(join(project, 'readme', `${name}.mts`), program);
}

/** Compiles all of them by one TypeScript, and runs those of the READMEs as they were compiled. @param name the compiler's package. */
export function compileExamples(project: string, name: string, say: (text: string) => void): void {
  const options = { ...STRICT, rootDir: '.', outDir: 'examples-out' };
  const include = ['readme', ...OF_SITE.filter((folder) => !folder.startsWith('pages')).map((one) => `site/${one}`)];
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include }));
  run(process.execPath, [join(project, 'node_modules', name, 'bin/tsc'), '-p', '.'], project);
  const all = examples();
  for (const { name: file, printed } of all) {
    const text = run(process.execPath, [`examples-out/readme/${file}.mjs`], project);
    assert.equal(text, printed, `${file} does not print what its README says`);
  }
  say(
    `${name}: the recipes and the tour compile, and so do ${all.length} examples of READMEs, which print what they say`,
  );
}

/** Runs the tests of the recipes, of the tour and of the page for who comes from node-x12. */
export function runRecipes(project: string, say: (text: string) => void): void {
  run(join(project, 'node_modules/.bin/vitest'), ['run', '--root', 'site', '--config', 'vitest.config.mjs'], project);
  say('the tests of recipes and tour pass');
}

function examples(): readonly Example[] {
  const found = FOLDERS.flatMap((folder) => examplesOf(folder));
  assert.ok(found.length > 10, 'no examples were found');
  return found;
}

/** Each block of TypeScript that is followed by what it prints. */
function examplesOf(folder: string): readonly Example[] {
  const blocks = readFileSync(join(ROOT, folder, 'README.md'), 'utf8').split(/^```ts\n/m);
  return blocks.slice(1).flatMap((block, index) => {
    const [, program, printed] = /^(.*?)^```\n+(?:[^`\n]+\n+)?```(?:text|json)\n(.*?)^```$/ms.exec(block) ?? [];
    if (program === undefined || printed === undefined) return [];
    return [{ name: `${folder.replaceAll('/', '-')}${index + 1}`, program, printed }];
  });
}
