import { describe, expect, it } from 'vitest';
import type { MapOptions, MappingCode } from '../../src/worker/customer-code.js';
import { sharedCustomerCode } from '../support/shared-customer-code.js';

const code = sharedCustomerCode({ now: () => 0 });
const text = (value: unknown) => JSON.stringify(value);

async function mapped(mapping: Partial<MappingCode>, document: unknown, options: MapOptions = { isStrict: true }) {
  const outcome = await code.map({ expression: '$', over: 'nothing', ...mapping }, text(document), options);
  return 'refused' in outcome ? { refused: JSON.parse(outcome.refused), size: outcome.refused.length } : outcome;
}

const ORDER = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, day: { type: 'string', format: 'date' }, 'a/b': { const: 1 } },
};

describe('strict mapping', () => {
  it('says in the words of the schema what is wrong with the input, and where', async () => {
    const input = { day: 'today', 'a/b': 2 };
    expect(await mapped({ source: text(ORDER) }, input)).toMatchObject({
      refused: {
        source: {
          mapping_input: input,
          errors: [
            {
              code: 'required',
              message: "must have required property 'id'",
              json_pointer: '/',
              json_schema_pointer: '/required',
            },
            {
              code: 'format',
              message: 'must match format "date"',
              json_pointer: '/day',
              json_schema_pointer: '/properties/day/format',
            },
            {
              code: 'const',
              message: 'must be equal to constant',
              json_pointer: '/a~1b',
              json_schema_pointer: '/properties/a~1b/const',
            },
          ],
        },
      },
    });
  });

  it('holds the target against all that is answered, whatever it was laid over', async () => {
    const target = text({ ...ORDER, default: { id: 'from the example' } });
    expect(await mapped({ expression: '{ "day": "2026-01-31" }', over: 'example', target }, {})).toMatchObject({
      refused: {
        target: {
          mapping_output: { id: 'from the example', day: '2026-01-31' },
          errors: [{ code: 'type', json_pointer: '/id' }],
        },
      },
    });
    expect(await mapped({ expression: '{ "id": 7 }', over: 'example', target }, {})).toEqual({ mapped: '{"id":7}' });
    expect(await mapped({ expression: '{ "id": 7 }', over: 'input', target }, { id: 'x', more: 1 })).toEqual({
      mapped: '{"id":7,"more":1}',
    });
  });

  it('runs nothing over an input that is wrong, and checks nothing that has no schema', async () => {
    const both = { expression: '$error("it ran")', source: text(ORDER), target: text(ORDER) };
    expect(await mapped(both, {})).toMatchObject({ refused: { source: {} } });
    await expect(mapped({ ...both, source: undefined }, {})).rejects.toMatchObject({ code: 'failed' });
    expect(await mapped({}, { anything: true })).toEqual({ mapped: '{"anything":true}' });
  });

  it('is only where it is asked for', async () => {
    expect(await mapped({ source: text(false), target: text(false) }, 1, {})).toEqual({ mapped: '1' });
    expect(await mapped({ source: text(false) }, 1)).toMatchObject({ refused: { source: {} } });
    expect(await mapped({ source: text(true), target: text(true) }, 1)).toEqual({ mapped: '1' });
  });

  it('tells a hundred errors at most, of a large document one, and never more than an answer may have', async () => {
    const numbers = text({ type: 'array', items: { type: 'number' } });
    const wrong = (count: number) => Array.from({ length: count }, () => 'x');
    const few = await mapped({ source: numbers }, wrong(150));
    expect('refused' in few && few.refused.source.errors.length).toBe(100);
    const many = await mapped({ source: numbers }, wrong(30_000));
    expect('refused' in many && many.refused.source.errors.length).toBe(1);
    const names = Object.fromEntries(wrong(50).map((_, index) => [`${'n'.repeat(60_000)}${index}`, 'x']));
    const long = await mapped({ source: text({ additionalProperties: { type: 'number' } }) }, names);
    expect('refused' in long && long.refused.source.errors.length).toBeLessThan(10);
    const whole = await mapped({ source: text(false) }, 'x'.repeat(4_194_000));
    expect(whole).toMatchObject({ refused: { source: { errors: [{ code: 'false schema' }] } } });
    expect('refused' in whole && whole.size).toBeLessThan(1_000);
  });

  it('knows definitions, its own name and the dialect, and nothing from elsewhere', async () => {
    const tree = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.com/tree',
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { left: { $ref: 'https://example.com/tree#/$defs/node' } } } },
    };
    expect(await mapped({ source: text(tree) }, { left: { left: {} } })).toEqual({ mapped: '{"left":{"left":{}}}' });
    expect(await mapped({ source: text(tree) }, { left: { left: 1 } })).toMatchObject({
      refused: { source: { errors: [{ code: 'type', json_pointer: '/left/left' }] } },
    });
    // What one schema calls itself is no other's.
    expect(await mapped({ source: text({ $id: 'https://example.com/tree', type: 'number' }) }, 1)).toEqual({
      mapped: '1',
    });
    await expect(code.checkSchema(text({ $ref: 'https://example.com/tree' }))).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it.each([
    ['a pattern that never ends', { pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`],
    [
      'what is unique among very many',
      { uniqueItems: true },
      Array.from({ length: 60_000 }, (_, index) => ({ index })),
    ],
  ])('is stopped after its time: %s', async (_, schema, document) => {
    const outcome = mapped({ source: text(schema) }, document, { isStrict: true, timeoutMs: 300 });
    await expect(outcome).rejects.toMatchObject({ code: 'timeout' });
    expect(await mapped({}, 1)).toEqual({ mapped: '1' });
  });

  it.each([
    ['"); process.exit(1); ("'],
    ["'); process.exit(1); ('"],
    [['`$', '{process.exit(1)}`'].join('')],
    ['\u2028process.exit(1)//'],
    ['__proto__'],
    ['constructor'],
  ])('makes no code of names in a schema: %s', async (word) => {
    const schema = {
      properties: { [word]: { const: word, enum: [word], description: word } },
      required: [word],
      patternProperties: { '^x': { format: word } },
      dependentRequired: { [word]: [word] },
      $comment: word,
      $defs: { [word]: { type: 'string' } },
    };
    expect(await mapped({ source: text(schema) }, {})).toMatchObject({ refused: { source: {} } });
    expect(await code.map({ expression: '1', over: 'nothing' }, '1')).toEqual({ mapped: '1' });
  });

  it('leaves code from texts forbidden', async () => {
    await mapped({ source: text(ORDER) }, { id: 1 });
    const tries = ['$eval("1")', '$sum.constructor("return 1")()', '"".constructor.constructor("return process")()'];
    for (const expression of tries) {
      const given = await mapped({ expression }, {}, {}).catch((error: { code: string }) => error.code);
      expect(['failed', { mapped: '1' }, { mapped: '{}' }]).toContainEqual(given);
    }
  });
});

it.each<[object, readonly unknown[], readonly unknown[]]>([
  [{ multipleOf: 0.01 }, [19.99, 4.35, 0, -0.07, 1e21], [1.005, 19.991, 1e-7]],
  [{ multipleOf: 0.1 }, [0.3, 1.1], [0.35]],
  [{ multipleOf: 1 }, [1e300, 2], [1.00000000001]],
  [{ multipleOf: 1e-7 }, [3e-7, 1], [1.5e-7]],
  [{ required: ['toString'] }, [{ toString: 1 }], [{}]],
  [{ properties: { constructor: { type: 'number' } } }, [{}, { constructor: 1 }], [{ constructor: 'x' }]],
])('%j takes what stands in a document by its digits and names', async (schema, right, wrong) => {
  const mapping = { expression: '1', over: 'nothing', source: JSON.stringify(schema) } as const;
  for (const value of right) {
    expect(await code.map(mapping, JSON.stringify(value), { isStrict: true })).toEqual({ mapped: '1' });
  }
  for (const value of wrong) {
    const outcome = await code.map(mapping, JSON.stringify(value), { isStrict: true });
    const refused = 'refused' in outcome ? JSON.parse(outcome.refused) : undefined;
    expect(refused?.source.errors).toMatchObject([{ code: expect.stringMatching(/multipleOf|required|type/) }]);
  }
});
