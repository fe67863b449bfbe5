import { describe, expect, it } from 'vitest';
import { createReader } from '../../src/engine/create-reader.js';
import { createValidator } from '../../src/engine/create-validator.js';
import type { Guide } from '../../src/model/guide.js';

// Guides as no standard has them, and as anybody may write them: the short way through a set has to see that it cannot tell.

type Node = Record<string, unknown>;

const element = (x12: Node = {}): Node => ({
  type: 'string',
  title: 'e',
  x12: { element: '1', type: 'AN', min: 1, max: 80, ...x12 },
});

const segment = (tag: string, position: number, properties: Node, x12: Node = {}): Node => ({
  type: 'object',
  title: tag,
  additionalProperties: false,
  properties,
  x12: { segment: tag, position, ...x12 },
});

const many = (items: Node): Node => ({ type: 'array', items, minItems: 1 });

const section = (properties: Node): Node => ({ type: 'object', additionalProperties: false, properties });

function guideOf(detail: Node, more: Node = {}): Guide {
  const ST = { code_01: element({ max: 3 }), number_02: element({ min: 4, max: 9 }) };
  const SE = { count_01: element({ type: 'N0', max: 10 }), number_02: element({ min: 4, max: 9 }) };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:odd',
    title: 'Odd',
    x12: {
      id: '864-004010',
      standard: '004010',
      transactionSet: '864',
      functionalId: 'TX',
      version: '004010',
      kind: 'base',
    },
    type: 'object',
    additionalProperties: false,
    properties: {
      heading: section({ set_ST: segment('ST', 10, ST, { mandatory: true }) }),
      detail: section(detail),
      summary: section({ set_SE: segment('SE', 900, SE, { mandatory: true }) }),
    },
    ...more,
  } as unknown as Guide; // as from JSON
}

function ediOf(body: readonly string[]): string {
  const set = ['ST*864*0001', ...body, `SE*${body.length + 2}*0001`].map((one) => `${one}~`).join('');
  const isa =
    'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260101*1200*U*00401*000000001*0*P*:~';
  return `${isa}GS*TX*AA*BB*20260101*1200*1*X*004010~${set}GE*1*1~IEA*1*000000001~`;
}

async function readBy(guide: Guide, text: string) {
  const reader = createReader({ guides: [guide] });
  const document = await reader.parse(text);
  const set = document.interchanges[0]?.groups[0]?.transactions[0] ?? expect.fail();
  const { findings } = await createValidator({ guides: [guide] }).validate(text);
  const told = set.findings.map(({ reason, at }) => `${reason} ${at.segment}`);
  expect(findings.map(({ reason, at }) => `${reason} ${at.segment}`)).toEqual(told);
  expect(await reader.parseText(text)).toBe(JSON.stringify(document));
  return { detail: (set.data as { detail?: unknown }).detail, told };
}

describe('segments that different elements tell apart', () => {
  const parts = { first_01: element(), second_02: element() };
  const guide = guideOf({
    one_REF: many(segment('REF', 20, parts, { discriminator: { element: '01', codes: ['X'] } })),
    two_REF: many(segment('REF', 30, parts, { discriminator: { element: '02', codes: ['Y'] } })),
  });

  it('go where their own element says', async () => {
    const { detail, told } = await readBy(guide, ediOf(['REF*X*1', 'REF*Z*Y']));
    expect(detail).toEqual({
      one_REF: [{ first_01: 'X', second_02: '1' }],
      two_REF: [{ first_01: 'Z', second_02: 'Y' }],
    });
    expect(told).toEqual([]);
  });

  it('go nowhere without a code, and are told', async () => {
    const { detail, told } = await readBy(guide, ediOf(['REF*Z*1']));
    expect(detail).toBeUndefined();
    expect(told).toHaveLength(1);
  });
});

it('an HL that a loop may hold opens a level all the same where levels contain themselves', async () => {
  const parts = { id_01: element(), parent_02: element(), level_03: element(), child_04: element() };
  const HL = (position: number): Node => segment('HL', position, parts, { mandatory: true });
  const inner = {
    lx_LX: segment('LX', 10, { a_01: element() }, { mandatory: true }),
    extra_HL: many(HL(20)),
  };
  const level = {
    ...section({
      hl_HL: HL(10),
      name_NM1: many(segment('NM1', 20, { a_01: element() })),
      inner: many({ ...section(inner), title: 'LX', x12: { loop: 'LX', position: 30 } }),
      levels: many({ $ref: '#/$defs/level' }),
    }),
    title: 'HL',
    x12: { loop: 'HL', position: 100, hl: {} },
  };
  const guide = guideOf({ levels: many({ $ref: '#/$defs/level' }) }, { $defs: { level } });
  const { detail } = await readBy(guide, ediOf(['HL*1**S*1', 'NM1*x', 'LX*1', 'HL*2*1*I*0', 'NM1*y']));
  const [outer] = (detail as { levels: readonly { levels?: readonly Node[]; inner?: unknown }[] }).levels;
  expect(outer?.levels?.[0]).toMatchObject({ name_NM1: [{ a_01: 'y' }] });
});

it('a tag longer than tags are is no other tag', async () => {
  const guide = guideOf({ long_AHEAD: segment('AHEAD', 20, { a_01: element() }) });
  const { detail, told } = await readBy(guide, ediOf(['HEAD*x']));
  expect(detail).toBeUndefined();
  expect(told).toEqual(['segment-unknown 2']);
});

it('composites of one component each have room for both keys', async () => {
  const long = (name: string, n: number): string => `${name.repeat(8)}_0${n}`;
  const composite = {
    ...section({ [long('part', 1)]: element(), [long('part', 2)]: element() }),
    title: 'C',
    x12: { composite: 'C001' },
  };
  const parts = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [long('element', n), composite]));
  const guide = guideOf({ z_ZZ: many(segment('ZZ', 20, parts)) });
  for (let shift = 0; shift < 40; shift++) {
    const short = Array.from({ length: shift }, () => 'ZZ*a*b');
    const body = [
      `ZZ*${'q'.repeat(1 + (shift % 20))}`,
      ...short,
      ...Array.from({ length: 90 }, () => 'ZZ*a*b*c*d*e*f*g*h*i'),
    ];
    const { told } = await readBy(guide, ediOf(body));
    expect(told).toEqual([]);
  }
});

it('the component behind the thirtieth does not pass for the first', async () => {
  const names = Array.from({ length: 33 }, (_, index) => `part_${String(index + 1).padStart(2, '0')}`);
  const parts = names.map((name, index) => [name, element(index === 0 ? { mandatory: true } : {})]);
  const composite = { ...section(Object.fromEntries(parts)), title: 'C', x12: { composite: 'C001' } };
  const guide = guideOf({ z_ZZ: segment('ZZ', 20, { whole_01: composite }) });
  const { told } = await readBy(guide, ediOf([`ZZ*:y${':'.repeat(31)}x`]));
  expect(told).toEqual(['element-mandatory-missing 2']);
});
