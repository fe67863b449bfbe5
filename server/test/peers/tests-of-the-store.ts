import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What a module of the tests names that asks which database to use. */
const ASKS = 'EDILOOM_TEST_PG';
const IMPORTS = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/**
 * The tests below a folder whose databases may be PostgreSQL's, as paths from `root`: those that come, by whatever imports, to a module that asks for
 * it. A third of the server's tests open no database: on another one they would be the same tests once more.
 */
export function testsOfTheStore(root: string, folder: string): string[] {
  const modules = new Map<string, Module>();
  const read = (path: string): Module => {
    const known = modules.get(path) ?? readModule(path);
    modules.set(path, known);
    return known;
  };
  const asks = (test: string): boolean => {
    const reached = new Set([test]);
    for (const path of reached) {
      if (read(path).asks) return true;
      for (const imported of read(path).imports) reached.add(imported);
    }
    return false;
  };
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const tests = files.filter((file) => file.endsWith('.test.ts')).map((file) => join(root, folder, file));
  return tests.filter(asks).map((path) => relative(root, path));
}

interface Module {
  readonly asks: boolean;
  /** Paths of the modules of tests that it imports; the server's own know nothing of tests. */
  readonly imports: readonly string[];
}

function readModule(path: string): Module {
  const text = readFileSync(path, 'utf8');
  const paths = [...text.matchAll(IMPORTS)].map(([, name = '']) => join(dirname(path), name.replace(/\.js$/, '.ts')));
  return { asks: text.includes(ASKS), imports: paths.filter((one) => one.includes('/test/') && existsSync(one)) };
}
