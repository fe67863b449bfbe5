import Type, { type Static } from 'typebox';
import { closed, oneOf } from '../../schemas/shapes.js';

/** Payers, as all accounts see them. */

/** What payers may take, in the words of `transactionSupport`. */
export const TRANSACTIONS = [
  ...(['eligibilityCheck', 'claimStatus', 'claimSubmission', 'professionalClaimSubmission'] as const),
  ...(['institutionalClaimSubmission', 'dentalClaimSubmission', 'claimPayment', 'coordinationOfBenefits'] as const),
  ...(['solicitedClaimAttachment', 'unsolicitedClaimAttachment'] as const),
];
export type PayerTransaction = (typeof TRANSACTIONS)[number];

/** Those that searches are narrowed by, and counted. */
export const SEARCHED = [
  ...(['eligibilityCheck', 'claimStatus', 'professionalClaimSubmission', 'dentalClaimSubmission'] as const),
  ...([
    'institutionalClaimSubmission',
    'claimPayment',
    'coordinationOfBenefits',
    'unsolicitedClaimAttachment',
  ] as const),
];
export type SearchedTransaction = (typeof SEARCHED)[number];

const SUPPORTS = ['SUPPORTED', 'NOT_SUPPORTED', 'ENROLLMENT_REQUIRED'] as const;
const Support = oneOf(SUPPORTS, {
  title: 'TransactionSupport',
  description: '`ENROLLMENT_REQUIRED`: supported, once the provider is enrolled with the payer.',
});
export type Support = (typeof SUPPORTS)[number];
export const SupportFilter = oneOf([...SUPPORTS, 'EITHER'], {
  title: 'TransactionSupportFilter',
  description: '`EITHER`: supported, with enrollment or without.',
});

export const PlatformId = Type.String({ pattern: '^[A-Z]{5}$', description: 'Five letters, which never change.' });

export const CoverageType = oneOf(['medical', 'dental', 'vision'], {
  title: 'CoverageType',
  description: 'What a payer covers.',
});

const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP FM NATIONAL';
export const OperatingState = oneOf(STATES.split(' '), {
  title: 'OperatingState',
  description: 'A state or territory, or `NATIONAL`.',
});

const PROGRAMS =
  'AUTOMOBILE_MEDICAL COMMERCIAL DISABILITY LIABILITY_MEDICAL MEDICAID MEDICARE MEDICARE_ADVANTAGE TITLE_V TRICARE VETERANS_AFFAIRS WORKERS_COMPENSATION';
export const Program = oneOf(PROGRAMS.split(' '), { title: 'PayerProgram', description: 'A program of insurance.' });

const Process = Type.Object(
  {
    type: Type.Optional(oneOf(['ONE_CLICK', 'MULTI_STEP'], { description: 'How much there is to do.' })),
    timeframe: Type.Optional(
      oneOf(['INSTANT', 'HOURS', 'DAYS', 'WEEKS', 'OVER_4_WEEKS'], { description: 'How long it takes.' }),
    ),
    requestedEffectiveDate: Type.Optional(
      oneOf(['SUPPORTED', 'NOT_SUPPORTED'], { description: 'Whether its beginning can be asked for.' }),
    ),
    supportedAggregationPreferences: Type.Optional(
      Type.Array(oneOf(['NPI', 'TIN']), { maxItems: 2, description: 'What remittances are gathered by.' }),
    ),
  },
  { ...closed, title: 'EnrollmentProcess', description: 'How providers enroll for a transaction.' },
);

/** Names of `transactionEnrollmentProcesses`. */
export const PROCESSES = [
  ...(['eligibilityInquiry', 'claimStatusInquiry', 'professionalClaim', 'institutionalClaim'] as const),
  ...(['dentalClaim', 'claimPayment', 'coordinationOfBenefits', 'unsolicitedClaimAttachment'] as const),
];
export type ProcessName = (typeof PROCESSES)[number];

const optionalOf = <Name extends string, Schema extends ReturnType<typeof oneOf>>(
  names: readonly Name[],
  schema: Schema,
) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(schema)])) as Record<
    Name,
    ReturnType<typeof Type.Optional<Schema>>
  >;

const Enrollment = Type.Object(
  {
    ptanRequired: Type.Optional(Type.Boolean({ description: 'Whether providers need a PTAN.' })),
    transactionEnrollmentProcesses: Type.Optional(
      Type.Object(Object.fromEntries(PROCESSES.map((name) => [name, Type.Optional(Process)])), {
        ...closed,
        description: 'By what is enrolled for.',
      }),
    ),
  },
  { ...closed, title: 'PayerEnrollment', description: 'How providers enroll with the payer.' },
);

const text = (most: number, description: string) => Type.String({ minLength: 1, maxLength: most, description });
const Ein = Type.String({ pattern: '^[0-9]{2}-[0-9]{7}$', description: 'An EIN: XX-XXXXXXX.' });
const texts = (description: string) => Type.Array(text(200, 'One of them.'), { maxItems: 200, description });

const plain = {
  conciseName: Type.Optional(text(100, 'A short name.')),
  avatarUrl: Type.Optional(text(2000, 'Address of its logo.')),
  employerIdentificationNumbers: Type.Optional(Type.Array(Ein, { maxItems: 50, description: 'Its EINs.' })),
  coverageTypes: Type.Optional(Type.Array(CoverageType, { maxItems: 3, description: 'Absent: not classified.' })),
  operatingStates: Type.Optional(Type.Array(OperatingState, { maxItems: 60, description: 'Where it operates.' })),
  parentPayerGroupId: Type.Optional(text(80, 'Id of the group of payers that it belongs to.')),
  parentPayerGroupName: Type.Optional(text(200, 'Name of that group.')),
  urls: Type.Optional(
    Type.Object(
      { website: Type.Optional(text(2000, 'Its website.')) },
      { ...closed, description: 'Addresses of the payer.' },
    ),
  ),
  enrollment: Type.Optional(Enrollment),
};

export const PayerRecord = Type.Object(
  {
    platformId: PlatformId,
    displayName: Type.String({ description: 'Its name.' }),
    primaryPayerId: Type.String({ description: 'The id that it is mostly known by.' }),
    aliases: Type.Array(Type.String(), { description: 'All ids that it is known by, earlier ones too.' }),
    names: Type.Array(Type.String(), { description: 'Other names.' }),
    programs: Type.Array(Program, { description: 'Programs of insurance that it has.' }),
    transactionSupport: Type.Object(Object.fromEntries(TRANSACTIONS.map((name) => [name, Type.Optional(Support)])), {
      description:
        'What it takes. `claimSubmission` is `professionalClaimSubmission` under its former name; searches leave it out.',
    }),
    ...plain,
  },
  { title: 'PayerRecord', description: 'A payer.' },
);
export type PayerRecord = Static<typeof PayerRecord>;

/** A payer as an import has it. What is left out stays as it is. */
export const GivenPayer = Type.Object(
  {
    platformId: Type.Optional(PlatformId),
    primaryPayerId: text(80, 'The id that it is mostly known by; zeros at its beginning count.'),
    displayName: Type.Optional(text(200, 'Its name; a new payer needs one.')),
    aliases: Type.Optional(Type.Array(text(80, 'An id.'), { maxItems: 500, description: 'Further ids.' })),
    names: Type.Optional(texts('Other names.')),
    programs: Type.Optional(Type.Array(Program, { maxItems: 20, description: 'Programs of insurance.' })),
    transactionSupport: Type.Optional(
      Type.Object(optionalOf(TRANSACTIONS, Support), { ...closed, description: 'What it takes.' }),
    ),
    enrollmentPolicy: Type.Optional(
      oneOf(['warn', 'block'], { description: 'What becomes of a check of a provider who is not enrolled.' }),
    ),
    usOnly: Type.Optional(Type.Boolean({ description: 'Takes requests from the United States alone.' })),
    ...plain,
  },
  { ...closed, title: 'NewPayer', description: 'A payer to be imported.' },
);
export type GivenPayer = Static<typeof GivenPayer>;

/** What the column `details` has. */
export type PayerDetails = Pick<GivenPayer, 'names' | 'programs' | keyof typeof plain>;
