import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkGuide } from '../../src/guide/check/check-guide.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { guideAliases, listGuides, loadDictionaries, loadGuides } from '../../src/guides/catalogue.js';
import type { Dictionary } from '../../src/model/guide.js';
import { countNodes } from './count-nodes.js';

const FACTS = new URL('../../guides/facts/', import.meta.url);
const guides = await loadGuides();

interface Facts {
  readonly id: string;
  readonly counts: Readonly<Record<string, number>>;
}

const facts = ['base/', 'guides/'].flatMap((folder) =>
  readdirSync(new URL(folder, FACTS)).map(
    (name): Facts => JSON.parse(readFileSync(new URL(`${folder}${name}`, FACTS), 'utf8')),
  ),
);

describe('made guides', () => {
  it('there is one for each set of facts', () => {
    expect(guides.map((guide) => guide.$id).sort()).toEqual(facts.map(({ id }) => `urn:ediloom:guide:${id}`).sort());
    expect(guides.length).toBe(48);
  });

  it.each(guides)('$$id follows the dialect and compiles', (guide) => {
    expect(checkGuide(guide)).toEqual([]);
    expect(compileGuide(guide).root.slots.length).toBeGreaterThan(0);
  });

  it.each(facts)('$id has every node of its facts', ({ id, counts }) => {
    const guide = guides.find((candidate) => candidate.$id.endsWith(`:${id}`));
    if (guide === undefined) throw new Error(`no guide ${id}`);
    const { loops = 0, segments, elements, syntaxNotes = 0 } = counts;
    expect(countNodes(guide)).toEqual({ loops, segments, elements, syntaxNotes });
  });

  it('no key of a segment, loop or element ends otherwise than in its tag or position', () => {
    const keys = new Set(guides.flatMap((guide) => propertyKeys(guide)));
    expect([...keys].filter((key) => !/_(\d\d|[A-Z][A-Z0-9]{1,2}(_loop)?)$/.test(key))).toEqual([
      'heading',
      'detail',
      'summary',
    ]);
  });

  it('every alias leads to a guide of the package', async () => {
    const versions = new Set((await listGuides()).map((entry) => entry.version));
    const targets = Object.values(await guideAliases());
    expect(targets.filter((target) => !versions.has(target))).toEqual([]);
    expect((await guideAliases())['005010X222A2']).toBe('005010X222A1');
  });
});

describe('dictionaries', () => {
  it.each(['004010', '005010'])(
    '%s: segments and composites refer to what is there, notes to their elements',
    async (release) => {
      const dictionary = (await loadDictionaries()).find((candidate) => candidate.release === release);
      if (dictionary === undefined) throw new Error(`no dictionary ${release}`);
      expect(danglingReferences(dictionary)).toEqual([]);
      expect(notesBeyond(dictionary)).toEqual([]);
    },
  );

  it('has the notes of MEA on elements, not on flattened components', async () => {
    const [old] = await loadDictionaries();
    expect(old?.segments.MEA?.syntax).toEqual(['R03050608', 'C0504', 'C0604', 'L07030506', 'E0803']);
    expect(old?.composites.C040?.syntax).toEqual(['P0304', 'P0506']);
  });
});

function propertyKeys(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...propertyKeys(value),
  ]);
}

function danglingReferences({ elements, composites, segments }: Dictionary): string[] {
  return Object.entries({ ...composites, ...segments }).flatMap(([id, row]) =>
    row.elements
      .filter(({ ref }) => elements[ref] === undefined && composites[ref] === undefined)
      .map(({ ref }) => `${id}: ${ref}`),
  );
}

function notesBeyond({ composites, segments }: Dictionary): string[] {
  return Object.entries({ ...composites, ...segments }).flatMap(([id, row]) =>
    (row.syntax ?? [])
      .filter((note) => (note.match(/\d\d/g) ?? []).some((position) => Number(position) > row.elements.length))
      .map((note) => `${id}: ${note}`),
  );
}
