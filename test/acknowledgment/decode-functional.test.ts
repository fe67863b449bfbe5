import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFunctional } from '../../src/acknowledgment/decode-functional.js';
import type { FunctionalAcknowledgment } from '../../src/acknowledgment/functional-acknowledgment.js';
import { compileDictionary } from '../../src/guide/generic/generic.js';
import { findingWords } from '../../src/model/finding-words.js';
import { dictionary, fullEngine } from '../engine/guides.js';

const engine = fullEngine();

/** Reads the segments of one 997 or 999, as a partner of this release might send them. */
async function read(release: string, ...segments: readonly string[]): Promise<FunctionalAcknowledgment> {
  const isa = `ISA*00*          *00*          *ZZ*PAYER01        *ZZ*CLINIC01       *260401*0931*^*00501*000009001*0*T*:~`;
  const text = `${isa}GS*FA*PAYER01*CLINIC01*20260401*0931*1*X*${release}~${segments.join('~')}~GE*1*1~IEA*1*000009001~`;
  const set = (await engine.parse(text)).interchanges[0]?.groups[0]?.transactions[0];
  return decodeFunctional(set?.guide ?? '', set?.data);
}

describe('decodeFunctional', () => {
  it('reads a 997 of a release without a guide, by dictionary or none', async () => {
    for (const release of ['003060', '004030', '005030', '008020']) {
      const lines = [
        'ST*997*0001',
        'AK1*PO*12',
        'AK2*850*0007',
        'AK3*PO1*3**8',
        'AK4*2:1*380*6',
        'AK5*R*5',
        'AK9*P*2*2*1',
      ];
      const one = await read(release, ...lines, 'SE*8*0001');
      expect(one).toMatchObject({ functionalIdentifierCode: 'PO', controlNumber: '12', verdict: 'P', accepted: 1 });
      expect(one.transactions[0]).toMatchObject({ transactionSet: '850', controlNumber: '0007', verdict: 'R' });
      expect(one.transactions[0]?.findings).toMatchObject([
        {
          level: 'element',
          code: '6',
          severity: 'error',
          at: { segment: 3, segmentId: 'PO1', element: 2, component: 1, dataElement: '380' },
        },
      ]);
    }
  });

  it('reads the flat form of a dictionary', () => {
    const key = compileDictionary(dictionary('004010')).segmentKey('AK9');
    const segments = [{ segment_AK1: { element_01: 'IN', element_02: '0033' } }, { [key]: { x_01: 'A', y_02: '4' } }];
    expect(decodeFunctional('997', { segments })).toMatchObject({
      kind: '997',
      functionalIdentifierCode: 'IN',
      controlNumber: '0033',
      verdict: 'A',
      included: 4,
      received: 4,
      accepted: 4,
    });
  });

  it('finds the order again that a database took from the keys', () => {
    const data = {
      heading: {
        z_AK9: { a_01: 'R' },
        x_AK2_loop: [
          {
            a_IK5: { a_01: 'R' },
            b_IK3_loop: [
              {
                c_IK4_loop: [
                  { d_CTX: [{ a_01: 'SITUATIONAL TRIGGER', b_02: 'DMG', c_03: 2 }], e_IK4: { a_01: 3, b_03: 'I9' } },
                ],
                d_CTX: { a_01: { a_01: 'TRN02', b_02: 'T-1' } },
                e_IK3: { a_01: 'NM1', b_02: 4, c_04: '8' },
              },
            ],
            c_AK2: { a_01: '270', b_02: '0001' },
          },
        ],
        y_AK1: { a_01: 'HS', b_02: 7 },
      },
    };
    expect(decodeFunctional('999', data).transactions[0]?.findings).toMatchObject([
      {
        code: 'I9',
        at: { segment: 4, segmentId: 'NM1', element: 3 },
        trigger: { segment: 2, segmentId: 'DMG' },
        unit: { name: 'TRN02', id: 'T-1' },
      },
    ]);
  });

  it('takes nothing for accepted that nobody accepted', async () => {
    const sets = ['ST*997*0001', 'AK1*HS*7', 'AK2*270*0001', 'AK2*270*0002', 'AK5*A'];
    const verdicts = async (...end: readonly string[]) =>
      (await read('004010', ...sets, ...end, 'SE*9*0001')).transactions.map(({ verdict }) => verdict);
    expect(await verdicts('AK9*A*2*2*2')).toEqual(['A', 'A']);
    expect(await verdicts('AK9*R*2*2*0')).toEqual(['R', 'A']);
    expect(await verdicts('AK9*P*2*2*1')).toEqual(['R', 'A']);
    expect(await verdicts('AK9*Q*2*2*1')).toEqual(['R', 'A']);
    expect(await verdicts()).toEqual(['R', 'A']);
    expect(await read('004010', ...sets, 'SE*6*0001')).toMatchObject({ verdict: 'P', included: 2, accepted: 1 });
  });

  it('makes warnings of what was accepted with errors', async () => {
    const lines = ['ST*999*0001*005010X231A1', 'AK1*HS*7*005010X279A1', 'AK2*270*0001', 'IK3*DMG*4**8', 'IK4*2*1251*8'];
    const one = await read('005010X231A1', ...lines, 'IK5*E*5', 'AK9*E*1*1*1', 'SE*8*0001');
    expect(one.transactions[0]?.findings).toMatchObject([{ code: '8', severity: 'warning' }]);
  });

  it('keeps codes that the standard does not have, and an 8 that names no element', async () => {
    const lines = ['ST*999*0001*005010X231A1', 'AK1*HS*7*005010X279A1', 'AK2*270*0001', 'IK3*DMG*4**8', 'IK3*N3*5**I5'];
    const more = ['IK3*N4*6', 'IK4*2**11', 'IK5*R*99*5', 'AK9*R*1*1*0*77', 'SE*10*0001'];
    const one = await read('005010X231A1', ...lines, ...more);
    expect(one.codes).toEqual(['77']);
    expect(one.transactions[0]?.codes).toEqual(['99', '5']);
    const findings = one.transactions[0]?.findings ?? [];
    expect(findings.map(({ reason, code }) => `${reason} ${code}`)).toEqual([
      'segment-elements 8',
      'acknowledgment-code I5',
      'acknowledgment-code 11',
    ]);
    expect(findings.map(findingWords).map(({ code, place }) => `${code} ${place}`)).toEqual([
      'IK304 8 interchange 1, segment 4 DMG',
      'IK304 I5 interchange 1, segment 5 N3',
      'IK403 11 interchange 1, segment 6 N4, N402',
    ]);
  });

  it('tells every trigger, also one that stands behind the IK3', () => {
    const context = (segment: number) => ({ a_01: [{ a_01: 'SITUATIONAL TRIGGER' }], b_02: 'HL', c_03: segment });
    const loop = (own: readonly object[]) => ({
      x_IK3: { a_01: 'NM1', b_02: '9', c_04: '8' },
      y_CTX: [context(2)],
      z_IK4_loop: [{ x_IK4: { a_01: { a_01: '3' }, b_03: 'I9' }, y_CTX: own }],
    });
    const triggers = (own: readonly object[]) =>
      decodeFunctional('999', { heading: { x_AK2_loop: { y_AK2: {}, z_IK3_loop: [loop(own)] } } })
        .transactions.flatMap(({ findings }) => findings)
        .map(({ trigger }) => trigger?.segment);
    expect(triggers([])).toEqual([2]);
    expect(triggers([context(3), context(4)])).toEqual([3, 4]);
  });

  it('never throws, whatever the JSON', () => {
    const key = fc.oneof(
      fc.constantFrom('heading', 'segments', 'x_AK1', 'x_AK2_loop', 'x_AK2', 'x_IK3_loop', 'x_IK3', 'x_AK3_loop'),
      fc.constantFrom('x_AK3', 'x_CTX', 'x_IK4_loop', 'x_IK4', 'x_AK4', 'x_IK5', 'x_AK9', 'x_01', 'x_02', '__proto__'),
    );
    const json = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'large', withCrossShrink: true },
        fc.oneof(fc.string(), fc.double(), fc.constantFrom(null, true, undefined, '8', 'A', 'I9')),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(key, tie('node'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(json.node, (data) => {
        expect(decodeFunctional('999', data).kind).toBe('999');
      }),
      { numRuns: 500 },
    );
  });

  it('ends on JSON that holds itself', () => {
    const loop: Record<string, unknown> = { x_AK2: { a_01: '270' } };
    loop.x_AK2_loop = loop;
    expect(decodeFunctional('999', { heading: loop }).transactions.length).toBeLessThan(20);
  });
});
