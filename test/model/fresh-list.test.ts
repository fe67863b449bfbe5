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
  it.each([
    'guide/read/build-segment.ts',
    'guide/read/json-tree.ts',
    'engine/document-builder.ts',
    'engine/findings-log.ts',
    'engine/held-events.ts',
  ])('are the only ones that %s hands out', (name) => {
    expect(
      inFunctions(name)
        .filter(ts.isArrayLiteralExpression)
        .map((node) => node.getText()),
    ).toEqual([]);
  });

  it.each([
    ['engine/copy-path.ts', ['copyPath']],
    ['engine/document-builder.ts', ['setOf']],
    ['engine/event-reader.ts', ['transactionEnd', '#loop']],
    ['envelope/headers.ts', ['readTransactionHeader']],
    ['guide/read/transaction-read.ts', ['takeOccurrence']],
  ])('and objects of templates, of %s', (name, functions) => {
    for (const one of functions) {
      const objects = inFunctions(name, [one]).filter(ts.isObjectLiteralExpression);
      // `{ ...TEMPLATE, member }`; what is spread itself stays in nobody's hands.
      const handedOut = objects.filter(({ parent, properties }) => !isSpread(parent) && properties.length > 2);
      expect([one, handedOut.length > 0]).toEqual([one, true]);
      for (const { properties } of handedOut) expect(properties[0]?.kind).toBe(ts.SyntaxKind.SpreadAssignment);
    }
  });
});

function isSpread(node: ts.Node): boolean {
  return ts.isSpreadAssignment(node) || (!ts.isSourceFile(node) && ts.isExpression(node) && isSpread(node.parent));
}

/** All nodes inside of functions and classes, or of functions with one of the names. */
function inFunctions(name: string, names?: readonly string[]): ts.Node[] {
  const file = new URL(`../../src/${name}`, import.meta.url);
  const source = ts.createSourceFile(name, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node, isInside: boolean): void => {
    if (isInside) nodes.push(node);
    const isOne =
      names === undefined ? isScope(node) : isScope(node) && names.includes(node.name?.getText(source) ?? '');
    ts.forEachChild(node, (child) => visit(child, isInside || isOne));
  };
  visit(source, false);
  return nodes;
}

function isScope(node: ts.Node): node is ts.FunctionDeclaration | ts.MethodDeclaration | ts.ClassDeclaration {
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isClassDeclaration(node);
}
