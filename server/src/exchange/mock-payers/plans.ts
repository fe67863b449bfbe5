import type { EligibilityResponse } from 'ediloom/eligibility';

type Benefit = NonNullable<EligibilityResponse['benefitsInformation']>[number];

/** Plans of the mock payers, each of another shape: what clients meet at real ones. */
export interface MockPlan {
  readonly name: string;
  readonly groupNumber?: string | undefined;
  readonly groupDescription?: string | undefined;
  readonly planNumber?: string | undefined;
  readonly benefits: readonly Benefit[];
}

const IN = { inPlanNetworkIndicatorCode: 'Y' } as const;
const OUT = { inPlanNetworkIndicatorCode: 'N' } as const;
const EITHER = { inPlanNetworkIndicatorCode: 'W' } as const;
const IND = { coverageLevelCode: 'IND' } as const;
const FAM = { coverageLevelCode: 'FAM' } as const;

/** EB06: in the plan's year; what of it is left. */
const YEAR = '23';
const LEFT = '29';

function active(serviceTypeCodes: readonly string[], planCoverage: string, insuranceTypeCode?: string): Benefit {
  return {
    code: '1',
    ...IND,
    serviceTypeCodes,
    planCoverage,
    ...(insuranceTypeCode === undefined ? {} : { insuranceTypeCode }),
  };
}

/** A deductible or a limit of out-of-pocket costs, of the year and what is left of it. */
function yearly(
  code: 'C' | 'G',
  level: object,
  network: object,
  [whole, left]: readonly [string, string],
  types: readonly string[] = ['30'],
): readonly Benefit[] {
  const of = (timeQualifierCode: string, benefitAmount: string): Benefit => ({
    ...{ code, ...level, serviceTypeCodes: types, timeQualifierCode, benefitAmount, ...network },
  });
  return [of(YEAR, whole), of(LEFT, left)];
}

function copay(serviceTypeCodes: readonly string[], benefitAmount: string, note?: string): Benefit {
  const noted = note === undefined ? {} : { additionalInformation: [{ description: note }] };
  return { code: 'B', ...IND, serviceTypeCodes, timeQualifierCode: '27', benefitAmount, ...IN, ...noted };
}

function coinsurance(serviceTypeCodes: readonly string[], benefitPercent: string, network: object = IN): Benefit {
  return { code: 'A', ...IND, serviceTypeCodes, timeQualifierCode: '27', benefitPercent, ...network };
}

/** So many visits a year, and how many are left. */
function visits(serviceTypeCodes: readonly string[], whole: string, left: string): readonly Benefit[] {
  const of = (timeQualifierCode: string, benefitQuantity: string): Benefit => ({
    ...{
      code: 'F',
      ...IND,
      serviceTypeCodes,
      timeQualifierCode,
      quantityQualifierCode: 'VS',
      benefitQuantity,
      ...EITHER,
    },
  });
  return [of(YEAR, whole), of(LEFT, left)];
}

/** Benefits of the plan as a whole, then the ten kinds of service that an answer must say something of. */
const MEDICAL_TYPES = ['30', '1', '33', '47', '48', '50', '86', '88', '98', 'AL', 'MH', 'UC'];
const DENTAL_TYPES = ['35', '23', '24', '25', '26', '38', '39', '40', '41'];

const PHYSICIAN: Benefit = {
  code: 'L',
  benefitsRelatedEntities: [
    {
      entityIdentifier: 'Primary Care Provider',
      entityType: 'Person',
      entityName: 'LINDGREN',
      entityFirstname: 'ASTRID',
      entityIdentification: 'XX',
      entityIdentificationValue: '1999999984',
      contactInformation: { contacts: [{ communicationMode: 'Telephone', communicationNumber: '5555550142' }] },
    },
  ],
};

const PHARMACY_MANAGER: Benefit = {
  code: 'U',
  serviceTypeCodes: ['88'],
  benefitsRelatedEntities: [
    {
      entityIdentifier: 'Vendor',
      entityType: 'Non-Person Entity',
      entityName: 'LANTERN RX',
      contactInformation: {
        name: 'PHARMACY DESK',
        contacts: [
          { communicationMode: 'Telephone', communicationNumber: '5555550177' },
          { communicationMode: 'Uniform Resource Locator (URL)', communicationNumber: 'rx.lantern.example' },
        ],
      },
    },
  ],
};

function medicalPlan(
  name: string,
  type: string,
  figures: {
    readonly deductible: readonly [string, string];
    readonly most: readonly [string, string];
    readonly share: string;
    readonly visit: string;
  },
): readonly Benefit[] {
  const { deductible, most, share, visit } = figures;
  return [
    active(MEDICAL_TYPES, name, type),
    ...yearly('C', IND, IN, deductible),
    ...yearly('C', FAM, IN, [doubled(deductible[0]), doubled(deductible[1])]),
    ...yearly('G', IND, IN, most),
    ...yearly('G', FAM, IN, [doubled(most[0]), doubled(most[1])]),
    ...yearly('C', IND, OUT, [doubled(deductible[0]), doubled(deductible[0])]),
    copay(['98'], visit),
    copay(['UC'], doubled(visit)),
    copay(['86'], '250', 'WAIVED IF ADMITTED'),
    coinsurance(['48', '50'], share),
    coinsurance(['30'], '0.5', OUT),
    ...visits(['33'], '20', '17'),
  ];
}

function dentalPlan(name: string, most: readonly [string, string]): readonly Benefit[] {
  return [
    active(DENTAL_TYPES, name),
    ...yearly('C', IND, EITHER, ['50', '0'], ['35']),
    // What the plan pays in a year at most.
    { code: 'F', ...IND, serviceTypeCodes: ['35'], timeQualifierCode: YEAR, benefitAmount: most[0], ...EITHER },
    { code: 'F', ...IND, serviceTypeCodes: ['35'], timeQualifierCode: LEFT, benefitAmount: most[1], ...EITHER },
    coinsurance(['23', '41'], '0'),
    coinsurance(['24', '25', '26', '40'], '0.2'),
    coinsurance(['39'], '0.5'),
    {
      ...{ code: 'F', ...IND, ...EITHER },
      compositeMedicalProcedureIdentifier: { productOrServiceIDQualifierCode: 'AD', procedureCode: 'D1110' },
      benefitsServiceDelivery: [
        { quantityQualifierCode: 'VS', quantity: '2', timePeriodQualifierCode: '34', numOfPeriods: '1' },
      ],
      benefitsDateInformation: { latestVisitOrConsultation: '20250915' },
    },
    {
      code: 'I',
      serviceTypeCodes: ['38'],
      ...EITHER,
      additionalInformation: [{ description: 'ORTHODONTICS NOT COVERED AFTER AGE 19' }],
    },
  ];
}

function doubled(amount: string): string {
  return String(Number(amount) * 2);
}

export const MOCK_PLANS: Readonly<Record<string, MockPlan>> = {
  'open-choice': {
    ...{ name: 'OPEN CHOICE', groupNumber: '086811', groupDescription: 'LANTERN WORKS' },
    benefits: [
      ...medicalPlan('OPEN CHOICE', 'PR', {
        deductible: ['1500', '1042.17'],
        most: ['5000', '4310.5'],
        share: '0.2',
        visit: '30',
      }),
      PHARMACY_MANAGER,
    ],
  },
  'prudent-ppo': {
    ...{ name: 'PRUDENT BUYER PPO', groupNumber: '175027M1', planNumber: '040' },
    benefits: medicalPlan('PRUDENT BUYER PPO', 'PR', {
      deductible: ['750', '0'],
      most: ['3500', '2100'],
      share: '0.1',
      visit: '25',
    }),
  },
  'blue-ppo': {
    ...{ name: 'BLUE CHOICE PPO', groupNumber: '000G9921' },
    benefits: medicalPlan('BLUE CHOICE PPO', 'PR', {
      deductible: ['2000', '2000'],
      most: ['6500', '6500'],
      share: '0.2',
      visit: '40',
    }),
  },
  'access-plus': {
    ...{ name: 'OPEN ACCESS PLUS', groupNumber: '3331418', groupDescription: 'HARBOR TEXTILES' },
    benefits: medicalPlan('OPEN ACCESS PLUS', 'C1', {
      deductible: ['1000', '620'],
      most: ['4000', '3125.4'],
      share: '0.2',
      visit: '20',
    }),
  },
  'high-deductible': {
    ...{ name: 'CHOICE FUND HDHP', groupNumber: '3334460' },
    benefits: medicalPlan('CHOICE FUND HDHP', 'C1', {
      deductible: ['3200', '2875.01'],
      most: ['6400', '6075.01'],
      share: '0.3',
      visit: '0',
    }),
  },
  'simple-bronze': {
    ...{ name: 'SIMPLE BRONZE EPO', planNumber: 'EPO-24' },
    benefits: [
      ...medicalPlan('SIMPLE BRONZE EPO', 'HM', {
        deductible: ['7500', '7500'],
        most: ['9200', '9200'],
        share: '0.5',
        visit: '50',
      }),
      { code: 'D', serviceTypeCodes: ['98'], additionalInformation: [{ description: 'VIRTUAL VISITS ARE FREE' }] },
    ],
  },
  'choice-plus': {
    ...{ name: 'CHOICE PLUS', groupNumber: '902412', planNumber: '0001' },
    benefits: [
      ...medicalPlan('CHOICE PLUS', 'PS', {
        deductible: ['500', '112.34'],
        most: ['2500', '1890'],
        share: '0.1',
        visit: '15',
      }),
      PHARMACY_MANAGER,
    ],
  },
  'gold-plus': {
    ...{ name: 'GOLD PLUS HMO', groupNumber: 'X1234', planNumber: '009' },
    benefits: [
      active(MEDICAL_TYPES, 'GOLD PLUS HMO', 'HN'),
      PHYSICIAN,
      copay(['98'], '0'),
      copay(['86'], '90'),
      copay(['48'], '295', 'PER DAY, DAYS 1 TO 6'),
      ...yearly('G', IND, IN, ['3900', '3655']),
    ],
  },
  'closed-hmo': {
    ...{ name: 'TRADITIONAL HMO', groupNumber: '602480' },
    benefits: [
      active(MEDICAL_TYPES, 'TRADITIONAL HMO', 'HM'),
      PHYSICIAN,
      copay(['98'], '20'),
      copay(['UC'], '20'),
      copay(['86'], '100'),
      ...yearly('G', IND, IN, ['1500', '1440']),
    ],
  },
  medicare: {
    name: 'MEDICARE',
    benefits: [
      { code: '1', serviceTypeCodes: ['30'], insuranceTypeCode: 'MA', benefitsDateInformation: { plan: '20200501' } },
      { code: '1', serviceTypeCodes: ['30'], insuranceTypeCode: 'MB', benefitsDateInformation: { plan: '20200501' } },
      { code: 'C', serviceTypeCodes: ['30'], insuranceTypeCode: 'MB', timeQualifierCode: YEAR, benefitAmount: '257' },
      { code: 'C', serviceTypeCodes: ['30'], insuranceTypeCode: 'MB', timeQualifierCode: LEFT, benefitAmount: '0' },
      { code: 'A', serviceTypeCodes: ['98'], insuranceTypeCode: 'MB', timeQualifierCode: '27', benefitPercent: '0.2' },
      { code: 'I', serviceTypeCodes: ['35', 'AL'] },
    ],
  },
  'dental-ppo': { name: 'DENTAL PPO', groupNumber: '5301', benefits: dentalPlan('DENTAL PPO', ['2000', '1415']) },
  'dental-essential': {
    name: 'DENTAL ESSENTIAL',
    groupNumber: '88120',
    benefits: dentalPlan('DENTAL ESSENTIAL', ['1000', '1000']),
  },
};
