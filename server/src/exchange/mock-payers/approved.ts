/*
 * The requests that test keys may send, and what comes of each. Ids, names and outcomes are those that clients of the interface know and
 * test with; the people are made up, and so is all that is answered.
 */

export interface MockPerson {
  readonly firstName?: string;
  readonly lastName: string;
  readonly memberId?: string;
  readonly dateOfBirth?: string;
  readonly ssn?: string;
}

/** What is answered. `plan`: benefits by the name of a plan; `aaa`: a rejection with the code. */
export type MockOutcome =
  | { readonly kind: 'plan'; readonly plan: string }
  | { readonly kind: 'inactive'; readonly plan: string }
  | { readonly kind: 'aaa'; readonly code: '42' | '43' | '72' | '73' | '75' | '79' };

export interface ApprovedMock {
  /** Primary id of the payer. */
  readonly payer: string;
  readonly subscriber: MockPerson;
  readonly dependent?: (MockPerson & { readonly relation: '01' | '19' }) | undefined;
  /** Each alone; the first where none is asked for. */
  readonly serviceTypes: readonly string[];
  /** Whether a dental procedure may be asked for in place of a service type. */
  readonly procedures?: true;
  /** A dependent whom the payer answers about as a subscriber. */
  readonly answersAsSubscriber?: true;
  readonly outcome: MockOutcome;
}

const MEDICAL = ['30'] as const;
const DENTAL = ['35'] as const;

export const APPROVED_MOCKS: readonly ApprovedMock[] = [
  ...[
    dependent('60054', person('John', 'Doe', 'AETNA9wcSu'), child('Jordan', 'Doe', '20010714'), 'open-choice'),
    dependent('040', person('Jane', 'Doe', 'CGMBCBSCA123'), spouse('John', 'Doe', '19750101'), 'prudent-ppo'),
    dependent('G84980', person('John', 'Doe', 'A2CBCBSTX123'), child('Jane', 'Doe', '20150101'), 'blue-ppo'),
    {
      ...dependent('62308', person('John', 'Doe', 'CIGNAJTUxNm'), child('Jordan', 'Doe', '20150920'), 'access-plus'),
      answersAsSubscriber: true as const,
    },
    dependent('OSCAR', person('John', 'Doe', 'OSCAR123456'), child('Jane', 'Doe', '20010101'), 'simple-bronze'),
    dependent('87726', person('John', 'Doe', 'UHC202649'), spouse('Jane', 'Doe', '19521121'), 'choice-plus'),
  ],
  ...[
    medical('60054', person('Jane', 'Doe', 'AETNA12345', '20040404'), 'open-choice'),
    medical('68069', person('John', 'Doe', 'AMBETTER123', '19940404'), 'simple-bronze'),
    medical('62308', person('James', 'Jones', '23456789100', '19910202'), 'access-plus'),
    medical('62308', person('Rolando', 'Arrojo', '5643296', '19710102'), 'access-plus'),
    medical('62308', person('Rod', 'Beck', 'R5TJR4HR4H', '19720203'), 'high-deductible'),
    medical('62308', person('David', 'Cone', '5642296', '19730304'), 'access-plus'),
    medical('62308', person('Frank', 'Castillo', 'FTRJRG3254', '19750405'), 'high-deductible'),
    medical('62308', person('Casey', 'Fossum', '5641296', '19760506'), 'access-plus'),
    medical('62308', person('Rich', 'Garces', 'DHW5445', '19770607'), 'high-deductible'),
    medical('61101', person('Jane', 'Doe', 'HUMANA123', '19750505'), 'gold-plus'),
    medical('KSRCN', person('Jane', 'Doe', 'KAISER123456', '20020202'), 'closed-hmo'),
    medical('CMS', person('Jane', 'Doe', 'CMS12345678', '19550505'), 'medicare'),
    medical('CMS', person('Jane', 'Doe', '1AA2CC3DD45', '19550505'), 'medicare'),
    medical('87726', person('Jane', 'Doe', 'UHC123456', '19710101'), 'choice-plus'),
    medical('MBILU', { lastName: 'Doe', ssn: '123456789', dateOfBirth: '19550505' }, 'medicare'),
    medical('MBILU', { lastName: 'Doe', memberId: '123456789', dateOfBirth: '19550505' }, 'medicare'),
  ],
  {
    ...medical('87726', person('Jane', 'Doe', 'UHCINACTIVE', '19710101'), 'choice-plus'),
    outcome: { kind: 'inactive', plan: 'choice-plus' },
  },
  ...[
    dental('AMTAS00425', person('Falcon', 'Dent', '007007007', '19850607'), 'dental-ppo'),
    dental('AMTAS00425', person('Plaque', 'Penguin', '007007007', '19850607'), 'dental-ppo'),
    dental('84103', person('Aardvark', 'Dent', 'AFK987654321', '19701212'), 'dental-essential'),
    dental('62308', person('Jaguar', 'Dent', 'U3141592653', '19960505'), 'dental-ppo'),
    {
      ...dental('62308', person('James', 'Doe', 'U9876543210', '19010101'), 'dental-ppo'),
      serviceTypes: ['26'],
      procedures: true as const,
    },
    dental('10134', person('Elephant', 'Dent', '88877788', '19840229'), 'dental-essential'),
    dental('52133', person('Beaver', 'Dent', '404404404', '19690628'), 'dental-ppo'),
  ],
  ...[
    rejected('87726', person('Jane', 'Doe', 'UHCAAA42', '20010101'), '42'),
    rejected('87726', person('Jane', 'Doe', 'UHCAAA43', '19700101'), '43'),
    rejected('87726', person('John', 'Doe', 'UHCAAA72', '19900101'), '72'),
    rejected('87726', person('John', 'Doe', 'UHCAAA73', '19900101'), '73'),
    rejected('87726', person('Jane', 'Doe', 'UHCAAA75', '19900101'), '75'),
    rejected('87726', person('John', 'Doe', 'UHCAAA79', '19700101'), '79'),
    rejected('LOOM', person('Bernie', 'Prohas', '23051322', '20010714'), '73'),
    rejected('LOOM', person('Bernie', 'Prohas', '23051322'), '73'),
  ],
];

function person(firstName: string, lastName: string, memberId: string, dateOfBirth?: string): MockPerson {
  return { firstName, lastName, memberId, ...(dateOfBirth === undefined ? {} : { dateOfBirth }) };
}

function child(firstName: string, lastName: string, dateOfBirth: string) {
  return { firstName, lastName, dateOfBirth, relation: '19' as const };
}

function spouse(firstName: string, lastName: string, dateOfBirth: string) {
  return { firstName, lastName, dateOfBirth, relation: '01' as const };
}

function medical(payer: string, subscriber: MockPerson, plan: string): ApprovedMock {
  return { payer, subscriber, serviceTypes: MEDICAL, outcome: { kind: 'plan', plan } };
}

function dependent(
  payer: string,
  subscriber: MockPerson,
  patient: ApprovedMock['dependent'],
  plan: string,
): ApprovedMock {
  return { ...medical(payer, subscriber, plan), dependent: patient };
}

function dental(payer: string, subscriber: MockPerson, plan: string): ApprovedMock {
  return { ...medical(payer, subscriber, plan), serviceTypes: DENTAL };
}

function rejected(
  payer: string,
  subscriber: MockPerson,
  code: Extract<MockOutcome, { kind: 'aaa' }>['code'],
): ApprovedMock {
  return { payer, subscriber, serviceTypes: MEDICAL, outcome: { kind: 'aaa', code } };
}
