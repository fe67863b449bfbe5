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

const loop = (id: string, position: number, properties: Node, x12: Node = {}): Node => ({
  ...section(properties),
  title: id,
  x12: { loop: id, position, ...x12 },
});

describe('a loop that contains itself, with rules', () => {
  const body = loop(
    'LX',
    100,
    {
      lx_LX: segment('LX', 10, { a_01: element() }, { mandatory: true }),
      ref_REF: many(segment('REF', 20, { a_01: element() })),
      lx_LX_loop: { $ref: '#/$defs/A' },
      nte_NTE: segment('NTE', 200, { a_01: element() }),
    },
    {
      rules: [
        { id: 'n', then: { must: 'beOneOf', path: 'NTE/01', values: ['X'] } },
        { id: 'r', then: { must: 'beOneOf', path: 'REF/01', values: ['OK'] } },
      ],
    },
  );
  const guide = guideOf({ lx_LX_loop: many({ $ref: '#/$defs/A' }) }, { $defs: { A: body } });

  it('is judged with what is around it once it closes', async () => {
    expect((await readBy(guide, ediOf(['LX*1', 'LX*2', 'REF*OK', 'NTE*X', 'NTE*Y']))).told).toEqual([
      'element-code-not-used 6',
    ]);
    expect((await readBy(guide, ediOf(['LX*1', 'REF*NO', 'LX*2', 'REF*OK', 'NTE*X', 'NTE*X']))).told).toEqual([
      'element-code-not-used 3',
    ]);
  });
});

describe('levels of HL', () => {
  const parts = (child: Node = {}) => ({
    id_01: element(),
    parent_02: element(),
    level_03: element(),
    child_04: element({ max: 1, ...child }),
    more_05: element(),
  });
  const hl = (child?: Node) => segment('HL', 10, parts(child), { mandatory: true });

  it.each([{}, { usage: 'R' }])('keep what X12 has not, behind HL04 %j', async (child) => {
    const level = loop('S', 100, { hl_HL: hl(child) }, { hl: { level: 'S' } });
    const { detail } = await readBy(guideOf({ hl_HL_loop: many(level) }), ediOf(['HL*1**S*0*x', 'HL*2**S*0*y']));
    expect(JSON.stringify(detail)).toMatch(/"more_05":"x".*"more_05":"y"/);
  });

  it('are kept where a required HL04 is missing, as writing would make another of them', async () => {
    const level = loop('S', 100, { hl_HL: hl({ usage: 'R' }) }, { hl: { level: 'S' } });
    const { detail, told } = await readBy(guideOf({ hl_HL_loop: many(level) }), ediOf(['HL*1**S', 'HL*2**S*0']));
    expect(told).toEqual(['element-required-missing 2']);
    expect(JSON.stringify(detail)).toContain('"id_01":"1"');
  });

  it('go by HL02 in all of a set in which one has no code', async () => {
    const inner = loop('I', 40, { hl_HL: hl() }, { hl: { level: 'I' } });
    const middle = loop('P', 30, { hl_HL: hl(), hl_HL_loop: many(inner) }, { hl: { level: 'P' } });
    const guide = guideOf({ hl_HL_loop: many(loop('X', 100, { hl_HL: hl(), hl_HL_loop: many(middle) }, { hl: {} })) });
    expect((await readBy(guide, ediOf(['HL*1**Z*1', 'HL*2*1*P*1', 'HL*3*2*I*0']))).told).toEqual(['hl-child-code 3']);
  });
});

describe('LS and LE', () => {
  it('are kept where no loop of theirs stands between them', async () => {
    const one = { ...element({ type: 'ID', max: 6 }), enum: ['L'] };
    const outer = loop('N1', 100, {
      n_N1: segment('N1', 10, { a_01: element() }, { mandatory: true }),
      ls_LS: segment('LS', 20, { a_01: one }),
      lx_LX_loop: many(loop('LX', 30, { lx_LX: segment('LX', 10, { a_01: element() }, { mandatory: true }) })),
      nte_NTE: many(segment('NTE', 40, { a_01: element() })),
      le_LE: segment('LE', 50, { a_01: one }),
    });
    const guide = guideOf({ n_N1_loop: many(outer) });
    const { detail } = await readBy(guide, ediOf(['N1*1', 'LS*L', 'NTE*x', 'LE*L', 'N1*2', 'LS*L', 'LX*1', 'LE*L']));
    const [first, second] = (detail as { n_N1_loop: Node[] }).n_N1_loop;
    expect([first?.ls_LS, first?.le_LE]).toEqual([{ a_01: 'L' }, { a_01: 'L' }]);
    expect(Object.keys(second ?? {})).toEqual(['n_N1', 'lx_LX_loop']);
  });
});

describe('rules', () => {
  const lists = { a_01: element(), b_02: many(element()), c_03: element() };
  const list = { ...many(element()), x12: { element: '1', repeat: 3 } };

  it('wait for as many as are asked for, be it more than a word holds', async () => {
    const rule = { id: 'm', then: { must: 'occur', path: 'REF', min: 2 ** 32 } };
    const body = loop(
      'LX',
      100,
      {
        lx_LX: segment('LX', 10, { a_01: element() }, { mandatory: true }),
        ref_REF: many(segment('REF', 20, { a_01: element() })),
      },
      { rules: [rule] },
    );
    const guide = guideOf({ lx_LX_loop: many(body) });
    const { told } = await readBy(guide, ediOf(['LX*1', 'REF*1', 'LX*2', 'REF*1', 'LX*3']));
    expect(told).toHaveLength(3);
  });

  it('say the same of an element of separators, whatever stands beside it', async () => {
    const rule = { id: 'x', when: [{ path: '01' }], then: { must: 'exist', path: '02' } };
    const guide = guideOf({ ref_REF: many(segment('REF', 20, { ...lists, b_02: list }, { rules: [rule] })) });
    const told = async (beside: string) =>
      (await readBy(guide, ediOf([`REF*Q*^*${beside}`]).replace('*U*00401', '*^*00501'))).told;
    expect(await told('\u00e9')).toEqual(await told('Z'));
  });
});
