import { describe, expect, it } from 'vitest';
import { checkGuide } from '../../src/guide/check/check-guide.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { mergePatch } from '../../src/guide/overlay/merge-patch.js';
import type { Guide } from '../../src/model/guide.js';
import { smallGuide } from './small-guide.js';

/** A change at one place, as nested objects: `at('a/b', 1)` is `{ a: { b: 1 } }`. */
function at(path: string, value: unknown): unknown {
  return path.split('/').reduceRight((inner: unknown, key) => ({ [key]: inner }), value);
}

const HEADING = 'properties/heading/properties';
const BUYER = `${HEADING}/buyer_N1_loop`;
const TRIGGER = `${BUYER}/properties/buyer_N1`;
const REF = `${HEADING}/reference_REF`;
const ELEMENTS = `${REF}/items/properties`;

/** What breaks, the change that breaks it, and where the problem is told. */
const BROKEN: readonly (readonly [string, string, unknown, string])[] = [
  ['an id that is missing', '$id', null, ''],
  ['another schema draft', '$schema', 'http://json-schema.org/draft-07/schema#', '/$schema'],
  ['an unknown member of the root', 'oneOf', [], '/oneOf'],
  ['an unknown kind', 'x12/kind', 'companion', '/x12/kind'],
  ['an unknown x12 member of the root', 'x12/release', '005010', '/x12/release'],
  ['open objects', 'additionalProperties', true, '/additionalProperties'],
  [
    'a section of another name',
    'properties/body',
    { type: 'object', additionalProperties: false, properties: {} },
    '/properties/body',
  ],
  ['a required section that is not there', 'required', ['detail'], '/required/0'],
  ['a segment without its tag in the key', `${HEADING}/reference`, sibling(), `/${HEADING}/reference`],
  ['a key with another tag', `${HEADING}/note_NTE`, sibling(), `/${HEADING}/note_NTE`],
  ['a tag in lower case', `${REF}/items/x12/segment`, 'ref', `/${REF}/items/x12/segment`],
  ['a position that is text', `${REF}/items/x12/position`, '20', `/${REF}/items/x12/position`],
  ['children out of order', `${REF}/items/x12/position`, 90, `/${BUYER}`],
  ['an unknown x12 member of a segment', `${REF}/items/x12/maxUse`, 5, `/${REF}/items/x12/maxUse`],
  ['a syntax note with one position', `${REF}/items/x12/syntax`, ['R02'], `/${REF}/items/x12/syntax`],
  ['a syntax note of an unknown letter', `${REF}/items/x12/syntax`, ['X0203'], `/${REF}/items/x12/syntax`],
  ['a syntax note that names a position twice', `${REF}/items/x12/syntax`, ['P0202'], `/${REF}/items/x12/syntax`],
  ['a segment without elements member', `${REF}/items/properties`, null, `/${REF}/items`],
  ['a list without items', `${REF}/items`, null, `/${REF}`],
  ['a list that may hold nothing', `${REF}/maxItems`, 0, `/${REF}/maxItems`],
  ['an element key without a position', `${ELEMENTS}/amount`, element(), `/${ELEMENTS}/amount`],
  ['an element key with position 00', `${ELEMENTS}/amount_00`, element(), `/${ELEMENTS}/amount_00`],
  ['two elements at one position', `${ELEMENTS}/again_03`, element(), `/${ELEMENTS}/again_03`],
  ['elements out of order', `${ELEMENTS}/first_01`, element(), `/${ELEMENTS}/first_01`],
  [
    'a required element further back than is kept',
    `${ELEMENTS}/far_61`,
    element({ usage: 'R' }),
    `/${ELEMENTS}/far_61`,
  ],
  [
    'an unknown X12 type',
    `${ELEMENTS}/reference_identification_02/x12/type`,
    'A',
    `/${ELEMENTS}/reference_identification_02/x12/type`,
  ],
  ['a JSON type that is not the X12 type', `${ELEMENTS}/amount_03/type`, 'number', `/${ELEMENTS}/amount_03/type`],
  ['lengths turned round', `${ELEMENTS}/amount_03/x12/max`, 0, `/${ELEMENTS}/amount_03/x12/max`],
  ['a broken pattern', `${ELEMENTS}/amount_03/pattern`, '(', `/${ELEMENTS}/amount_03/pattern`],
  ['a broken x12 pattern', `${ELEMENTS}/amount_03/x12/pattern`, '[', `/${ELEMENTS}/amount_03/x12/pattern`],
  [
    'codes that are looked up elsewhere',
    `${ELEMENTS}/reference_identification_02/x12/codeSet`,
    'dictionary',
    `/${ELEMENTS}/reference_identification_02/x12/codeSet`,
  ],
  ['a format that points nowhere', `${ELEMENTS}/amount_03/x12/format`, '09', `/${ELEMENTS}/amount_03/x12/format`],
  [
    'an empty code list',
    `${TRIGGER}/properties/entity_identifier_code_01/enum`,
    [],
    `/${TRIGGER}/properties/entity_identifier_code_01/enum`,
  ],
  [
    'a code list that is missing',
    `${TRIGGER}/properties/identification_code_qualifier_03/$ref`,
    '#/$defs/codes_9',
    `/${TRIGGER}/properties/identification_code_qualifier_03/$ref`,
  ],
  [
    'enum beside $ref',
    `${TRIGGER}/properties/identification_code_qualifier_03/enum`,
    ['1'],
    `/${TRIGGER}/properties/identification_code_qualifier_03/$ref`,
  ],
  ['a required element that is not there', `${TRIGGER}/required`, ['name_03'], `/${TRIGGER}/required/0`],
  ['an element used and not used', `${TRIGGER}/x12/notUsed/02`, {}, `/${TRIGGER}/x12/notUsed/02`],
  ['a not-used element without a position', `${TRIGGER}/x12/notUsed/x`, {}, `/${TRIGGER}/x12/notUsed/x`],
  ['usage S', `${TRIGGER}/x12/usage`, 'S', `/${TRIGGER}/x12/usage`],
  [
    'a composite in a composite',
    `${ELEMENTS}/identifier_04/properties/inner_03`,
    composite(),
    `/${ELEMENTS}/identifier_04/properties/inner_03`,
  ],
  [
    'a discriminator that points nowhere',
    `${TRIGGER}/x12/discriminator/element`,
    '09',
    `/${TRIGGER}/x12/discriminator/element`,
  ],
  [
    'a discriminator on a value that cannot arrive',
    `${TRIGGER}/x12/discriminator/codes`,
    ['XX'],
    `/${TRIGGER}/x12/discriminator/codes`,
  ],
  ['a loop without an id', `${BUYER}/x12/loop`, '', `/${BUYER}/x12/loop`],
  ['two loops of one id', `${BUYER}/x12/loop`, 'SELLER', `/${HEADING}/seller_N1_loop`],
  [
    'a loop under another key',
    `${HEADING}/party_N1_loop`,
    smallGuide().properties.heading?.properties.buyer_N1_loop,
    `/${HEADING}/party_N1_loop`,
  ],
  ['a level that is no HL', `${BUYER}/x12/hl`, { level: '20' }, `/${BUYER}/x12/hl`],
  ['a loop without a trigger', `${BUYER}/properties/buyer_N1`, null, `/${BUYER}/properties`],
  ['a shared loop that is missing', `${HEADING}/x_N1_loop`, { $ref: '#/$defs/loop_X' }, `/${HEADING}/x_N1_loop/$ref`],
  ['a node of no kind', `${HEADING}/x_N1`, { type: 'object' }, `/${HEADING}/x_N1`],
  ['something else than a node', `${HEADING}/x_N1`, 7, `/${HEADING}/x_N1`],
  ['a code list that is none', '$defs/codes_66_1/enum', 'A', '/$defs/codes_66_1/enum'],
  ['a rule without an id', `${BUYER}/x12/rules`, [{ then: { path: '02', must: 'exist' } }], `/${BUYER}/x12/rules/0/id`],
  [
    'a rule of an unknown kind',
    `${BUYER}/x12/rules`,
    [{ id: 'a', then: { path: '02', must: 'be' } }],
    `/${BUYER}/x12/rules/0/then`,
  ],
  [
    'a rule that lacks what it needs',
    `${BUYER}/x12/rules`,
    [{ id: 'a', then: { path: '02', must: 'beOneOf' } }],
    `/${BUYER}/x12/rules/0/then`,
  ],
  [
    'a rule with an unknown code',
    `${BUYER}/x12/rules`,
    [{ id: 'a', code: 'I1', then: { path: '02', must: 'exist' } }],
    `/${BUYER}/x12/rules/0/code`,
  ],
  [
    'a condition without a path',
    `${BUYER}/x12/rules`,
    [{ id: 'a', when: [{ is: ['1'] }], then: { path: '02', must: 'exist' } }],
    `/${BUYER}/x12/rules/0/when/0`,
  ],
];

function element(more: Readonly<Record<string, unknown>> = {}): unknown {
  return { type: 'string', x12: { element: '127', type: 'AN', min: 1, max: 9, ...more } };
}

function composite(): unknown {
  return { type: 'object', title: 'Inner', additionalProperties: false, properties: {}, x12: { composite: 'C001' } };
}

function sibling(): unknown {
  return {
    type: 'object',
    title: 'X',
    additionalProperties: false,
    properties: {},
    x12: { segment: 'REF', position: 90 },
  };
}

describe('checkGuide', () => {
  it('finds nothing in a guide that follows the dialect', () => {
    expect(checkGuide(smallGuide())).toEqual([]);
  });

  it.each(BROKEN)('tells the place of %s', (_name, path, change, pointer) => {
    const problems = checkGuide(mergePatch(smallGuide(), at(path, change)));
    expect(problems.map((problem) => problem.pointer)).toContain(pointer);
    for (const { text } of problems) expect(text).toMatch(/[.:…"]$/);
  });

  it.each([null, 7, 'guide', [], [smallGuide()]])('refuses what is no object: %j', (json) => {
    expect(checkGuide(json)).toEqual([{ pointer: '', text: 'A guide is a JSON object.' }]);
  });

  it('reports siblings that no reader could tell apart', () => {
    const same = mergePatch(smallGuide(), at(`${HEADING}/seller_N1_loop/items/x12/discriminator`, null));
    expect(checkGuide(same).map(({ pointer }) => pointer)).toEqual([`/${HEADING}/seller_N1_loop`]);
    const overlapping = mergePatch(smallGuide(), {
      ...Object(
        at(`${HEADING}/seller_N1_loop/items`, {
          properties: { seller_N1: { properties: { entity_identifier_code_01: { enum: ['SE', 'BY'] } } } },
          x12: { discriminator: { codes: ['BY', 'SE'] } },
        }),
      ),
    });
    expect(checkGuide(overlapping).map(({ pointer }) => pointer)).toEqual([`/${HEADING}/seller_N1_loop`]);
  });

  it('lets order tell siblings apart where the earlier one has a limit or something required stands between', () => {
    const moved = mergePatch(
      smallGuide(),
      at(`${HEADING}/seller_N1_loop/items/x12`, { position: 40, discriminator: null }),
    );
    expect(checkGuide(moved)).toEqual([]);
  });

  it('keeps a key like __proto__ as data and escapes pointers', () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"x":1},"a/b~c":2}');
    expect(checkGuide({ ...smallGuide(), x12: hostile }).map(({ pointer }) => pointer)).toContain('/x12/a~1b~0c');
  });

  it('stops at loops nested without end and at a flood of problems', () => {
    let loop: unknown = sibling();
    for (let depth = 0; depth < 60; depth++) {
      loop = {
        type: 'object',
        title: 'L',
        additionalProperties: false,
        properties: { x_REF: sibling(), x_REF_loop: loop },
        x12: { loop: 'L', position: 1 },
      };
    }
    const heading = { ...smallGuide().properties.heading, properties: { x_REF_loop: loop } };
    const problems = checkGuide({ ...smallGuide(), properties: { heading } });
    expect(problems.some(({ text }) => text.startsWith('Loops nest deeper'))).toBe(true);
    for (let depth = 0; depth < 3_000; depth++) loop = { properties: { x_REF: sibling(), x_REF_loop: loop }, x12: {} };
    const deep = { ...smallGuide(), properties: { heading: loop }, required: ['heading'] };
    expect(checkGuide(deep)).toEqual([{ pointer: '', text: expect.stringContaining('nests deeper than any guide') }]);
    expect(() => compileGuide(deep as unknown as Guide)).toThrow(
      expect.objectContaining({ code: 'X12_GUIDE_INVALID' }),
    );
    const flood = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`unknown${n}`, n]));
    expect(checkGuide({ ...smallGuide(), ...flood }).length).toBe(200);
  });
});
