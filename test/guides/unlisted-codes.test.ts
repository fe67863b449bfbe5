import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listGuides, loadGuide } from '../../src/guides/catalogue.js';

const README = readFileSync(new URL('../../guides/README.md', import.meta.url), 'utf8');

/** Data elements of type ID that have no list of codes at one of their places. */
function unlisted(node: unknown, found: Set<string>): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  const {
    x12,
    enum: codes,
    $ref,
  } = node as {
    x12?: { element?: string; type?: string };
    enum?: unknown;
    $ref?: string;
  }; // of a guide that ships
  if (x12?.type === 'ID' && x12.element !== undefined && codes === undefined && $ref === undefined)
    found.add(x12.element);
  for (const inner of Object.values(node)) unlisted(inner, found);
  return found;
}

it('are named by the README of the guides, all of them', async () => {
  const [, told = ''] = /\*\*What base guides do not check\.\*\*([\s\S]*?)An overlay checks/.exec(README) ?? [];
  const named = [...told.matchAll(/\(([\d, and]+?)(?::|\))/g)].flatMap(([, list = '']) => list.match(/\d+/g) ?? []);
  const found = new Set<string>();
  for (const { id, kind } of await listGuides())
    if (kind === 'base' && id.endsWith('-004010')) unlisted(await loadGuide(id), found);
  expect(named.sort()).toEqual([...found].sort());
});
