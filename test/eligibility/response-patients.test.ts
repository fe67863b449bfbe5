import { describe, expect, it } from 'vitest';
import {
  answersOf,
  codec,
  engine,
  HEAD,
  interchange271,
  interchangeOf,
  RECEIVER,
  SOURCE,
  SUBSCRIBER,
  subscriberAnswer,
  written,
} from './response-fixture.js';

const child = (id: number, name: string, amount: number): readonly string[] => [
  `HL*${id}*3*23*0`,
  `NM1*03*1*DOE*${name}`,
  'DTP*346*D8*20260101',
  `EB*B**98***27*${amount}`,
];

describe('a 271 with more than one patient', () => {
  it('gives each dependent an answer with its own benefits, and the subscriber in each', async () => {
    const answers = await answersOf(
      interchange271(...HEAD, ...SOURCE, ...RECEIVER, ...SUBSCRIBER, ...child(4, 'TIM', 10), ...child(5, 'ANN', 20)),
    );
    expect(answers.map(({ dependents }) => dependents.map(({ firstName }) => firstName))).toEqual([['TIM'], ['ANN']]);
    expect(
      answers.map(({ benefitsInformation }) => benefitsInformation?.map(({ benefitAmount }) => benefitAmount)),
    ).toEqual([['10'], ['20']]);
    expect(answers.map(({ subscriber }) => subscriber?.memberId)).toEqual(['M0001', 'M0001']);
  });

  it('gives each subscriber an answer', async () => {
    const second = ['HL*4*2*22*0', 'NM1*IL*1*ROE*RICK****MI*M0002', 'EB*6'];
    const answers = await answersOf(interchange271(...HEAD, ...SOURCE, ...RECEIVER, ...SUBSCRIBER, 'EB*1', ...second));
    expect(answers.map(({ subscriber, planStatus }) => [subscriber?.memberId, planStatus?.[0]?.statusCode])).toEqual([
      ['M0001', '1'],
      ['M0002', '6'],
    ]);
  });

  it('gives each answer an envelope of its own, and no member that the header lacks', async () => {
    const second = ['HL*4*2*22*0', 'NM1*IL*1*ROE*RICK****MI*M0002', 'EB*6'];
    const text = interchange271(...HEAD, ...SOURCE, ...RECEIVER, ...SUBSCRIBER, 'EB*1', ...second);
    const document = await engine.parse(new TextEncoder().encode(text));
    const [one, other] = codec.decode(document);
    expect(one?.meta).toEqual(other?.meta);
    expect(one?.meta).not.toBe(other?.meta);
    expect(Object.keys(one ?? {}).slice(0, 3)).toEqual(['controlNumber', 'reassociationKey', 'meta']);
    const header = document.interchanges[0]?.header as { receiverId?: string; controlNumber?: string } | undefined; // made here
    delete header?.receiverId;
    delete header?.controlNumber;
    const [lacking] = codec.decode(document);
    expect(lacking).not.toHaveProperty('controlNumber');
    expect(lacking?.meta).not.toHaveProperty('submitterId');
    expect(lacking?.meta).toHaveProperty('senderId', 'PAYER01');
  });

  it('gives each set an answer', async () => {
    const set = (id: string, number: string): readonly string[] => {
      const segments = [...HEAD, ...SOURCE, ...RECEIVER, 'HL*3*2*22*0', `NM1*IL*1*DOE*JANE****MI*${id}`, 'EB*1'];
      return [`ST*271*${number}*005010X279A1`, ...segments, `SE*${segments.length + 2}*${number}`];
    };
    const text = interchangeOf('HB', [...set('M1', '0001'), ...set('M2', '0002')]).replace('GE*1*', 'GE*2*');
    expect((await answersOf(text)).map(({ subscriber }) => subscriber?.memberId)).toEqual(['M1', 'M2']);
  });

  it('joins what a payer says of one patient at both levels', async () => {
    const [answer, ...others] = await answersOf(
      interchange271(...HEAD, ...SOURCE, ...RECEIVER, ...SUBSCRIBER, 'EB*1**30', ...child(4, 'TIM', 10)),
    );
    expect(others).toEqual([]);
    expect(answer?.benefitsInformation?.map(({ code }) => code)).toEqual(['1', 'B']);
  });

  it('cannot be written from one answer: the second dependent is noted', () => {
    const { notes } = written({
      subscriber: { memberId: 'M1' },
      dependents: [{ firstName: 'A' }, { firstName: 'B' }],
      errors: [],
    });
    expect(notes).toEqual([{ reason: 'too-many', pointer: '/dependents/1', path: '2000D' }]);
  });
});

describe('a 271 that breaks the standard', () => {
  it('shows its benefits with values that no list has, and warns without naming them', async () => {
    const answer = await subscriberAnswer('EB*ZQ*XXX*30*ZZZ*PLAN*99*A1,5*B*QQ*C*M*R', 'DTP*291*D8*SOON');
    expect(answer.benefitsInformation).toMatchObject([
      {
        code: 'ZQ',
        name: 'ZQ',
        coverageLevelCode: 'XXX',
        insuranceTypeCode: 'ZZZ',
        timeQualifierCode: '99',
        benefitAmount: 'A1,5',
        benefitPercent: 'B',
        benefitQuantity: 'C',
        benefitsDateInformation: { plan: 'SOON' },
      },
    ]);
    const warnings = JSON.stringify(answer.warnings);
    expect(warnings).toContain('response::271::code_unknown');
    for (const value of ['ZQ', 'XXX', 'ZZZ', 'A1,5', 'SOON']) expect(warnings).not.toContain(`"${value}`);
  });

  it('warns of a qualifier that has no property', async () => {
    const answer = await subscriberAnswer('REF*ZZ*SECRET', 'DTP*999*D8*20260101', 'EB*1');
    expect(answer.warnings?.filter(({ code }) => code === 'response::271::qualifier_unknown')).toHaveLength(2);
    expect(JSON.stringify(answer.warnings)).not.toContain('SECRET');
    expect(answer.benefitsInformation).toHaveLength(1);
  });

  it('takes an id of another qualifier for the member id', async () => {
    const [answer] = await answersOf(
      interchange271(...HEAD, ...SOURCE, ...RECEIVER, 'HL*3*2*22*0', 'NM1*IL*1*DOE*JANE****ZZ*M9', 'EB*1'),
    );
    expect(answer?.subscriber?.memberId).toBe('M9');
  });

  it('has no warnings when nothing is wrong', async () => {
    expect((await subscriberAnswer('EB*1**30')).warnings).toBeUndefined();
  });
});

describe('what stands in place of a 271', () => {
  it('is a TA1 that rejects the interchange', async () => {
    const text = [
      'ISA*00*          *00*          *ZZ*PAYER01        *ZZ*CLINIC01       *260401*0931*^*00501*000000072*0*T*:',
      'TA1*000000001*260401*0930*R*024',
      'IEA*0*000000072',
    ].join('~');
    const [answer] = await answersOf(`${text}~`);
    expect(answer).toMatchObject({ status: 'ERROR', dependents: [], errors: [{ location: 'TA1' }] });
    expect(answer?.errors[0]?.description).toContain('024');
  });

  it('is nothing when there is no answer', async () => {
    expect(codec.decode({ interchanges: [] })).toEqual([]);
  });
});
