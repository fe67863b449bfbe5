import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { exampleOf } from '../../src/guide/document/example.js';
import { applyOverlay, type Overlay } from '../../src/guide/overlay/apply-overlay.js';
import { mergePatch } from '../../src/guide/overlay/merge-patch.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { isX12Error } from '../../src/model/error.js';
import type { Guide } from '../../src/model/guide.js';
import { smallGuide } from './small-guide.js';

function overlay(patch: Record<string, unknown>, more: Partial<Overlay> = {}): Overlay {
  return { overlay: 'partner', base: 'small-1', patch, ...more };
}

function at(path: string, value: unknown): Record<string, unknown> {
  return Object(path.split('/').reduceRight((inner: unknown, key) => ({ [key]: inner }), value));
}

/** Pointers of the problems for which an overlay is refused. */
function refusal(patch: Overlay): readonly string[] {
  try {
    applyOverlay(smallGuide(), patch);
  } catch (error) {
    if (!isX12Error(error) || error.code !== 'X12_GUIDE_INVALID') throw error;
    const { problems } = error.details;
    return Array.isArray(problems) ? problems.map((problem) => String(problem.pointer)) : [];
  }
  return [];
}

const HEADING = 'properties/heading/properties';
const TRIGGER = `${HEADING}/buyer_N1_loop/properties/buyer_N1`;
const QUALIFIER = `${TRIGGER}/properties/identification_code_qualifier_03`;
const REF = `${HEADING}/reference_REF`;

/** What widens the base, the patch, and where that is told. */
const WIDENING: readonly (readonly [string, string, unknown, string])[] = [
  [
    'a new code',
    `${TRIGGER}/properties/entity_identifier_code_01/enum`,
    ['BY', 'BT'],
    `/patch/${TRIGGER}/properties/entity_identifier_code_01/enum`,
  ],
  ['a new code in a shared list', '$defs/codes_66_1/enum', ['1', 'XX'], `/${QUALIFIER}/enum`],
  ['no code list any more', `${QUALIFIER}/$ref`, null, `/patch/${QUALIFIER}`],
  ['a new code list', '$defs/codes_1_1', { enum: ['1'] }, '/patch/$defs/codes_1_1'],
  ['a larger maximum', `${REF}/maxItems`, 6, `/patch/${REF}/maxItems`],
  ['no maximum', `${REF}/maxItems`, null, `/patch/${REF}/maxItems`],
  ['a list instead of one', `${HEADING}/buyer_N1_loop`, { type: 'array' }, `/patch/${HEADING}/buyer_N1_loop`],
  ['a longer value', `${TRIGGER}/properties/name_02/x12/max`, 61, `/patch/${TRIGGER}/properties/name_02/x12/max`],
  ['a longer string', `${TRIGGER}/properties/name_02/maxLength`, 61, `/patch/${TRIGGER}/properties/name_02/maxLength`],
  ['a shorter value', `${TRIGGER}/properties/name_02/x12/min`, 0, `/patch/${TRIGGER}/properties/name_02/x12/min`],
  ['no longer required', `${TRIGGER}/required`, [], `/patch/${TRIGGER}/required`],
  [
    'usage taken out',
    `${TRIGGER}/properties/name_02/x12/usage`,
    null,
    `/patch/${TRIGGER}/properties/name_02/x12/usage`,
  ],
  ['a required element taken out', `${TRIGGER}/properties/name_02`, null, `/patch/${TRIGGER}/properties/name_02`],
  [
    'a mandatory component taken out',
    `${REF}/items/properties/identifier_04/properties/qualifier_01`,
    null,
    `/patch/${REF}/items/properties/identifier_04/properties/qualifier_01`,
  ],
  [
    'a new property',
    `${TRIGGER}/properties/relationship_05`,
    { type: 'string', x12: { element: '706', type: 'ID', min: 2, max: 2 } },
    `/patch/${TRIGGER}/properties/relationship_05`,
  ],
  ['a not-used element brought back', `${TRIGGER}/x12/notUsed`, null, `/patch/${TRIGGER}/x12/notUsed/05`],
  ['a syntax note taken out', `${TRIGGER}/x12/syntax`, null, `/patch/${TRIGGER}/x12/syntax`],
  [
    'another data element',
    `${TRIGGER}/properties/name_02/x12/element`,
    '94',
    `/patch/${TRIGGER}/properties/name_02/x12/element`,
  ],
  ['another discriminator', `${TRIGGER}/x12/discriminator/element`, '02', `/patch/${TRIGGER}/x12/discriminator`],
  ['another place', `${REF}/items/x12/position`, 25, `/patch/${REF}/items/x12/position`],
  [
    'another pattern',
    `${REF}/items/properties/amount_03/pattern`,
    '.*',
    `/patch/${REF}/items/properties/amount_03/pattern`,
  ],
  ['another version', 'x12/version', 'other', '/patch/x12/version'],
  ['open objects', `${TRIGGER}/additionalProperties`, true, `/patch/${TRIGGER}/additionalProperties`],
];

/** A guide whose amounts have at most ten digits. */
function digitGuide(): Guide {
  const guide = structuredClone(smallGuide());
  Object.assign(guide.x12, { digits: { '610': 10 } });
  return guide;
}

describe('what a base says by other tables', () => {
  it.each([
    ['more digits', 'x12/digits/610', 11, '/patch/x12/digits/610'],
    ['any number of digits', 'x12/digits', null, '/patch/x12/digits/610'],
  ])('is not widened: %s', (_name, path, change, pointer) => {
    const problems: unknown[] = [];
    try {
      applyOverlay(digitGuide(), overlay(at(path, change)));
    } catch (error) {
      if (isX12Error(error) && Array.isArray(error.details.problems)) problems.push(...error.details.problems);
    }
    expect(problems).toMatchObject([{ pointer: expect.stringContaining(pointer) }]);
  });

  it('is narrowed: fewer digits', () => {
    const narrow = applyOverlay(digitGuide(), overlay({ x12: { digits: { '610': 8 } } }));
    expect(narrow.x12.digits).toEqual({ '610': 8 });
  });
});

describe('a list of its own in place of a shared one', () => {
  it('needs no more than an enum, and may only lose codes', () => {
    expect(nodeAt(overlay(at(`${QUALIFIER}/enum`, ['9'])), QUALIFIER)).toMatchObject({ enum: ['9'] });
    expect(nodeAt(overlay(at(`${QUALIFIER}/enum`, ['9'])), `${QUALIFIER}/$ref`)).toBeUndefined();
    expect(refusal(overlay(at(`${QUALIFIER}/enum`, ['9', 'QQ'])))).toEqual([`/patch/${QUALIFIER}/enum`]);
  });
});

describe('applyOverlay', () => {
  it.each(WIDENING)('refuses %s', (_name, path, change, pointer) => {
    expect(refusal(overlay(at(path, change)))).toContain(pointer);
  });

  it('refuses an overlay of another base, another form, or with a place that is not there', () => {
    expect(refusal({ ...overlay({}), base: 'other' })).toEqual(['/base']);
    expect(refusal({ ...overlay({}), overlay: 'a b' })).toEqual(['/overlay']);
    expect(refusal(Object({ ...overlay({}), extra: 1 }))).toEqual(['/extra']);
    expect(
      refusal(overlay({}, { rules: [{ at: 'BUYER/N9', rule: { id: 'a', then: { path: '02', must: 'exist' } } }] })),
    ).toEqual(['/rules']);
    const rule = { id: 'a', then: { path: '02', must: 'match', pattern: '(' } } as const;
    expect(refusal(overlay({}, { rules: [{ at: 'BUYER/N1', rule }] }))).toEqual(['/rules/0/rule/then/pattern']);
  });

  it('refuses a patch that breaks the dialect', () => {
    expect(refusal(overlay(at(`${TRIGGER}/x12/colour`, 'red')))).toEqual([`/patch/${TRIGGER}/x12/colour`]);
  });

  it('narrows codes, lengths and counts, and leaves the base as it was', () => {
    const base = smallGuide();
    const narrow = applyOverlay(
      base,
      overlay({
        properties: { heading: { properties: { reference_REF: { maxItems: 2 } } } },
        ...at('$defs/codes_66_1/enum', ['9']),
      }),
    );
    expect(narrow.$id).toBe('urn:ediloom:guide:small-1+partner');
    expect(compileGuide(narrow).root.slots.find((slot) => slot.key === 'reference_REF')?.max).toBe(2);
    expect(base).toEqual(smallGuide());
  });

  it('says a thing once: required gives usage, usage gives required, lengths go together', () => {
    const required = nodeAt(
      overlay(at(`${REF}/items/required`, ['reference_identification_02'])),
      `${REF}/items/properties/reference_identification_02/x12/usage`,
    );
    expect(required).toBe('R');
    const usage = nodeAt(overlay(at(`${REF}/items/properties/amount_03/x12/usage`, 'R')), `${REF}/items/required`);
    expect(usage).toEqual(['amount_03']);
    const shorter = nodeAt(overlay(at(`${TRIGGER}/properties/name_02/maxLength`, 35)), `${TRIGGER}/properties/name_02`);
    expect(shorter).toMatchObject({ maxLength: 35, x12: { max: 35 } });
    const reference = `${REF}/items/properties/reference_identification_02`;
    for (const way of ['pattern', 'x12/pattern']) {
      const node = nodeAt(overlay(at(`${reference}/${way}`, '^[A-Z]+$')), reference);
      expect(node).toMatchObject({ pattern: '^[A-Z]+$', x12: { pattern: '^[A-Z]+$' } });
    }
  });

  it('turns what it takes out into what is not used', () => {
    const element = nodeAt(overlay(at(`${REF}/items/properties/amount_03`, null)), `${REF}/items/x12/notUsed`);
    expect(element).toEqual({ '03': { element: '610', type: 'N2', min: 1, max: 6 } });
    const segment = nodeAt(overlay(at(REF, null)), 'properties/heading/x12/notUsed');
    expect(segment).toEqual({ REF: { position: 20 } });
  });

  it('adds its rules to the places that they name', () => {
    const rule = { id: 'name-of-buyer', then: { path: '02', must: 'match', pattern: '^A' } } as const;
    const guide = applyOverlay(smallGuide(), overlay({}, { rules: [{ at: 'BUYER/N1', rule }] }));
    expect(pick(guide, `${TRIGGER}/x12/rules`)).toEqual([rule]);
    expect(pick(guide, `${HEADING}/seller_N1_loop/items/properties/seller_N1/x12/rules`)).toBeUndefined();
  });

  it('refuses a patch nested without end', () => {
    let deep: unknown = 1;
    for (let n = 0; n < 5000; n++) deep = { x: deep };
    expect(() => applyOverlay(smallGuide(), overlay({ properties: deep }))).toThrow(/nests deeper/);
  });
});

describe('merge patch (RFC 7386)', () => {
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: 'foo' }, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j patched with %j is %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('keeps __proto__ as data', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'));
    expect(Object.keys(Object(merged))).toEqual(['__proto__']);
    expect('polluted' in {}).toBe(false);
  });
});

describe('overlays of the package', () => {
  it.each(['cms-hets-270', 'retail-850'])('%s narrows its base', async (name) => {
    const patch: Overlay = JSON.parse(
      readFileSync(new URL(`../../guides/overlays/${name}.json`, import.meta.url), 'utf8'),
    );
    const base = await loadGuide(patch.base);
    const guide = applyOverlay(base, patch);
    expect(guide.$id).toBe(`${base.$id}+${patch.overlay}`);
    expect(compileGuide(guide).id).toBe(`${patch.base}+${patch.overlay}`);
    expect(guide.x12.confidence).toBe('medium');
  });
});

describe('README of guides', () => {
  const readme = readFileSync(new URL('../../guides/README.md', import.meta.url), 'utf8');
  const example: Overlay = JSON.parse(/```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? '');

  it('shows an overlay of which an example is generated, with what its rules always ask for', async () => {
    const guide = applyOverlay(await loadGuide(example.base), example);
    const ids = { senderQualifier: 'ZZ', senderId: 'A1', receiverQualifier: 'ZZ', receiverId: 'B1' };
    const transactions = [{ guide: '850-004010+north-harbor', data: exampleOf(guide) }];
    const { findings } = createEngine({ guides: [guide] }).generate({
      interchanges: [{ header: ids, groups: [{ transactions }] }],
    });
    expect(findings).toEqual([]);
  });

  it('shows an overlay that applies', async () => {
    const guide = applyOverlay(await loadGuide(example.base), example);
    expect(guide.$id).toBe('urn:ediloom:guide:850-004010+north-harbor');
    const [heading] = Object.values(guide.properties);
    expect(pick(heading, 'properties/beginning_segment_for_purchase_order_BEG/x12/notUsed')).toHaveProperty('06');
  });
});

function nodeAt(patch: Overlay, path: string): unknown {
  return pick(applyOverlay(smallGuide(), patch), path);
}

function pick(value: unknown, path: string): unknown {
  return path.split('/').reduce((node: unknown, key) => (node === undefined ? undefined : Object(node)[key]), value);
}
