import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { freshList, freshListOf, freshNulls } from '../../src/model/fresh-list.js';

const LENGTHS = Array.from({ length: 40 }, (_, length) => length);

describe('fresh lists', () => {
  it('are as long as they are asked to be, and nobody else has them', () => {
    for (const length of LENGTHS) {
      const list: unknown[] = freshNulls(length);
      expect(list).toEqual(LENGTHS.slice(0, length).map(() => null));
      list.fill('spoilt');
      list.push('more');
      expect(freshNulls(length)).toEqual(LENGTHS.slice(0, length).map(() => null));
    }
  });

  it('begin with nothing, or with the one', () => {
    const list = freshList<string>();
    list.push('a');
    expect(list).toEqual(['a']);
    expect(freshList()).toEqual([]);
    expect(freshListOf('b')).toEqual(['b']);
    expect(freshListOf(null)).not.toBe(freshListOf(null));
  });

  // One literal among them, and V8 may keep all that hangs below it: half the speed, in one process of two.
  it.each(['build-segment.ts', 'json-tree.ts'])('are the only ones that %s hands out', (name) => {
    const file = new URL(`../../src/guide/read/${name}`, import.meta.url);
    const source = ts.createSourceFile(name, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
    const literals: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isArrayLiteralExpression(node)) literals.push(node.getText(source));
      ts.forEachChild(node, visit);
    };
    visit(source);
    expect(literals).toEqual([]);
  });
});
