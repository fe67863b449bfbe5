import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EligibilityResponse } from '../../src/eligibility/response.js';
import {
  BENEFIT_DATES,
  BENEFIT_REFERENCES,
  PLAN_DATES,
  PLAN_REFERENCES,
} from '../../src/eligibility/response-names.js';
import { eligibilityResponseSchema, type ResponseSchemaNode } from '../../src/eligibility/response-schema.js';
import { answersOf, HEAD, interchange271, interchangeOf } from './response-fixture.js';

// Every property of an answer comes out of one of these sets; the last test holds them against the schema.

const MEMBER = [
  'N3*1 ELM STREET*APT 2',
  'N4*SPRINGFIELD*IL*62701*US***ZZ',
  'AAA*Y**15*C',
  'PRV*PC*PXC*207Q00000X',
  'DMG*D8*19800228*F',
];
const PARTY = 'NM1*PR*2*ACME HEALTH*****';
const references = Object.keys(PLAN_REFERENCES).map((code) => `REF*${code}*N${code}*D${code}`);
const dates = Object.keys(PLAN_DATES).map((code) => `DTP*${code}*D8*20260101`);

const BENEFIT = [
  'EB*1*IND*30^QQ*HM*GOLD*23*6000.00*.4*VS*12*Y*W*HC:90837:95:GT:::X:99999*1:2',
  'HSD*VS*12*DA*3*34*1*A*D',
  ...Object.keys(BENEFIT_REFERENCES).map((code) => `REF*${code}*N${code}*D${code}`),
  ...Object.keys(BENEFIT_DATES).map((code) => `DTP*${code}*D8*20260101`),
  'DTP*435*RD8*20260105-20260107',
  'DTP*096*D8*20260107',
  'DTP*096*RD8*20260109-20260110',
  'AAA*Y**33*C',
  'MSG*CALL FIRST ',
  'III*ZZ*22',
  'III*GR*07*44*HAND',
  'LS*2121',
  'NM1*P3*1*ROE*RICHARD*R**JR*XX*1993999998*65',
  'N3*2 OAK ROAD',
  'N4*CHICAGO*IL*60601',
  'PER*IC*DESK*TE*(555) 010-0199*EM*HELP@PAYER.EXAMPLE*UR*WWW.PAYER.EXAMPLE',
  'PRV*PE*PXC*207R00000X',
  'LE*2121',
];

const SUBSCRIBER_SET = [
  ...HEAD,
  'HL*1**20*1',
  `${PARTY}PI*12345`,
  'PER*IC*HELP DESK*TE*555-555-0100*FX*5555550101',
  'HL*2*1*21*1',
  'NM1*1P*1*SMITH*ANN*B**MD*XX*1993999998',
  ...['0B', '1J', 'TJ'].map((code) => `REF*${code}*R${code}*IL`),
  'N3*9 MAIN ST',
  'N4*PEORIA*IL*61602',
  'AAA*Y**51*C',
  'PRV*PE*PXC*207Q00000X',
  'HL*3*2*22*0',
  'TRN*2*T-1*9CLINIC001*SEC',
  'NM1*IL*1*DOE*JANE*Q**SR*MI*M0001',
  ...references,
  ...MEMBER,
  'INS*Y*18*001*25*************1',
  'HI*ABK:E119*ABF:I10',
  ...dates,
  'MPI*A*AE*A*RESERVES*A1*RD8*20200101-20241231',
  ...BENEFIT,
];

const DEPENDENT_SET = [
  ...HEAD,
  'HL*1**20*1',
  'NM1*PR*1*PAYNE*PAT*X**III*46*E-1',
  'AAA*Y**42*R',
  'HL*2*1*21*1',
  'NM1*1P*2*GOOD CLINIC*****SV*7',
  'HL*3*2*22*1',
  'NM1*IL*1*DOE*JANE****II*U1',
  'DTP*346*D8*20250101',
  'DTP*347*D8*20251231',
  'MPI*A*AE*A**A1*D8*20200101',
  'HL*4*3*23*0',
  'TRN*2*T-1*9CLINIC001',
  'NM1*03*1*DOE*TIM',
  'REF*6P*G9*GROUP NINE',
  'INS*N*19',
  'DTP*346*RD8*20260101-20260630',
  'EB*B**98***27*25',
];

describe('the properties of an answer', () => {
  let subscriber: EligibilityResponse;
  let dependent: EligibilityResponse;
  let rejected: EligibilityResponse;

  beforeAll(async () => {
    subscriber = await only(interchange271(...SUBSCRIBER_SET));
    dependent = await only(interchange271(...DEPENDENT_SET));
    rejected = await only(interchangeOf('FA', NINE, '005010X231A1'));
  });

  it('have the envelope in controlNumber, reassociationKey and meta', () => {
    expect(subscriber).toMatchObject({
      controlNumber: '000000072',
      reassociationKey: '000000072',
      tradingPartnerServiceId: '12345',
      meta: { senderId: 'PAYER01', submitterId: 'CLINIC01', applicationMode: 'test', traceId: 'REQ1' },
    });
  });

  it('have the payer, organization or person, with contacts', () => {
    expect(subscriber.payer).toEqual({
      entityIdentifier: 'Payer',
      entityType: 'Non-Person Entity',
      name: 'ACME HEALTH',
      payorIdentification: '12345',
      contactInformation: {
        contacts: [
          { communicationMode: 'Telephone', communicationNumber: '5555550100' },
          { communicationMode: 'Facsimile', communicationNumber: '5555550101' },
        ],
        name: 'HELP DESK',
      },
    });
    expect(dependent.payer).toMatchObject({
      entityType: 'Person',
      lastName: 'PAYNE',
      firstName: 'PAT',
      middleName: 'X',
      suffix: 'III',
      etin: 'E-1',
      aaaErrors: [{ code: '42', location: 'Loop 2100A' }],
    });
  });

  it.each([
    ['payorIdentification', 'PI'],
    ['federalTaxpayersIdNumber', 'FI'],
    ['npi', 'XX'],
    ['etin', '46'],
    ['naic', 'NI'],
    ['centersForMedicareAndMedicaidPlanId', 'XV'],
    ['employersId', '24'],
  ])('have payer.%s by qualifier %s', async (property, qualifier) => {
    const answer = await only(interchange271(...HEAD, 'HL*1**20*0', `${PARTY}${qualifier}*987654321`));
    expect(answer.payer).toHaveProperty(property, '987654321');
    expect(answer.tradingPartnerServiceId).toBe('987654321');
  });

  it.each([
    ['npi', 'XX'],
    ['ssn', '34'],
    ['federalTaxpayersIdNumber', 'FI'],
    ['payorIdentification', 'PI'],
    ['serviceProviderNumber', 'SV'],
    ['pharmacyProcessorNumber', 'PP'],
    ['servicesPlanID', 'XV'],
    ['employersId', '24'],
  ])('have provider.%s by qualifier %s', async (property, qualifier) => {
    const answer = await only(
      interchange271(
        ...HEAD,
        'HL*1**20*1',
        `${PARTY}PI*1`,
        'HL*2*1*21*0',
        `NM1*1P*2*CLINIC*****${qualifier}*987654321`,
      ),
    );
    expect(answer.provider).toHaveProperty(property, '987654321');
  });

  it('have the provider', () => {
    expect(subscriber.provider).toMatchObject({
      entityIdentifier: 'Provider',
      entityType: 'Person',
      providerName: 'SMITH',
      providerFirstName: 'ANN',
      middleName: 'B',
      suffix: 'MD',
      providerCode: 'PE',
      referenceIdentification: '207Q00000X',
      address: { address1: '9 MAIN ST', city: 'PEORIA', state: 'IL', postalCode: '61602' },
      aaaErrors: [{ code: '51' }],
    });
    expect(dependent.provider).toMatchObject({ providerName: 'GOOD CLINIC', serviceProviderNumber: '7' });
  });

  it('have the subscriber', () => {
    expect(subscriber.subscriber).toEqual({
      entityIdentifier: 'Insured or Subscriber',
      entityType: 'Person',
      memberId: 'M0001',
      lastName: 'DOE',
      firstName: 'JANE',
      middleName: 'Q',
      suffix: 'SR',
      dateOfBirth: '19800228',
      gender: 'F',
      address: {
        address1: '1 ELM STREET',
        address2: 'APT 2',
        city: 'SPRINGFIELD',
        state: 'IL',
        postalCode: '62701',
        countryCode: 'US',
        countrySubDivisionCode: 'ZZ',
      },
      ssn: 'NSY',
      groupNumber: 'N6P',
      groupDescription: 'D6P',
      planNumber: 'N18',
      planDescription: 'D18',
      planNetworkIdNumber: 'NN6',
      planNetworkDescription: 'DN6',
      insuredIndicator: 'Y',
      relationToSubscriberCode: '18',
      relationToSubscriber: 'Self',
      maintenanceTypeCode: '001',
      maintenanceReasonCode: '25',
      birthSequenceNumber: '1',
      healthCareDiagnosisCodes: [
        { diagnosisTypeCode: 'ABK', diagnosisCode: 'E119' },
        { diagnosisTypeCode: 'ABF', diagnosisCode: 'I10' },
      ],
      informationStatusCode: 'A',
      employmentStatusCode: 'AE',
      governmentServiceAffiliationCode: 'A',
      description: 'RESERVES',
      militaryServiceRankCode: 'A1',
      dateTimePeriodFormatQualifier: 'RD8',
      startDateTimePeriod: '20200101',
      endDateTimePeriod: '20241231',
      responseProvider: { providerCode: 'PC', referenceIdentification: '207Q00000X' },
      aaaErrors: [
        expect.objectContaining({ code: '15', location: 'Loop 2100C' }),
        expect.objectContaining({ code: '33', location: 'Loop 2110C' }),
      ],
    });
    expect(dependent.subscriber).toMatchObject({ uniqueHealthIdentifier: 'U1', dateTimePeriod: '20200101' });
  });

  it('have the dependent, whose dates and lists are those of the answer', () => {
    expect(dependent.dependents).toEqual([
      {
        entityIdentifier: 'Dependent',
        entityType: 'Person',
        lastName: 'DOE',
        firstName: 'TIM',
        groupNumber: 'G9',
        groupDescription: 'GROUP NINE',
        insuredIndicator: 'N',
        relationToSubscriberCode: '19',
        relationToSubscriber: 'Child',
      },
    ]);
    expect(dependent.planDateInformation).toEqual({ planBegin: '20260101-20260630', planEnd: '20251231' });
    expect(dependent.subscriberTraceNumbers).toHaveLength(1);
    expect(dependent.benefitsInformation).toMatchObject([{ code: 'B', benefitAmount: '25' }]);
  });

  it('have the trace numbers', () => {
    expect(subscriber.subscriberTraceNumbers).toEqual([
      {
        traceTypeCode: '2',
        traceType: 'Referenced Transaction Trace Numbers',
        referenceIdentification: 'T-1',
        originatingCompanyIdentifier: '9CLINIC001',
        secondaryReferenceIdentification: 'SEC',
      },
    ]);
  });

  it.each(Object.entries(PLAN_REFERENCES))('have REF %s in planInformation.%s', (code, property) => {
    expect(subscriber.planInformation).toHaveProperty(property, `N${code}`);
  });

  it.each(['planDescription', 'groupDescription', 'planNetworkIdDescription'])(
    'have planInformation.%s',
    (property) => {
      expect(subscriber.planInformation).toHaveProperty(property);
    },
  );

  it.each(Object.values(PLAN_DATES))('have planDateInformation.%s', (property) => {
    expect(subscriber.planDateInformation).toHaveProperty(property, '20260101');
  });

  it('have the plan status', () => {
    expect(subscriber.planStatus).toEqual([
      { statusCode: '1', status: 'Active Coverage', planDetails: 'GOLD', serviceTypeCodes: ['30', 'QQ'] },
    ]);
  });

  it('have a benefit, codes and texts, with decimals without needless zeros', () => {
    expect(subscriber.benefitsInformation?.[0]).toMatchObject({
      code: '1',
      name: 'Active Coverage',
      coverageLevelCode: 'IND',
      coverageLevel: 'Individual',
      serviceTypeCodes: ['30', 'QQ'],
      serviceTypes: ['Health Benefit Plan Coverage', 'QQ'],
      insuranceTypeCode: 'HM',
      insuranceType: 'Health Maintenance Organization (HMO)',
      planCoverage: 'GOLD',
      timeQualifierCode: '23',
      timeQualifier: 'Calendar Year',
      benefitAmount: '6000',
      benefitPercent: '0.4',
      quantityQualifierCode: 'VS',
      quantityQualifier: 'Visits',
      benefitQuantity: '12',
      authOrCertIndicator: 'Y',
      inPlanNetworkIndicatorCode: 'W',
      inPlanNetworkIndicator: 'Not Applicable',
      compositeMedicalProcedureIdentifier: {
        productOrServiceIDQualifierCode: 'HC',
        productOrServiceIDQualifier:
          'Health Care Financing Administration Common Procedural Coding System (HCPCS) Codes',
        procedureCode: '90837',
        procedureModifiers: ['95', 'GT'],
        productOrServiceID: '99999',
        diagnosisCodePointer: ['1', '2'],
      },
      additionalInformation: [{ description: 'CALL FIRST ' }],
      headerLoopIdentifierCode: '2121',
      trailerLoopIdentifierCode: '2121',
    });
  });

  it('have what follows the EB of a benefit', () => {
    const benefit = subscriber.benefitsInformation?.[0];
    expect(benefit?.benefitsServiceDelivery).toEqual([
      {
        quantityQualifierCode: 'VS',
        quantityQualifier: 'Visits',
        quantity: '12',
        unitForMeasurementQualifierCode: 'DA',
        unitForMeasurementQualifier: 'Days',
        unitForMeasurementCode: 'Days',
        sampleSelectionModulus: '3',
        timePeriodQualifierCode: '34',
        timePeriodQualifier: 'Month',
        numOfPeriods: '1',
        deliveryOrCalendarPatternQualifierCode: 'A',
        deliveryOrCalendarPatternQualifier: 'Monday through Friday',
        deliveryOrCalendarPatternCode: 'Monday through Friday',
        deliveryPatternTimeQualifierCode: 'D',
        deliveryPatternTimeQualifier: 'A.M.',
        deliveryPatternTimeCode: 'A.M.',
      },
    ]);
    expect(benefit?.eligibilityAdditionalInformationList).toEqual([
      {
        codeListQualifierCode: 'ZZ',
        codeListQualifier: 'Mutually Defined',
        industryCode: '22',
        industry: 'Outpatient Hospital',
      },
      {
        codeListQualifierCode: 'GR',
        codeListQualifier: 'National Council on Compensation Insurance (NCCI) Nature of Injury Code',
        industryCode: '07',
        codeCategory: '44',
        injuredBodyPartName: 'HAND',
      },
    ]);
    expect(benefit?.eligibilityAdditionalInformation).toEqual(benefit?.eligibilityAdditionalInformationList?.[0]);
  });

  it.each(Object.entries(BENEFIT_REFERENCES))('have REF %s in benefitsAdditionalInformation.%s', (code, property) => {
    expect(subscriber.benefitsInformation?.[0]?.benefitsAdditionalInformation).toHaveProperty(property, `N${code}`);
  });

  it('have the descriptions and the old spelling of a benefit’s references', () => {
    expect(subscriber.benefitsInformation?.[0]?.benefitsAdditionalInformation).toMatchObject({
      groupDescription: 'D6P',
      planDescription: 'D18',
      planNetworkDescription: 'DN6',
      medicaidRecepientIdNumber: 'NNQ',
    });
  });

  it.each(Object.values(BENEFIT_DATES))('have benefitsDateInformation.%s', (property) => {
    expect(subscriber.benefitsInformation?.[0]?.benefitsDateInformation).toHaveProperty(property, '20260101');
  });

  it('have admissions and discharges', () => {
    expect(subscriber.benefitsInformation?.[0]?.benefitsDateInformation).toMatchObject({
      admissions: [{ startDate: '20260105', endDate: '20260107' }, { date: '20260101' }],
      discharges: [{ startDate: '20260109', endDate: '20260110' }, { date: '20260101' }, { date: '20260107' }],
    });
  });

  it('have related entities in a list, and the first once more', () => {
    const benefit = subscriber.benefitsInformation?.[0];
    expect(benefit?.benefitsRelatedEntities).toEqual([
      {
        entityIdentifier: 'Primary Care Provider',
        entityType: 'Person',
        entityName: 'ROE',
        entityFirstname: 'RICHARD',
        entityMiddlename: 'R',
        entitySuffix: 'JR',
        entityIdentification: 'XX',
        entityIdentificationValue: '1993999998',
        entityRelationship: '65',
        address: { address1: '2 OAK ROAD', city: 'CHICAGO', state: 'IL', postalCode: '60601' },
        contactInformation: {
          name: 'DESK',
          contacts: [
            { communicationMode: 'Telephone', communicationNumber: '5550100199' },
            { communicationMode: 'Electronic Mail', communicationNumber: 'HELP@PAYER.EXAMPLE' },
            { communicationMode: 'Uniform Resource Locator (URL)', communicationNumber: 'WWW.PAYER.EXAMPLE' },
          ],
        },
        providerInformation: { providerCode: 'PE', referenceIdentification: '207R00000X' },
      },
    ]);
    expect(benefit?.benefitsRelatedEntity).toEqual(benefit?.benefitsRelatedEntities?.[0]);
  });

  it('have the verdict of a 999 in place of a 271', () => {
    expect(rejected).toMatchObject({
      status: 'ERROR',
      transactionSetAcknowledgement: 'R',
      implementationTransactionSetSyntaxError: '5',
      dependents: [],
      errors: [],
    });
  });

  it('are those of the schema, each of them produced but a few that no set has', async () => {
    const validate = new Ajv2020({ strict: false }).compile(eligibilityResponseSchema);
    const produced = new Set<string>();
    const parties = await Promise.all([...IDS].map((id) => only(id)));
    for (const answer of [subscriber, dependent, rejected, ...parties]) {
      expect(validate(answer) || validate.errors).toBe(true);
      collect(answer, '', produced);
    }
    const missing = [...leaves(eligibilityResponseSchema, '')].filter((path) => !produced.has(path));
    expect(missing.filter((path) => !isElsewhere(path))).toEqual([]);
  });
});

const NINE = [
  'ST*999*0001*005010X231A1',
  'AK1*HS*1*005010X279A1',
  'AK2*270*0001*005010X279A1',
  'IK5*R*5',
  'AK9*R*1*1*0',
  'SE*6*0001',
];

const IDS = new Set(
  ['FI', 'XX', 'NI', 'XV', '24', '34', 'PP'].map((qualifier) =>
    interchange271(...HEAD, 'HL*1**20*1', `${PARTY}${qualifier}*1`, 'HL*2*1*21*0', `NM1*1P*2*A*****${qualifier}*1`),
  ),
);
IDS.add(interchange271(...HEAD, 'HL*1**20*1', `${PARTY}PI*1`, 'HL*2*1*21*0', 'NM1*1P*2*A*****PI*1'));
IDS.add(interchange271(...HEAD, 'HL*1**20*1', `${PARTY}FI*1`, 'HL*2*1*21*0', 'NM1*1P*2*A*****FI*1'));

/** Given by the caller, read on encoding only, or the same rows as somewhere else. */
function isElsewhere(path: string): boolean {
  return (
    /^(id|eligibilitySearchId|x12|meta\.(billerId|outboundTraceId)|provider\.providerOrgName)$/.test(path) ||
    /^(subscriber|dependents\[\])\.responseProvider\./.test(path) ||
    /^dependents\[\]\./.test(path) ||
    /benefitsInformation\[\]\.(benefitsRelatedEntity|eligibilityAdditionalInformation)\./.test(path) ||
    /Errors\[\]\.|^errors\[\]\.|^warnings\[\]\.|address\./.test(path)
  );
}

async function only(text: string): Promise<EligibilityResponse> {
  const [answer, ...others] = await answersOf(text);
  expect(others).toEqual([]);
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

function collect(value: unknown, path: string, found: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, `${path}[]`, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) collect(one, path === '' ? name : `${path}.${name}`, found);
  else found.add(path);
}

function* leaves(node: ResponseSchemaNode, path: string): Generator<string> {
  if (node.type === 'string') yield path;
  if (node.items !== undefined) yield* leaves(node.items, `${path}[]`);
  for (const [name, one] of Object.entries(node.properties ?? {}))
    yield* leaves(one, path === '' ? name : `${path}.${name}`);
}
