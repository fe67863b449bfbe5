import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { encodeTransaction } from '../../src/guide/write/encode.js';
import type { Finding } from '../../src/model/finding.js';
import type { Limits } from '../../src/model/limits.js';
import { ENCODE_GUIDE } from './encode-guide.js';
import { SMALL_GUIDE } from './small-guide.js';
import { TextSink } from './text-sink.js';

function encodeIt(
  data: unknown,
  limits: Partial<Limits> = {},
  guide = SMALL_GUIDE,
): { findings: Finding[]; text: string } {
  const sink = new TextSink();
  const { findings } = encodeTransaction(compileGuide(guide), data, sink, {
    controlNumber: '0001',
    at: { interchange: 1 },
    limits,
  });
  return { findings, text: sink.text };
}

function throwing(): never {
  throw new Error('a getter of the caller');
}

const reasons = (data: unknown, limits?: Partial<Limits>): string[] =>
  encodeIt(data, limits).findings.map(({ reason, at }) => `${reason} ${at.pointer}`);

describe('hostile data when encoding', () => {
  it.each([
    [undefined],
    [null],
    [1],
    ['x'],
    [[]],
    [true],
    [Symbol('x')],
    [() => 1],
    [new Date(0)],
    [new Map([['heading', 1]])],
  ])('reports %s as data', (data) => {
    expect(encodeIt(data).findings.some(({ severity }) => severity === 'error')).toBe(true);
  });

  it('reports values of the wrong form where they stand, and not what is missing in them', () => {
    const data = {
      heading: [],
      detail: { source_HL_loop: [null, 5, [], { name_NM1: 'x', subscriber_HL_loop: true }] },
      summary: {},
    };
    expect(reasons(data)).toEqual([
      'value-type /heading',
      'property-unknown /summary',
      'value-type /detail/source_HL_loop/0',
      'value-type /detail/source_HL_loop/1',
      'value-type /detail/source_HL_loop/2',
      'value-type /detail/source_HL_loop/3/name_NM1',
      'value-type /detail/source_HL_loop/3/subscriber_HL_loop',
    ]);
  });

  it('turns a getter that throws into a finding', () => {
    const bht = Object.defineProperty({ date_02: '2026-04-01' }, 'purpose_01', { get: throwing, enumerable: true });
    expect(reasons({ heading: { beginning_BHT: bht } })[0]).toBe('value-type /heading/beginning_BHT/purpose_01');
    const heading = Object.defineProperty({}, 'beginning_BHT', { get: throwing, enumerable: true });
    expect(reasons({ heading })[0]).toBe('value-type /heading/beginning_BHT');
  });

  it('survives proxies that refuse everything', () => {
    const wall = new Proxy({}, { ownKeys: throwing, get: throwing, has: throwing, getOwnPropertyDescriptor: throwing });
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    for (const bad of [wall, proxy]) {
      expect(encodeIt(bad).findings.length).toBeGreaterThan(0);
      expect(encodeIt({ heading: bad, detail: bad }).findings.length).toBeGreaterThan(0);
      expect(
        encodeIt({ heading: { beginning_BHT: bad }, detail: { source_HL_loop: [bad] } }).findings.length,
      ).toBeGreaterThan(0);
      expect(
        encodeIt({ heading: { beginning_BHT: { purpose_01: bad, amount_04: [bad, { component_01: bad }] } } }).findings
          .length,
      ).toBeGreaterThan(0);
    }
  });

  it('takes keys of prototypes for no data, and own ones of their names for unknown', () => {
    const bht = Object.create(
      { amount_04: 1 },
      { purpose_01: { value: '00', enumerable: true }, date_02: { value: '2026-04-01', enumerable: true } },
    );
    expect(encodeIt({ heading: { beginning_BHT: bht } }).text).toContain('BHT*00*20260401~');
    const own = JSON.parse(
      '{"heading":{"__proto__":{"a":1},"beginning_BHT":{"purpose_01":"00","date_02":"2026-04-01","__proto__":"x","constructor":1,"toString":2}}}',
    );
    expect(reasons(own).filter((text) => text.startsWith('property-unknown'))).toEqual([
      'property-unknown /heading/__proto__',
      ...['__proto__', 'constructor', 'toString'].map((key) => `property-unknown /heading/beginning_BHT/${key}`),
    ]);
  });

  it('escapes keys in pointers', () => {
    expect(reasons({ heading: { 'a/b~c': 1 } })[0]).toBe('property-unknown /heading/a~1b~0c');
  });

  it('finds a loop that contains itself', () => {
    const level: Record<string, unknown> = { hierarchical_level_HL: { level_03: 'S' } };
    level.hierarchical_level_HL_loop = [level, level];
    const { findings, text } = encodeIt(
      { heading: { fixed_BIZ: {} }, detail: { hierarchical_level_HL_loop: [level] } },
      {},
      ENCODE_GUIDE,
    );
    expect(findings.map(({ reason }) => reason)).toEqual(['value-type', 'value-type']);
    expect(text).toContain('HL*1**S~SE*4*0001~');
  });

  it('goes no deeper than the limit of depth, which it names', () => {
    let level: object = { hierarchical_level_HL: { level_03: 'I' } };
    for (let i = 0; i < 200; i++)
      level = { hierarchical_level_HL: { level_03: 'S' }, hierarchical_level_HL_loop: [level] };
    const data = { heading: { fixed_BIZ: {} }, detail: { hierarchical_level_HL_loop: [level] } };
    const { findings } = encodeIt(data, {}, ENCODE_GUIDE);
    expect(findings.map(({ reason }) => reason)).toEqual(['loop-nesting']);
    expect(findings[0]?.at.pointer?.match(/loop/g)).toHaveLength(101);
    expect(encodeIt(data, { depth: 201 }, ENCODE_GUIDE).findings).toEqual([]);
  });

  it('gives up at the limit of findings, however large the array', () => {
    const data = {
      heading: { beginning_BHT: { amount_04: new Array(1e9) } },
      detail: { source_HL_loop: new Array(1e9) },
    };
    const { findings } = encodeIt(data, { findings: 50 });
    expect(findings).toHaveLength(51);
    expect(findings.at(-1)?.reason).toBe('findings-limit');
  });

  it('never throws on any JSON under any known key', () => {
    const keys = [
      'heading',
      'detail',
      'beginning_BHT',
      'source_HL_loop',
      'subscriber_HL_loop',
      'inquiry_EQ_loop',
      'inquiry_EQ',
      'types_01',
      'procedure_02',
      'qualifier_01',
      'name_NM1',
      'source_HL',
      'id_01',
      'element_09',
      'component_04',
      'base64',
      '__proto__',
    ];
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { depthSize: 'large' },
        fc.constantFrom(null, undefined, true, 0, -0, 1e21, Number.NaN, '', 'x', '30', 'a*b:c^d~', '\u0000'),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys), tie('any'), { maxKeys: 5 }),
      ),
    })).any;
    fc.assert(
      fc.property(fc.record({ heading: value, detail: fc.record({ source_HL_loop: value }) }), (data) => {
        for (const { at, level } of encodeIt(data).findings) {
          expect(at.pointer).toBeTypeOf('string');
          expect(level).toMatch(/segment|element|content/);
        }
      }),
      { numRuns: 300 },
    );
  });
});
