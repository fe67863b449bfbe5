import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharedCustomerCode } from '../support/shared-customer-code.js';

const code = sharedCustomerCode({ now: () => 0 });

interface Errors {
  readonly errors: readonly Record<'code' | 'message' | 'json_pointer' | 'json_schema_pointer', string>[];
}
interface Refused {
  readonly source?: Errors & { readonly mapping_input: unknown };
  readonly target?: Errors & { readonly mapping_output: unknown };
}

/** Names that have to be escaped in pointers, or in addresses. */
const name = fc.constantFrom('a', 'b', 'c/d', 'e~f', 'g h', 'é%', '');
const scalar = fc.oneof(
  fc.constant({}),
  fc.constant({ type: 'integer', minimum: 3 }),
  fc.constant({ type: 'string', maxLength: 2 }),
);
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: fc.boolean(),
    }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), maxItems: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ),
}));
const { document } = fc.letrec<{ document: unknown }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.integer({ min: 0, max: 5 }),
    fc.constantFrom('x', 'long text', null, true),
    fc.dictionary(name, tie('document'), { maxKeys: 3 }),
    fc.array(tie('document'), { maxLength: 4 }),
  ),
}));

function lookUp(root: unknown, pointer: string): unknown {
  if (pointer === '/' && !(typeof root === 'object' && root !== null && '' in root)) return root;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part))
        throw new Error(`${pointer} leads nowhere`);
      return (at as Record<string, unknown>)[part];
    }, root);
}

it('strict mapping takes what the schema allows, and points to what it does not', async () => {
  await fc.assert(
    fc.asyncProperty(schema, document, fc.constantFrom('source', 'target'), async (given, value, side) => {
      const isAllowed = new Ajv2020({ strict: false }).validate(given, value);
      const mapping = { expression: '$', over: 'nothing', [side]: JSON.stringify(given) } as const;
      const outcome = await code.map(mapping, JSON.stringify(value), { isStrict: true });
      if (isAllowed) {
        expect(outcome).toEqual({ mapped: JSON.stringify(value) });
        return;
      }
      if (!('refused' in outcome)) throw new Error('It was let through.');
      const refused: Refused = JSON.parse(outcome.refused);
      expect(Object.keys(refused)).toEqual([side]);
      expect(refused.source ? refused.source.mapping_input : refused.target?.mapping_output).toEqual(value);
      const errors = (refused.source ?? refused.target)?.errors ?? [];
      expect(errors.length).toBeGreaterThan(0);
      for (const error of errors) {
        lookUp(value, error.json_pointer);
        if (error.code === 'false schema') continue;
        lookUp(given, error.json_schema_pointer);
        expect(error.json_schema_pointer.split('/').at(-1)).toBe(error.code);
      }
    }),
    { numRuns: 150 },
  );
});
