import Type from 'typebox';
import { expect, it } from 'vitest';
import { schemaParts } from '../../../src/gateway/docs/schema-parts.js';

const Thing = Type.Object(
  { kind: Type.Enum(['a', 'b'], { title: 'Kind' }) },
  { title: 'Thing', description: 'A thing.' },
);

it('puts what has a name in one place, wherever it is used', () => {
  const { show, named } = schemaParts();
  const list = show(Type.Object({ things: Type.Array(Thing), one: Type.Optional(Thing) }));
  const ref = { $ref: '#/components/schemas/Thing' };
  expect(list).toMatchObject({ properties: { things: { type: 'array', items: ref }, one: ref } });
  expect(show(Thing)).toEqual(ref);
  expect(Object.fromEntries(named)).toEqual({
    Kind: { type: 'string', enum: ['a', 'b'] },
    Thing: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { $ref: '#/components/schemas/Kind' } },
      description: 'A thing.',
    },
  });
});

it('refuses one name for two', () => {
  const { show } = schemaParts();
  show(Thing);
  expect(() => show(Type.String({ title: 'Thing' }))).toThrow('title Thing');
});

it('leaves a title that is for people', () => {
  expect(schemaParts().show(Type.String({ title: 'A thing of theirs' }))).toEqual({
    type: 'string',
    title: 'A thing of theirs',
  });
});

it('says of a choice of texts that it is of texts, in one form', () => {
  const { show } = schemaParts();
  const choice = { type: 'string', enum: ['a', 'b'] };
  expect(show(Type.Enum(['a', 'b']))).toEqual(choice);
  expect(show(Type.Union([Type.Literal('a'), Type.Literal('b')], { description: 'One.' }))).toEqual({
    ...choice,
    description: 'One.',
  });
  expect(show(Type.Union([Type.String(), Type.Null()]))).toEqual({ anyOf: [{ type: 'string' }, { type: 'null' }] });
  expect(show(Type.Union([Type.Literal('a'), Type.Null()]))).toEqual({
    anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }],
  });
});

it('does not look for schemas in values', () => {
  const value = { properties: { title: 'Thing' }, title: 'Thing' };
  expect(schemaParts().show(Type.Unsafe({ default: value, const: value }))).toEqual({ default: value, const: value });
});
