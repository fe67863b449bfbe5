import { describe, expect, it } from 'vitest';
import { breaksAlone, judged, type Spoil, spoilt } from './breaks.js';

const DIAGNOSES = '/claimInformation/healthCareCodeInformation';

/** Each date of the lines and of the claim lies years back, before ICD-10. */
const longAgo: Spoil = ({ claimInformation }) => {
  const { claimDateInformation: dates, serviceLines } = claimInformation;
  for (const name of Object.keys(dates ?? {})) dates[name] = dates[name].replace('2026', '2014');
  for (const line of serviceLines)
    for (const name of ['serviceDate', 'serviceDateEnd'])
      if (line[name] !== undefined) line[name] = line[name].replace('2026', '2014');
};

/** The same, with the codes of that time. */
const ofIcd9: Spoil = (request) => {
  longAgo(request);
  const [first, second] = request.claimInformation.healthCareCodeInformation;
  Object.assign(first, { diagnosisTypeCode: 'BK', diagnosisCode: '25000' });
  Object.assign(second, { diagnosisTypeCode: 'BF', diagnosisCode: 'V1582' });
};

describe('kinds of diagnoses (V40)', () => {
  breaksAlone([
    {
      ...{ id: 'V40', claim: 'p1-subscriber', by: 'a second principal diagnosis' },
      spoil: ({ claimInformation }) => {
        claimInformation.healthCareCodeInformation[1].diagnosisTypeCode = 'ABK';
      },
      at: [`${DIAGNOSES}/1/diagnosisTypeCode`],
    },
    {
      ...{ id: 'V40', claim: 'p1-subscriber', by: 'a further diagnosis of ICD-9' },
      spoil: ({ claimInformation }) => {
        claimInformation.healthCareCodeInformation[1] = { diagnosisTypeCode: 'BF', diagnosisCode: 'V1582' };
      },
      at: [`${DIAGNOSES}/1/diagnosisTypeCode`],
    },
    {
      ...{ id: 'V40', claim: 'p2-dependent-cob', by: 'a further diagnosis at first' },
      spoil: ({ claimInformation }) => {
        claimInformation.healthCareCodeInformation[0].diagnosisTypeCode = 'ABF';
      },
      at: [`${DIAGNOSES}/0/diagnosisTypeCode`],
      jsonOnly: 'a professional HI that begins with ABF is none of the guide, whose check refuses it before',
    },
    {
      ...{ id: 'V40', claim: 'd2-orthodontic-cob', by: 'a further diagnosis at first' },
      spoil: ({ claimInformation }) => {
        claimInformation.healthCareCodeInformation[0].diagnosisTypeCode = 'ABF';
      },
      at: [`${DIAGNOSES}/0/diagnosisTypeCode`],
    },
    {
      ...{ id: 'V40', claim: 'i1-inpatient', by: 'an admission of ICD-9' },
      spoil: ({ claimInformation }) => {
        claimInformation.admittingDiagnosis = { qualifierCode: 'BJ', admittingDiagnosisCode: '78903' };
      },
      at: ['/claimInformation/admittingDiagnosis/qualifierCode'],
    },
    {
      ...{ id: 'V40', claim: 'i1-inpatient', by: 'a procedure of ICD-9' },
      spoil: ({ claimInformation }) => {
        Object.assign(claimInformation.principalProcedureInformation, {
          ...{ qualifierCode: 'BR', principalProcedureCode: '4701' },
        });
      },
      at: ['/claimInformation/principalProcedureInformation/qualifierCode'],
    },
  ]);
});

describe('diagnoses given twice (V41)', () => {
  breaksAlone([
    {
      ...{ id: 'V41', claim: 'p1-subscriber', by: 'the principal one as a further one, with its point' },
      spoil: ({ claimInformation }) => {
        claimInformation.healthCareCodeInformation[1].diagnosisCode = 'e11.9';
      },
      at: [`${DIAGNOSES}/1/diagnosisCode`],
    },
    {
      ...{ id: 'V41', claim: 'i1-inpatient', by: 'the principal one as another one' },
      spoil: ({ claimInformation }) => {
        claimInformation.otherDiagnosisInformationList[0][1].otherDiagnosisCode = 'K3580';
      },
      at: ['/claimInformation/otherDiagnosisInformationList/0/1/otherDiagnosisCode'],
    },
    {
      ...{ id: 'V41', claim: 'd2-orthodontic-cob', by: 'the principal one as a further one' },
      spoil: ({ claimInformation }) => {
        claimInformation.healthCareCodeInformation.push({ diagnosisTypeCode: 'ABF', diagnosisCode: 'M2620' });
      },
      at: [`${DIAGNOSES}/1/diagnosisCode`],
    },
  ]);
});

describe('versions of diagnoses by date (V43)', () => {
  breaksAlone([
    {
      ...{ id: 'V43', claim: 'p1-subscriber', by: 'ICD-10 before its time' },
      spoil: longAgo,
      at: [`${DIAGNOSES}/0/diagnosisTypeCode`],
    },
    {
      ...{ id: 'V43', claim: 'p1-subscriber', by: 'ICD-9 after its time' },
      spoil: (request) => {
        ofIcd9(request);
        for (const line of request.claimInformation.serviceLines)
          Object.assign(line, { serviceDate: '20151001', serviceDateEnd: undefined });
      },
      at: [`${DIAGNOSES}/0/diagnosisTypeCode`],
    },
    {
      ...{ id: 'V43', claim: 'i2-outpatient-cob', by: 'ICD-10 before its time' },
      spoil: longAgo,
      at: ['/claimInformation/principalDiagnosis/qualifierCode'],
    },
    {
      ...{ id: 'V43', claim: 'd2-orthodontic-cob', by: 'ICD-10 before its time' },
      spoil: longAgo,
      at: [`${DIAGNOSES}/0/diagnosisTypeCode`],
    },
  ]);
});

describe('shapes of diagnoses (V44)', () => {
  breaksAlone([
    ...['E', '119', 'EE119', 'E11922345', 'E11-9'].map((diagnosisCode) => ({
      ...({ id: 'V44', claim: 'p1-subscriber', by: `${diagnosisCode} of ICD-10` } as const),
      spoil: (({ claimInformation }) => {
        claimInformation.healthCareCodeInformation[0].diagnosisCode = diagnosisCode;
      }) satisfies Spoil,
      at: [`${DIAGNOSES}/0/diagnosisCode`],
    })),
    ...['E11', '25', '250000', 'V1', '2A0'].map((diagnosisCode) => ({
      ...({ id: 'V44', claim: 'p1-subscriber', by: `${diagnosisCode} of ICD-9` } as const),
      spoil: ((request) => {
        ofIcd9(request);
        request.claimInformation.healthCareCodeInformation[0].diagnosisCode = diagnosisCode;
      }) satisfies Spoil,
      at: [`${DIAGNOSES}/0/diagnosisCode`],
    })),
    {
      ...{ id: 'V44', claim: 'i2-outpatient-cob', by: 'a cause of injury without its letter' },
      spoil: ({ claimInformation }) => {
        claimInformation.externalCauseOfInjuries[0].externalCauseOfInjury = '260XXA';
      },
      at: ['/claimInformation/externalCauseOfInjuries/0/externalCauseOfInjury'],
    },
    {
      ...{ id: 'V44', claim: 'd2-orthodontic-cob', by: 'eight characters' },
      spoil: ({ claimInformation }) => {
        claimInformation.healthCareCodeInformation[0].diagnosisCode = 'M2620123';
      },
      at: [`${DIAGNOSES}/0/diagnosisCode`],
    },
  ]);
});

describe('days that decide on the version', () => {
  const version = (today: string, spoil: Spoil) =>
    judged('d2-orthodontic-cob', spoilt('d2-orthodontic-cob', spoil), today).errors.filter(({ id }) => id === 'V43');
  const undated: Spoil = ({ claimInformation }) => {
    for (const line of claimInformation.serviceLines) delete line.serviceDate;
  };

  it('without any it is today', () => {
    expect(version('20260301', undated)).toEqual([]);
    expect(version('20150930', undated)).toHaveLength(1);
  });

  it('of a period it is the first', () => {
    const during =
      (serviceDate: string): Spoil =>
      (request) => {
        undated(request);
        Object.assign(request.claimInformation.claimDateInformation, { serviceDate });
      };
    expect(version('20260301', during('20150930-20151005'))).toHaveLength(1);
    expect(version('20260301', during('20151001-20151005'))).toEqual([]);
  });

  it('of a stay it is the last', () => {
    const request = spoilt('i1-inpatient', ({ claimInformation }) => {
      Object.assign(claimInformation.claimDateInformation, {
        ...{ statementBeginDate: '20150928', statementEndDate: '20151001' },
      });
    });
    expect(judged('i1-inpatient', request).errors.filter(({ id }) => id === 'V43')).toEqual([]);
  });
});

it('takes a qualifier that is the name of something in JavaScript for an unknown one', () => {
  for (const diagnosisTypeCode of ['toString', 'constructor', '__proto__']) {
    const request = spoilt('p1-subscriber', ({ claimInformation }) => {
      claimInformation.healthCareCodeInformation[0].diagnosisTypeCode = diagnosisTypeCode;
    });
    const { errors } = judged('p1-subscriber', request);
    expect(errors.map(({ id }) => id)).toContain('V40');
  }
});
