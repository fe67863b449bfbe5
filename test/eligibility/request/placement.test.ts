import { describe, expect, it } from 'vitest';
import { codec, encode, engine, guide, LEAST, OPTIONS, segmentsOf, throughX12 } from './requests.js';

const TRACED = { traceOriginator: '9000000001' };
const DEPENDENT = { ...LEAST, dependents: [{ firstName: 'JO', lastName: 'DOE', dateOfBirth: '20150203' }] };

describe('where a request puts things', () => {
  it('asks about the subscriber when there is no dependent', () => {
    expect(segmentsOf(LEAST, TRACED).slice(5)).toEqual([
      'HL*3*2*22*0',
      'TRN*1*CHECK-1*9000000001',
      'NM1*IL*1******MI*M0001',
      'EQ*30',
    ]);
  });

  it('asks about the dependent, and the subscriber has neither TRN nor EQ', () => {
    expect(segmentsOf(DEPENDENT, TRACED).slice(5)).toEqual([
      'HL*3*2*22*1',
      'NM1*IL*1******MI*M0001',
      'HL*4*3*23*0',
      'TRN*1*CHECK-1*9000000001',
      'NM1*03*1*DOE*JO',
      'DMG*D8*20150203',
      'EQ*30',
    ]);
  });

  it('asks service types together or apart, and each procedure by itself, with the date in all', () => {
    const encounter = {
      serviceTypeCodes: ['30', '88'],
      medicalProcedures: [{ productOrServiceIDQualifier: 'CJ', procedureCode: '99213' }],
      dateOfService: '20260131',
    } as const;
    const date = 'DTP*291*D8*20260131';
    const asked = { ...LEAST, encounter };
    expect(segmentsOf(asked).slice(7)).toEqual(['EQ*30^88', date, 'EQ**CJ>99213', date]);
    const apart = segmentsOf(asked, { serviceTypes: 'apart' }).slice(7);
    expect(apart).toEqual(['EQ*30', date, 'EQ*88', date, 'EQ**CJ>99213', date]);
  });

  it('sends an npi in NM1 and the other numbers in REF', () => {
    const provider = { organizationName: 'LAKE CLINIC', npi: '1234567893', taxId: '123456789', ssn: '987654321' };
    expect(segmentsOf({ ...LEAST, provider }).slice(4, 7)).toEqual([
      'NM1*1P*2*LAKE CLINIC*****XX*1234567893',
      'REF*TJ*123456789',
      'REF*SY*987654321',
    ]);
  });

  it('says RT in BHT06 exactly when a spend-down amount is sent', () => {
    const subscriber = { memberId: 'M0001', spendDownAmount: '12' };
    expect(segmentsOf({ ...LEAST, subscriber })[0]).toBe('BHT*0022*13*CHECK-1*20260131*0905*RT');
    expect(segmentsOf(LEAST)[0]).toBe('BHT*0022*13*CHECK-1*20260131*0905');
  });

  it('makes an envelope of sender, receiver, usage and delimiters', () => {
    const delimiters = { element: '|', component: ':', repetition: '^', segment: '~' };
    const { document } = encode(LEAST, { usage: 'T', delimiters, controlNumber: 77, timeZone: 'America/New_York' });
    if (document === undefined) throw new Error('refused');
    const [isa, gs] = new TextDecoder().decode(engine.generate(document).bytes).split('~');
    expect(isa).toBe(
      'ISA|00|          |00|          |ZZ|LAKECLINIC     |ZZ|NORTHHEALTH    |260131|0405|^|00501|000000077|0|T|:',
    );
    expect(gs).toBe('GS|HS|LAKECLINIC|NORTHHEALTH|20260131|0405|77|X|005010X279A1');
  });

  it('gives the patient the traces of somebody else, such as a clearinghouse passing them on', async () => {
    const traces = [
      { referenceIdentification: 'T1', originatingCompanyIdentifier: '9000000001' },
      {
        referenceIdentification: 'T2',
        originatingCompanyIdentifier: '9000000002',
        secondaryReferenceIdentification: 'S',
      },
    ];
    expect(segmentsOf(LEAST, { traces }).slice(6, 8)).toEqual(['TRN*1*T1*9000000001', 'TRN*1*T2*9000000002*S']);
    expect((await throughX12(LEAST, { traces })).traces).toEqual(traces);
  });

  it('reads the traces of the patient back', async () => {
    const { traces } = await throughX12(DEPENDENT, TRACED);
    expect(traces).toEqual([{ referenceIdentification: 'CHECK-1', originatingCompanyIdentifier: '9000000001' }]);
  });

  it('reads every patient of a set as a request of its own', async () => {
    const [isa = '', gs = ''] = new TextDecoder()
      .decode(engine.generate(encode(LEAST).document ?? { interchanges: [] }).bytes)
      .split('~');
    const set = [
      'ST*270*0001*005010X279A1',
      'BHT*0022*13*B-1*20260131*0905',
      'HL*1**20*1',
      'NM1*PR*2*PAYER*****PI*00123',
      'HL*2*1*21*1',
      'NM1*1P*2*LAKE CLINIC*****XX*1234567893',
      'HL*3*2*22*1',
      'NM1*IL*1*DOE*JANE****MI*M1',
      'EQ*30',
      'HL*4*3*23*0',
      'NM1*03*1*DOE*JO',
      'EQ*AL',
      'HL*5*2*22*0',
      'NM1*IL*1*ROE*****MI*M2',
      'EQ*88',
      'SE*16*0001',
      'GE*1*1',
      'IEA*1*000000001',
    ];
    const document = await engine.parse(`${[isa, gs, ...set].join('~')}~`);
    const data = document.interchanges[0]?.groups[0]?.transactions[0]?.data ?? {};
    const found = codec.decode(data).map(({ request }) => request);
    expect(
      found.map(({ subscriber, dependents, encounter }) => [
        subscriber.memberId,
        dependents?.length,
        encounter?.serviceTypeCodes,
      ]),
    ).toEqual([
      ['M1', undefined, ['30']],
      ['M1', 1, ['AL']],
      ['M2', undefined, ['88']],
    ]);
  });

  it('decodes anything without an exception', () => {
    const [detail, heading] = [Object.keys(guide.properties), 'CANARY'];
    for (const data of [
      {},
      { heading },
      { detail: { x: 1 } },
      { detail },
      { detail: { information_source_level_HL_loop: [1, 'x', null, {}] } },
    ])
      expect(codec.decode(data as never).length).toBeLessThan(2); // what no reader gives, on purpose
    expect(OPTIONS.transactionId).toBe('CHECK-1');
  });
});
