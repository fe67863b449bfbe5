import { describe, expect, it } from 'vitest';
import { checkAgreement } from '../../src/acknowledgment/agreement.js';
import type { Overlay } from '../../src/guide/overlay/apply-overlay.js';
import { applyOverlay } from '../../src/guide/overlay/apply-overlay.js';
import { allGuides, fullEngine, guide } from '../engine/guides.js';
import { type Answered, answered, inOneInterchange, inquiry } from './answers.js';

/** The inquiry of the examples: no date of service, a member id of two characters. */
const EXAMPLE = { '*MI*M0001': '*MI*A1', 'DTP*291*D8*20260401~': '' };
const BAD_DATE = { ...EXAMPLE, 'D8*19800228': 'D8*19800230' };

function from({ segments }: Answered, start: string, end: string): readonly string[] {
  const first = segments.findIndex((segment) => segment.startsWith(start));
  const length = segments.slice(first).findIndex((segment) => segment.startsWith(end)) + 1;
  return segments.slice(first, first + length);
}

describe('worked examples, from what was received to what is sent', () => {
  it('A: a TA1 for the good envelope, and a date that is none inside it', async () => {
    const received = inquiry({ ...BAD_DATE, '*0*T*:': '*1*T*:' });
    const { segments } = await answered(received, { badValues: true, controlNumber: 9001 });
    expect(segments).toEqual([
      'ISA*00*          *00*          *ZZ*PAYER01        *ZZ*CLINIC01       *260401*0931*^*00501*000009001*0*T*:~',
      'TA1*000000071*260401*0930*A*000~',
      'GS*FA*PAYER01*CLINIC01*20260401*0931*9001*X*005010X231A1~',
      'ST*999*0001*005010X231A1~',
      'AK1*HS*71*005010X279A1~',
      'AK2*270*0001*005010X279A1~',
      'IK3*DMG*10*2100*8~',
      'CTX*TRN02:T-1~',
      'IK4*2*1251*8*19800230~',
      'IK5*R*5~',
      'AK9*R*1*1*0~',
      'SE*9*0001~',
      'GE*1*9001~',
      'IEA*1*000009001~',
    ]);
  });

  it('B: a missing segment and a not-used element, in the second group of an interchange', async () => {
    const faults = { 'BHT*0022*13*REQ2*20260401*0930~': '', 'PI*12343~': 'PI*12343*01~' };
    const second = inquiry({ ...faults, '*71*X*': '*72*X*', 'GE*3*71': 'GE*3*72' }, '270 three times');
    const answer = await answered(inOneInterchange(inquiry(), second), { badValues: true });
    expect(from(answer, 'ST*999*0002', 'SE*')).toEqual([
      'ST*999*0002*005010X231A1~',
      'AK1*HS*72*005010X279A1~',
      'AK2*270*0001*005010X279A1~',
      'IK5*A~',
      'AK2*270*0002*005010X279A1~',
      'IK3*BHT*2**3~',
      'IK5*R*5~',
      'AK2*270*0003*005010X279A1~',
      'IK3*NM1*4*2100*8~',
      'IK4*10*706*I10*01~',
      'IK5*R*I5~',
      'AK9*P*3*3*1~',
      'SE*13*0002~',
    ]);
  });

  it('C: a segment that a rule on another one demands', async () => {
    const overlay: Overlay = {
      overlay: 'example-c',
      base: '270-005010X279A1',
      rules: [
        {
          at: '2100D',
          rule: { id: 'dependent-needs-INS', when: [{ path: 'DMG/02' }], then: { path: 'INS', must: 'exist' } },
        },
      ],
    };
    const subscriber = 'HL*3*2*22*0~TRN*1*T-1*9CLINIC001~NM1*IL*1*DOE*JANE****MI*M0001~DMG*D8*19800228*F~';
    const dependent =
      'HL*3*2*22*1~NM1*IL*1*DOE*JANE****MI*M0001~DMG*D8*19800228*F~' +
      'HL*4*3*23*0~TRN*1*T-9*9CLINIC001~NM1*03*1*DOE*JIM~DMG*D8*20150301*M~';
    const by = fullEngine({
      guides: [...allGuides(), applyOverlay(guide(overlay.base), overlay)],
      clock: () => Date.UTC(2026, 3, 1),
    });
    const received = inquiry({ [`${subscriber}DTP*291*D8*20260401~`]: dependent });
    expect(from(await answered(received, { by }), 'IK3', 'CTX*TRN02')).toEqual([
      'IK3*INS*14*2100*I6~',
      'CTX*SITUATIONAL TRIGGER*DMG*13*2100*2*1251~',
      'CTX*TRN02:T-9~',
    ]);
  });

  it('D: two errors in the third repetition of a simple element', async () => {
    const received = inquiry({ 'DTP*291*D8*20260401~EQ*30~': 'EQ*30^1^ZZZ~' });
    expect(from(await answered(received, { badValues: true }), 'IK3', 'IK5')).toEqual([
      'IK3*EQ*11*2110*8~',
      'CTX*TRN02:T-1~',
      'IK4*1::3*1365*5*ZZZ~',
      'IK4*1::3*1365*7*ZZZ~',
      'IK5*R*5~',
    ]);
  });

  it('E: a group of a version that nobody agreed on', async () => {
    const received = inquiry({ '*71*X*005010X279A1': '*73*X*004010X092A1', 'GE*3*71': 'GE*5*73' }, '270 three times');
    const five = Buffer.from(received)
      .toString('latin1')
      .replace(
        /(ST\*270\*0003.*?SE\*13\*0003~)/s,
        (set) => set + set.replaceAll('0003', '0004') + set.replaceAll('0003', '0005'),
      )
      .replaceAll('*005010X279A1~BHT', '~BHT');
    const answer = await answered(new TextEncoder().encode(five), {
      functional: '999',
      check: (one) => checkAgreement(one, { releases: ['005010X279A1'] }),
    });
    expect(from(answer, 'AK1', 'SE')).toEqual(['AK1*HS*73*004010X092A1~', 'AK9*R*5*5*0*2~', 'SE*4*0001~']);
  });

  it('F: an interchange without its end', async () => {
    const received = inquiry({
      ...{ '*000000071*0*T': '*000000074*0*T', '*260401*0930*^': '*260401*0939*^' },
      'IEA*1*000000071~': '',
    });
    const by = fullEngine({ clock: () => Date.UTC(2026, 3, 1, 9, 40) });
    expect((await answered(received, { by, controlNumber: 9002 })).segments).toEqual([
      'ISA*00*          *00*          *ZZ*PAYER01        *ZZ*CLINIC01       *260401*0940*^*00501*000009002*0*T*:~',
      'TA1*000000074*260401*0939*R*023~',
      'IEA*0*000009002~',
    ]);
  });
});
