import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXCHANGE = join(ROOT, 'exchange-dist.mjs');

function packageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function built(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'main.js'), text);
}

const exchange = (cwd: string, ...args: readonly string[]) =>
  execFileSync(process.execPath, [EXCHANGE, ...args], { cwd, stdio: 'pipe' });

const textIn = (folder: string) => readFileSync(join(folder, 'dist', 'main.js'), 'utf8');

it('puts a whole build in the place of the one before, which is there until then', () => {
  const folder = packageFolder();
  built(folder, 'dist', 'old');
  built(folder, 'dist.new', 'of a build that failed');
  exchange(folder, 'begin');
  expect([textIn(folder), existsSync(join(folder, 'dist.new/main.js'))]).toEqual(['old', false]);
  built(folder, 'dist.new', 'new');
  exchange(folder);
  expect([textIn(folder), readdirSync(folder)]).toEqual(['new', ['dist']]);
});

it('does not begin in the midst of another build, but where that one was killed', () => {
  const folder = packageFolder();
  built(folder, 'dist.new', 'of another build');
  const builder = join(folder, 'dist.new/.builder');
  // The first process of a machine is always there; no process has a number above all that there can be.
  writeFileSync(builder, '1');
  expect(() => exchange(folder, 'begin')).toThrow(/Another build .* \(process 1\)/);
  expect(existsSync(join(folder, 'dist.new/main.js'))).toBe(true);
  writeFileSync(builder, String(2 ** 22 + 1));
  exchange(folder, 'begin');
  expect(existsSync(join(folder, 'dist.new/main.js'))).toBe(false);
});

it('makes the first build, and goes on where an exchange was cut off', () => {
  const folder = packageFolder();
  built(folder, 'dist.new', 'first');
  exchange(folder);
  expect([textIn(folder), readdirSync(folder)]).toEqual(['first', ['dist']]);
  rmSync(join(folder, 'dist'), { recursive: true });
  built(folder, 'dist.old', 'first');
  built(folder, 'dist.new', 'second');
  exchange(folder);
  expect([textIn(folder), readdirSync(folder)]).toEqual(['second', ['dist']]);
});

it('leaves what is there where there is no new one', () => {
  const folder = packageFolder();
  built(folder, 'dist', 'old');
  expect(() => exchange(folder)).toThrow();
  expect(textIn(folder)).toBe('old');
});

it.each(['package.json', 'server/package.json'])('is what the build of %s ends with', (path) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  // Nothing but the last step touches what a server runs from.
  const steps = (scripts.build ?? '').split(' && ');
  expect(steps.at(-1)).toMatch(/^node (\.\.\/)?exchange-dist\.mjs$/);
  for (const step of steps.slice(1, -1)) expect(step).toMatch(/ dist\.new$/);
});
