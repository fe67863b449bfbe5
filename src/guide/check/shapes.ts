import { below, entries, isObject, member, type Problems } from './problems.js';

/** Says what a value should be, or nothing when it is that. */
export type Judge = (value: unknown) => string | undefined;

/** Members that a node may have; `must` names those that it needs. */
export interface Shape {
  readonly name: string;
  readonly members: Readonly<Record<string, Judge>>;
  readonly must: readonly string[];
}

const ELEMENT_TYPES = new Set(['AN', 'ID', 'DT', 'TM', 'R', 'B', ...Array.from({ length: 10 }, (_, n) => `N${n}`)]);

const anything: Judge = () => undefined;
const text: Judge = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a non-empty string');
const object: Judge = (value) => (isObject(value) ? undefined : 'an object');
const closed: Judge = (value) => (value === false ? undefined : 'false: guide JSON is closed');
const count: Judge = (value) => (isCount(value) ? undefined : 'a whole number, 0 or more');
const texts: Judge = (value) => (isTexts(value) ? undefined : 'a list of different, non-empty strings');
const keys: Judge = (value) =>
  isTexts(value) || (Array.isArray(value) && value.length === 0) ? undefined : 'a list of different property keys';
const digits: Judge = (value) =>
  isObject(value) && Object.values(value).every(isCount) ? undefined : 'counts of digits by data element';
const list: Judge = (value) => (Array.isArray(value) ? undefined : 'a list');
const yes: Judge = (value) => (value === true ? undefined : 'true; leave it out otherwise');
const position: Judge = (value) =>
  typeof value === 'string' && /^\d\d$/u.test(value) && value !== '00'
    ? undefined
    : 'a two-digit position such as "02"';
const tag: Judge = (value) =>
  typeof value === 'string' && /^[A-Z][A-Z0-9]{1,2}$/u.test(value) ? undefined : 'a segment tag such as "NM1"';
// Whether it is an expression is told by checkPattern.
const expression: Judge = (value) => (typeof value === 'string' ? undefined : 'a regular expression');

function only(...values: readonly string[]): Judge {
  const words = values.map((value) => JSON.stringify(value)).join(' or ');
  return (value) => (typeof value === 'string' && values.includes(value) ? undefined : words);
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

export function isTexts(value: unknown): value is readonly string[] {
  if (!Array.isArray(value)) return false;
  const items: readonly unknown[] = value;
  return (
    items.length > 0 &&
    items.every((item) => typeof item === 'string' && item !== '') &&
    new Set(items).size === items.length
  );
}

const elementType: Judge = (value) =>
  typeof value === 'string' && ELEMENT_TYPES.has(value) ? undefined : 'AN, ID, DT, TM, R, B or N0 to N9';
const syntax: Judge = (value) => {
  if (!isTexts(value)) return texts(value);
  return value.every(isSyntaxNote)
    ? undefined
    : 'syntax notes: P, R, E, C or L and two or more different positions, such as "P0304"';
};

function isSyntaxNote(note: string): boolean {
  if (!/^[PRECL](\d\d){2,}$/u.test(note)) return false;
  const positions: readonly string[] = note.slice(1).match(/\d\d/gu) ?? [];
  return new Set(positions).size === positions.length && !positions.includes('00');
}

const node = {
  type: only('object'),
  title: text,
  additionalProperties: closed,
  required: keys,
  properties: object,
  x12: object,
};
const marks = { usage: only('R'), mandatory: yes, rules: list, confidence: only('medium', 'low'), aliases: texts };
const prose = { description: text, $comment: text };

/** Every kind of node of the dialect (src/model/guide.ts), member by member. */
export const SHAPES = {
  guide: {
    name: 'a guide',
    members: {
      ...node,
      ...prose,
      $schema: only('https://json-schema.org/draft/2020-12/schema'),
      $id: text,
      $defs: object,
    },
    must: ['$schema', '$id', 'title', 'x12', 'type', 'additionalProperties', 'properties'],
  },
  guideX12: {
    name: 'the x12 of a guide',
    members: {
      id: text,
      standard: text,
      transactionSet: text,
      functionalId: text,
      version: text,
      implementation: text,
      kind: only('guide', 'base'),
      businessUnits: list,
      digits,
      confidence: only('high', 'medium', 'low'),
      notes: texts,
    },
    must: ['standard', 'transactionSet', 'version', 'kind', 'confidence'],
  },
  section: {
    name: 'a section',
    members: { ...node, ...prose, title: text },
    must: ['type', 'additionalProperties', 'properties'],
  },
  sectionX12: { name: 'the x12 of a section', members: { notUsed: object, rules: list }, must: [] },
  repeated: {
    name: 'a list',
    members: { ...prose, type: only('array'), items: object, minItems: count, maxItems: count },
    must: ['type', 'items'],
  },
  reference: { name: 'a $ref', members: { $ref: text }, must: ['$ref'] },
  loop: {
    name: 'a loop',
    members: { ...node, ...prose },
    must: ['type', 'title', 'additionalProperties', 'properties', 'x12'],
  },
  loopX12: {
    name: 'the x12 of a loop',
    members: { ...marks, loop: text, position: count, hl: object, discriminator: object, notUsed: object },
    must: ['loop', 'position'],
  },
  hl: { name: 'hl', members: { level: text }, must: [] },
  segment: {
    name: 'a segment',
    members: { ...node, ...prose },
    must: ['type', 'title', 'additionalProperties', 'properties', 'x12'],
  },
  segmentX12: {
    name: 'the x12 of a segment',
    members: { ...marks, segment: tag, position: count, syntax, discriminator: object, notUsed: object },
    must: ['segment', 'position'],
  },
  composite: {
    name: 'a composite',
    members: { ...node, ...prose },
    must: ['type', 'title', 'additionalProperties', 'properties', 'x12'],
  },
  compositeX12: {
    name: 'the x12 of a composite',
    members: { ...marks, composite: text, syntax, notUsed: object },
    must: ['composite'],
  },
  element: {
    name: 'an element',
    members: {
      ...prose,
      type: anything,
      title: text,
      enum: texts,
      $ref: text,
      pattern: expression,
      minLength: count,
      maxLength: count,
      x12: object,
    },
    must: ['x12'],
  },
  elementX12: {
    name: 'the x12 of an element',
    members: {
      ...marks,
      element: text,
      type: elementType,
      min: count,
      max: count,
      codeSet: text,
      format: position,
      pattern: expression,
    },
    must: ['element', 'type', 'min', 'max'],
  },
  notUsed: {
    name: 'a not-used element',
    members: { element: text, composite: text, name: text, type: elementType, min: count, max: count },
    must: [],
  },
  codes: { name: 'a code list', members: { ...prose, title: text, enum: texts, x12: object }, must: ['enum'] },
  codesX12: { name: 'the x12 of a code list', members: { names: object }, must: [] },
  discriminator: { name: 'a discriminator', members: { element: text, codes: texts }, must: ['element', 'codes'] },
} as const satisfies Readonly<Record<string, Shape>>;

/** Reports missing, unknown and wrong members; true when all of them are right. */
export function checkShape(value: unknown, pointer: string, shape: Shape, problems: Problems): boolean {
  if (!isObject(value)) {
    problems.add(pointer, `This should be ${shape.name}, an object.`);
    return false;
  }
  let right = true;
  const wrong = (at: string, advice: string): void => {
    right = false;
    problems.add(at, advice);
  };
  for (const name of shape.must) {
    if (member(value, name) === undefined) wrong(pointer, `Add "${name}": ${shape.name} needs it.`);
  }
  for (const [name, own] of entries(value)) {
    const judge = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
    if (judge === undefined) {
      const known = Object.keys(shape.members).sort().join(', ');
      wrong(below(pointer, name), `Remove "${name}": ${shape.name} has only ${known}.`);
      continue;
    }
    const expected = judge(own);
    if (expected !== undefined) wrong(below(pointer, name), `"${name}" must be ${expected}.`);
  }
  return right;
}
