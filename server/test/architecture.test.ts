import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** What each folder of `src/` may import beside itself and the files right in `src/` that are plain types. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  store: [],
  secrets: ['store'],
  objects: ['store', 'secrets'],
  jobs: ['store', 'gateway', 'objects'],
  worker: [],
  audit: ['store', 'jobs'],
  gateway: ['store', 'secrets', 'audit', 'worker'],
  links: ['store', 'gateway', 'secrets'],
  maintenance: ['store', 'secrets', 'objects', 'jobs', 'audit'],
  accounts: ['store', 'gateway'],
  exchange: ['store', 'secrets', 'objects', 'jobs', 'worker', 'gateway', 'audit'],
  'partners-file': ['exchange', 'families', 'gateway', 'store', 'secrets', 'objects'],
  families: ['exchange', 'gateway', 'links', 'store', 'secrets', 'objects', 'jobs', 'worker', 'accounts'],
  start: ['*'],
  commands: ['*'],
  '': ['*'],
};

/** Files right in `src/` that anything may import. */
const SHARED = ['clock', 'gather', 'ids', 'config', 'owner-file', 'services', 'version'];

const LONG_FILES: Readonly<Record<string, string>> = {
  'store/tables.ts': 'one interface a table; cut, the tables would have to be looked for',
};

interface Source {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
}

const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({
    path,
    folder: path.includes('/') ? (path.split('/')[0] ?? '') : '',
    text: readFileSync(join(SRC, path), 'utf8'),
  }));

describe('architecture of the server', () => {
  it('knows every folder', () => {
    expect(sources.filter(({ folder }) => !(folder in MAY_IMPORT)).map(({ path }) => path)).toEqual([]);
    expect(sources.length).toBeGreaterThan(30);
  });

  it('imports go one way', () => {
    const wrong = sources.flatMap((source) =>
      importsOf(source)
        .filter((to) => to.startsWith('.'))
        .map((to) => relative(SRC, join(dirname(join(SRC, source.path)), to)))
        .filter((to) => !mayImport(source, to))
        .map((to) => `${source.path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it('reaches the engine by its public entry points', () => {
    const wrong = sources.flatMap((source) =>
      importsOf(source)
        .filter((to) => to.startsWith('.') && relative(SRC, join(dirname(join(SRC, source.path)), to)).startsWith('..'))
        .filter((to) => !to.endsWith('package.json'))
        .map((to) => `${source.path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it('one file reads the clock, one the environment', () => {
    const elsewhere = (pattern: RegExp, allowed: readonly string[]): readonly string[] =>
      sources.filter(({ path, text }) => pattern.test(text) && !allowed.includes(path)).map(({ path }) => path);
    // `lock-realm` gives customers' code a clock of its own.
    expect(elsewhere(/\bDate\.now\(|new Date\(\)/, ['clock.ts', 'worker/lock-realm.ts'])).toEqual([]);
    expect(elsewhere(/\bprocess\.env\b/, ['main.ts'])).toEqual([]);
    expect(elsewhere(/\bconsole\./, [])).toEqual([]);
  });

  it('files stay readable', () => {
    const long = sources.filter(({ path, text }) => text.split('\n').length > 300 && !(path in LONG_FILES));
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

function importsOf({ text }: Source): readonly string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, to]) => to ?? '');
}

function mayImport({ folder }: Source, to: string): boolean {
  const target = to.includes('/') ? (to.split('/')[0] ?? '') : '';
  if (to.startsWith('..') || target === folder) return true;
  if (target === '' && SHARED.includes(to.replace(/\.js$/, ''))) return true;
  const allowed = MAY_IMPORT[folder] ?? [];
  return allowed.includes('*') || allowed.includes(target);
}
