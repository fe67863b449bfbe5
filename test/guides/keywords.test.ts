import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkGuide } from '../../src/guide/check/check-guide.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { applyOverlay } from '../../src/guide/overlay/apply-overlay.js';
import { mergePatch } from '../../src/guide/overlay/merge-patch.js';
import type { ElementPlan, SegmentPlan } from '../../src/guide/plan/plan.js';
import { isX12Error } from '../../src/model/error.js';
import type { Guide } from '../../src/model/guide.js';
import { examplesOf, printedBy } from '../readme-examples.js';
import { smallGuide } from './small-guide.js';

const require = createRequire(import.meta.url);
const PARTS = ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content'];

/** Every keyword of JSON Schema 2020-12, as its own meta-schemas name them; those of older drafts that it still mentions too. */
const KEYWORDS: readonly string[] = [...PARTS.map((part) => `meta/${part}`), 'schema'].flatMap((name) =>
  Object.keys(require(`ajv/dist/refs/json-schema-2020-12/${name}.json`).properties),
);

const README = readFileSync(new URL('../../guides/README.md', import.meta.url), 'utf8');
const SECTION = /## What counts\n(.*?)\n## /s.exec(README)?.[1] ?? '';
const [TABLE = '', REFUSED = ''] = SECTION.split('Refused everywhere');
const codes = (text: string): string[] => [...text.matchAll(/`([$\w]+)`/g)].map(([, word = '']) => word);
const counted = new Set([...TABLE.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => codes(cell)));
// What to write instead stands in brackets.
const refused = new Set(codes(REFUSED.replace(/\([^)]*\)/g, '')));

function at(path: string, value: unknown): unknown {
  return path === '' ? value : path.split('/').reduceRight((inner: unknown, key) => ({ [key]: inner }), value);
}

const HEADING = 'properties/heading/properties';
const BUYER = `${HEADING}/buyer_N1_loop`;
const N1 = `${BUYER}/properties/buyer_N1`;
const REF = `${HEADING}/reference_REF`;
const ELEMENTS = `${REF}/items/properties`;
const TEXT = `${ELEMENTS}/reference_identification_02`;
const NUMBER = `${ELEMENTS}/amount_03`;
const COMPOSITE = `${ELEMENTS}/identifier_04`;

/** A node of each kind. */
const NODES: Readonly<Record<string, string>> = {
  guide: '',
  section: 'properties/heading',
  loop: BUYER,
  segment: N1,
  list: REF,
  composite: COMPOSITE,
  component: `${COMPOSITE}/properties/value_02`,
  text: TEXT,
  number: NUMBER,
  codes: '$defs/codes_66_1',
};

/** Something of the form that JSON Schema asks for, so that only the keyword itself is strange. */
const VALUES: Readonly<Record<string, unknown>> = {
  const: 'A',
  default: 'A',
  format: 'date',
  multipleOf: 0.01,
  if: {},
  not: {},
  examples: [],
};

function changed(path: string, value: unknown): unknown {
  return mergePatch(smallGuide(), at(path, value));
}

function pointers(path: string, value: unknown): readonly string[] {
  return checkGuide(changed(path, value)).map(({ pointer }) => pointer);
}

/** Where an overlay that says this is refused. */
function overlayPointers(path: string, value: unknown): readonly string[] {
  const patch = Object(at(path, value));
  try {
    applyOverlay(smallGuide(), { overlay: 'mine', base: 'small-1', patch });
    return [];
  } catch (error) {
    if (!isX12Error(error)) throw error;
    const { problems } = error.details;
    return Array.isArray(problems) ? problems.map(({ pointer }) => String(pointer)) : [];
  }
}

function segmentOf(guide: unknown, key: string): SegmentPlan | undefined {
  // What is compiled has been checked; loops have their segments as slots too.
  const slots = compileGuide(guide as Guide).root.slots.flatMap((slot) => (slot.kind === 'loop' ? slot.slots : [slot]));
  return slots.find((slot): slot is SegmentPlan => slot.key === key && slot.kind === 'segment');
}

function element(guide: unknown, position: number): ElementPlan | undefined {
  return segmentOf(guide, 'reference_REF')?.elements[position];
}

/** What a keyword that counts does: in the plan, or that a guide which says otherwise in `x12` is refused. */
const COUNTS: Readonly<Record<string, () => void>> = {
  $schema: () => expect(pointers('$schema', 'https://json-schema.org/draft/2019-09/schema')).toContain('/$schema'),
  $id: () => expect(compileGuide(changed('$id', 'urn:ediloom:guide:other') as Guide).id).toBe('other'),
  $defs: () =>
    expect(pointers('$defs/codes_66_1', null)).toContain(`/${N1}/properties/identification_code_qualifier_03/$ref`),
  $ref: () => {
    expect(segmentOf(smallGuide(), 'buyer_N1')?.elements[3]?.codes?.values).toEqual(new Set(['1', '9', '92']));
    expect(pointers(`${NUMBER}/$ref`, '#/$defs/codes_66_1')).toContain(`/${NUMBER}/$ref`);
  },
  $comment: () => expect(pointers(`${TEXT}/$comment`, 'why')).toEqual([]),
  description: () => expect(pointers(`${TEXT}/description`, 'why')).toEqual([]),
  title: () => expect(element(changed(`${TEXT}/title`, 'Reference'), 2)?.title).toBe('Reference'),
  type: () => expect(pointers(`${TEXT}/type`, 'integer')).toContain(`/${TEXT}/type`),
  properties: () => expect(pointers(`${ELEMENTS}/x`, {})).toContain(`/${ELEMENTS}/x`),
  additionalProperties: () =>
    expect(pointers(`${N1}/additionalProperties`, true)).toContain(`/${N1}/additionalProperties`),
  items: () => expect(pointers(`${REF}/items`, null)).toContain(`/${REF}`),
  minItems: () => {
    expect(pointers(`${REF}/minItems`, 2)).toEqual([`/${REF}/minItems`]);
    const required = mergePatch(changed(`${REF}/minItems`, 2), at(`${REF}/items/x12/usage`, 'R'));
    expect(segmentOf(required, 'reference_REF')?.min).toBe(2);
  },
  maxItems: () => expect(segmentOf(changed(`${REF}/maxItems`, 3), 'reference_REF')?.max).toBe(3),
  required: () => {
    const both = mergePatch(changed(`${REF}/items/required`, ['amount_03']), at(`${NUMBER}/x12/usage`, 'R'));
    expect(element(both, 3)?.required).toBe(true);
    expect(pointers(`${REF}/items/required`, ['amount_03'])).toEqual([`/${REF}/items/required/0`]);
    expect(pointers('properties/heading/required', ['reference_REF'])).toEqual(['/properties/heading/required/0']);
  },
  enum: () => {
    expect(element(changed(`${TEXT}/enum`, ['A', 'B']), 2)?.codes?.values).toEqual(new Set(['A', 'B']));
    expect(pointers(`${NUMBER}/enum`, ['1'])).toEqual([`/${NUMBER}/enum`]);
  },
  pattern: () => {
    const both = mergePatch(changed(`${TEXT}/pattern`, '^A'), at(`${TEXT}/x12/pattern`, '^A'));
    expect(element(both, 2)?.pattern?.test('B')).toBe(false);
    expect(pointers(`${TEXT}/pattern`, '^A')).toEqual([`/${TEXT}/pattern`]);
    expect(pointers(`${NUMBER}/pattern`, '^1')).toEqual([`/${NUMBER}/pattern`]);
    expect(overlayPointers(`${TEXT}/pattern`, '^A')).toEqual([]);
    expect(overlayPointers(`${NUMBER}/pattern`, '^1')).toEqual([`/patch/${NUMBER}/pattern`]);
  },
  minLength: () => lengths('minLength', 'min', 2),
  maxLength: () => lengths('maxLength', 'max', 40),
};

function lengths(keyword: string, own: string, value: number): void {
  const both = mergePatch(changed(`${TEXT}/${keyword}`, value), at(`${TEXT}/x12/${own}`, value));
  expect(element(both, 2)).toMatchObject({ [own]: value });
  expect(pointers(`${TEXT}/${keyword}`, value)).toEqual([`/${TEXT}/${keyword}`]);
  expect(pointers(`${NUMBER}/${keyword}`, own === 'min' ? 1 : 6)).toEqual([`/${NUMBER}/${keyword}`]);
  expect(overlayPointers(`${TEXT}/${keyword}`, value)).toEqual([]);
  expect(overlayPointers(`${NUMBER}/${keyword}`, value)).toEqual([`/patch/${NUMBER}/${keyword}`]);
}

describe('keywords of JSON Schema in guides', () => {
  it('are all in the table, on one side of it', () => {
    expect(KEYWORDS.length).toBeGreaterThan(50);
    expect(KEYWORDS.filter((keyword) => counted.has(keyword) === refused.has(keyword))).toEqual([]);
    expect([...counted, ...refused].filter((keyword) => !KEYWORDS.includes(keyword))).toEqual([]);
    expect(Object.keys(COUNTS).sort()).toEqual([...counted].sort());
  });

  it.each([...counted])('count: %s', (keyword) => {
    COUNTS[keyword]?.();
  });

  it.each([...refused])('are refused by name at every kind of node, in guides and overlays: %s', (keyword) => {
    const value = VALUES[keyword] ?? {};
    for (const path of Object.values(NODES)) {
      const place = path === '' ? keyword : `${path}/${keyword}`;
      expect(pointers(place, value)).toContain(`/${place}`);
      expect(overlayPointers(place, value)).toContain(`/patch/${place}`);
    }
  });

  it.each(Object.entries(NODES))('that count elsewhere are refused or have to fit: %s', (_kind, path) => {
    const silent = [...counted].filter((keyword) => {
      const place = path === '' ? keyword : `${path}/${keyword}`;
      // No keyword wants this.
      return pointers(place, 7.5).length === 0;
    });
    expect(silent).toEqual([]);
  });
});

describe('README of guides', () => {
  afterAll(() => {
    vi.restoreAllMocks();
  });

  it.each(examplesOf('guides/'))('example $number prints what it says', async ({ number, printed }) => {
    expect(await printedBy('guides/', number)).toBe(printed);
  });
});
