import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commentsOf, ROOT, type SourceFile, sourceFiles } from './source-files.js';

const DECIDED = new Set(
  [...readFileSync(join(ROOT, 'src/README.md'), 'utf8').matchAll(/^\| ([A-Z]\d+) \| /gm)].map(([, id = '']) => id),
);

/** What comments name by `pattern`, each with its file. */
function cited(folder: string, pattern: RegExp): readonly { readonly file: SourceFile; readonly name: string }[] {
  return sourceFiles(folder).flatMap((file) =>
    commentsOf(file).flatMap((comment) => [...comment.matchAll(pattern)].map(([, name = '']) => ({ file, name }))),
  );
}

describe.each(['src', 'test', 'bench', 'guides', 'grammars', 'wasm'])('comments in %s', (folder) => {
  it('name decisions that have a row in src/README.md', () => {
    const decisions = cited(folder, /DECISIONS ((?:(?:, | and |, and | )?\b[A-Z]\d+\b)+)/g).flatMap(({ file, name }) =>
      (name.match(/[A-Z]\d+/g) ?? []).map((id) => ({ file, id })),
    );
    const missing = decisions.filter(({ id }) => !DECIDED.has(id)).map(({ file, id }) => `${file.path}: ${id}`);
    expect(missing).toEqual([]);
    if (folder === 'src') expect(decisions.length).toBeGreaterThan(3);
  });

  it('name pages that are in the repository', () => {
    const isThere = (file: SourceFile, name: string): boolean =>
      [ROOT, join(ROOT, 'src'), join(ROOT, folder, dirname(file.path))].some((from) => existsSync(join(from, name)));
    const missing = cited(folder, /([\w./-]+\.md)\b/g).filter(({ file, name }) => !isThere(file, name));
    expect(missing.map(({ file, name }) => `${file.path}: ${name}`)).toEqual([]);
  });
});

describe('docstrings of src', () => {
  it('name no decisions: they are read in editors, where this repository is not', () => {
    const docs = sourceFiles('src').flatMap(({ path, text }) =>
      [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].map(([doc]) => ({ path, doc })),
    );
    expect(docs.length).toBeGreaterThan(1000);
    expect(docs.filter(({ doc }) => /\bDECISIONS\b/.test(doc)).map(({ path }) => path)).toEqual([]);
  });
});
