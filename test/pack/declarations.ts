import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Papers that the authors have and readers of the package do not. */
const PAPERS = /DECISIONS|ARCHITECTURE|STYLE\.md|LIBRARY-TRIAL/;

interface Manifest {
  readonly types: string;
  readonly exports: Readonly<Record<string, string | { readonly import: { readonly types: string } }>>;
  readonly typesVersions: { readonly '*': Readonly<Record<string, readonly string[]>> };
}

/** What the compiler does not see: words in comments, and the entries of those who resolve without `exports`. @param folder of the package. */
export function checkDeclarations(folder: string): void {
  const files = readdirSync(join(folder, 'dist'), { encoding: 'utf8', recursive: true });
  const declarations = files.filter((file) => /\.d\.c?ts$/.test(file));
  assert.ok(declarations.length > 100, 'the package has its declarations');
  const citing = declarations.filter((file) => PAPERS.test(readFileSync(join(folder, 'dist', file), 'utf8')));
  assert.deepEqual(citing, [], 'declarations name papers that their readers do not have');

  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { '.': core, ...entries } = manifest.exports;
  assert.ok(typeof core === 'object' && core.import.types === manifest.types, 'types names those of the core');
  const expected = Object.entries(entries)
    .filter(([entry]) => entry !== './package.json')
    .map(([entry, target]) => [entry.slice(2), [typeof target === 'string' ? target : target.import.types]]);
  assert.deepEqual(
    manifest.typesVersions,
    { '*': Object.fromEntries(expected) },
    'typesVersions says what exports says',
  );
}
