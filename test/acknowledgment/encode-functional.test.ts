import { describe, expect, it } from 'vitest';
import { encodeFunctional } from '../../src/acknowledgment/encode-functional.js';
import { encodeInterchangeAcknowledgment } from '../../src/acknowledgment/interchange-result.js';
import type { Finding } from '../../src/model/finding.js';
import { engine, found, functional, set, setText, written } from './acknowledgments.js';

const NM1 = { segment: 4, segmentId: 'NM1', loopId: '2010AA' };

/** The segments from IK3 to the one before IK5. */
function notes(findings: readonly Finding[], badValues = true): readonly string[] {
  const acknowledgment = functional({ transactions: [set('0001', { findings })] });
  const data = encodeFunctional(acknowledgment, { guide: '999-005010X231A1', badValues });
  const lines = setText(written('999-005010X231A1', data)).split('\n');
  return lines.slice(3, -3);
}

describe('encodeFunctional', () => {
  it('puts segments in their order, and what is about one segment together', () => {
    const findings = [
      found('element-code', { ...NM1, element: 2, dataElement: '1065' }),
      found('segment-unexpected', { segment: 2, segmentId: 'REF' }),
      found('segment-over-maximum', NM1),
      found('element-too-long', { ...NM1, element: 9, component: 2, dataElement: '67' }),
    ];
    expect(notes(findings)).toEqual([
      'IK3*REF*2**2~',
      'IK3*NM1*4*2010*5~',
      'IK3*NM1*4*2010*8~',
      'IK4*2*1065*7~',
      'IK4*9:2*67*5~',
    ]);
  });

  it('has the trigger of an element behind its IK4, and the business unit behind each IK3', () => {
    const trigger = { interchange: 1, segment: 3, segmentId: 'HL', element: 3, component: 2, dataElement: 'C024' };
    const unit = { name: 'CLM01', id: 'A'.repeat(40) };
    expect(
      notes([
        found('element-dependent-missing', { ...NM1, element: 4, dataElement: '1036' }, { trigger, unit }),
        found('segment-over-maximum', NM1, { unit }),
      ]),
    ).toEqual([
      'IK3*NM1*4*2010*5~',
      `CTX*CLM01:${'A'.repeat(35)}~`,
      'IK3*NM1*4*2010*8~',
      `CTX*CLM01:${'A'.repeat(35)}~`,
      'IK4*4*1036*I9~',
      'CTX*SITUATIONAL TRIGGER*HL*3**3:2~',
    ]);
  });

  it('leaves out what has no legal place, and the CTX of an id that may not be repeated', () => {
    expect(
      notes([
        found('segment-unknown', { segment: 3 }),
        found('segment-unknown', { segment: 3, segmentId: 'X' }),
        found('segment-unknown', { segmentId: 'ABC' }),
        found('transaction-segment-count', { segment: 9 }),
        found('rule-content', NM1),
        found('segment-unknown', { segment: 5, segmentId: 'ABC' }, { unit: { name: 'TRN02', id: 'A*B' } }),
        found('segment-unknown', { segment: 6, segmentId: 'ABD' }, { unit: { name: 'XYZ', id: '1' } }),
      ]),
    ).toEqual(['IK3*ABC*5**1~', 'IK3*ABD*6**1~']);
  });

  it('says 8 alone for an element that no position can name', () => {
    expect(notes([found('element-surplus', { ...NM1, element: 120 })])).toEqual(['IK3*NM1*4*2010*8~']);
  });

  it('copies bad values only when asked, cut to 99 characters, and only legal ones', () => {
    const of = (badValue: string) => found('element-too-long', { ...NM1, element: 3 }, { badValue });
    const findings = [of('x'.repeat(120)), of('A^B'), of('tab\t'), of('é'), of('  ')];
    expect(notes(findings).slice(1)).toEqual([`IK4*3**5*${'x'.repeat(99)}~`, ...Array(4).fill('IK4*3**5~')]);
    expect(notes(findings, false).slice(1)).toEqual(Array(5).fill('IK4*3**5~'));
  });

  it('cuts between characters, not inside one', () => {
    const badValue = `${'x'.repeat(98)}😀😀`;
    const one = functional({
      transactions: [set('0001', { findings: [found('element-too-long', { ...NM1, element: 3 }, { badValue })] })],
    });
    const data = encodeFunctional(one, { guide: '999-005010X231A1', badValues: true, legal: () => true });
    expect(JSON.stringify(data)).toContain(`"${'x'.repeat(98)}😀"`);
  });

  it('has no AK2 for an ST that cannot be repeated, and zeros for a GS that cannot', () => {
    const sets = [
      set('1'),
      set('0001', { transactionSet: '27' }),
      set('0002', { implementation: 'A~B' }),
      set('a*bcd'),
    ];
    const bad = { functionalIdentifierCode: 'X', controlNumber: '12A', release: '' };
    const data = encodeFunctional(functional({ ...bad, transactions: sets }), { guide: '999-005010X231A1' });
    expect(setText(written('999-005010X231A1', data)).split('\n').slice(1, -2)).toEqual([
      'AK1*00*0*000000~',
      'AK2*270*0002~',
      'IK5*A~',
    ]);
  });

  it('says at most five codes, each once, and none that the guide does not have', () => {
    const codes = ['5', '5', 'Z', 'I5', '2', '3', '4', '23'];
    const one = functional({ codes: ['5', '99', '5'], transactions: [set('0001', { verdict: 'R', codes })] });
    const text = setText(written('997-005010', encodeFunctional(one, { guide: '997-005010' })));
    expect(text).toContain('AK5*R*5*2*3*4*23~');
    expect(text).toContain('AK9*A*1*1*1*5~');
  });
});

describe('encodeInterchangeAcknowledgment', () => {
  it('makes an interchange of nothing but a TA1', async () => {
    const header = {
      senderQualifier: 'ZZ',
      senderId: 'PAYER01',
      receiverQualifier: 'ZZ',
      receiverId: 'CLINIC01',
      date: '2026-04-01',
      time: '09:40',
      controlNumber: '000009002',
      usageIndicatorCode: 'T',
    };
    const result = { controlNumber: '74', date: '2026-04-01', time: '09:39', verdict: 'R', code: '023' } as const;
    const acknowledgments = [encodeInterchangeAcknowledgment(result)];
    const delimiters = { element: '*', component: ':', repetition: '^', segment: '~' };
    const { bytes } = engine.generate({ interchanges: [{ header, delimiters, newline: '\n', acknowledgments }] });
    expect(new TextDecoder().decode(bytes).trim().split('\n')).toEqual([
      'ISA*00*          *00*          *ZZ*PAYER01        *ZZ*CLINIC01       *260401*0940*^*00501*000009002*0*T*:~',
      'TA1*000000074*260401*0939*R*023~',
      'IEA*0*000009002~',
    ]);
    expect((await engine.validate(bytes)).findings).toEqual([]);
  });
});
