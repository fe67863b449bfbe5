import Type, { type Static } from 'typebox';
import { CreatedAt, closed, EMAIL_PATTERN, idText, instant, oneOf, UpdatedAt } from '../../schemas/shapes.js';
import type { EnrollmentStatus } from '../../store/enrollment-tables.js';
import { EnrollmentDocument } from '../enrollment-documents/schemas.js';
import { Task } from '../enrollment-tasks/schemas.js';
import { ProviderContact } from '../providers/contact.js';
import { Npi, ProviderId, ShownTaxId } from '../providers/schemas.js';
import type { ENROLLED_TRANSACTIONS } from './given-enrollments.js';

export const EnrollmentId = idText('Id of an enrollment.');

export const STATUSES = [
  ...(['DRAFT', 'SUBMITTED', 'PROVISIONING', 'LIVE', 'REJECTED', 'CANCELED'] as const),
] satisfies readonly EnrollmentStatus[];
export const EnrollmentStatusName = oneOf(STATUSES, {
  title: 'EnrollmentStatus',
  description:
    '`DRAFT`: yours to change; `SUBMITTED`: waits for the service; `PROVISIONING`: the service is at it with the payer; `LIVE`: the provider may exchange its transactions; `REJECTED`: by the payer; `CANCELED`: at the wish of customer or provider.',
});
const ENROLLMENT_SOURCES = ['API', 'UI', 'IMPORT'] as const;
export const EnrollmentSource = oneOf(ENROLLMENT_SOURCES, {
  title: 'EnrollmentSource',
  description: 'Where it comes from.',
});

const Enrolled = Type.Object(
  { enroll: Type.Boolean({ description: 'Whether the provider is to be enrolled for it.' }) },
  { ...closed, title: 'EnrolledTransaction', description: 'A kind of transaction.' },
);

/** The eight kinds of which one enrollment may have several. */
const Transactions = Type.Partial(
  Type.Object({
    ...{ eligibilityCheck: Enrolled, claimStatus: Enrolled, professionalClaimSubmission: Enrolled },
    ...{ institutionalClaimSubmission: Enrolled, dentalClaimSubmission: Enrolled, claimPayment: Enrolled },
    ...{ solicitedClaimAttachment: Enrolled, unsolicitedClaimAttachment: Enrolled },
  } satisfies Record<(typeof ENROLLED_TRANSACTIONS)[number], typeof Enrolled>),
  {
    ...closed,
    minProperties: 1,
    title: 'EnrolledTransactions',
    description: 'What the provider is to be enrolled for: one or several.',
  },
);

const AggregationPreference = Type.Union(
  [
    Type.Object({ taxId: Type.String({ pattern: '^\\d{9}$', description: 'Nine digits.' }) }, closed),
    Type.Object({ npi: Npi }, closed),
  ],
  {
    title: 'AggregationPreference',
    description: 'By what the payer puts payments together in one 835; with `claimPayment` alone.',
  },
);
export type AggregationPreference = Static<typeof AggregationPreference>;

export const UserEmail = Type.String({
  minLength: 5,
  maxLength: 254,
  pattern: EMAIL_PATTERN,
  description: 'Where changes of its status are told.',
});
const Ptan = Type.String({
  minLength: 5,
  maxLength: 10,
  pattern: '^[a-zA-Z0-9]+$',
  description: 'The number that Medicare has given the provider: for payers that ask for it.',
});
const RequestedDate = Type.String({
  pattern: '^\\d{8}$',
  description: 'From when on, as YYYYMMDD. Default: the day on which it is submitted.',
});

const GivenPayer = Type.Object(
  {
    idOrAlias: Type.Optional(
      Type.String({ minLength: 1, maxLength: 80, description: 'Platform id, primary id or alias of the payer.' }),
    ),
    id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 80, deprecated: true, description: 'The older name of `idOrAlias`.' }),
    ),
  },
  { ...closed, minProperties: 1, title: 'EnrolledPayer', description: 'With whom.' },
);

export const GivenEnrollment = Type.Object(
  {
    payer: GivenPayer,
    provider: Type.Object({ id: ProviderId }, { ...closed, title: 'ProviderToEnroll', description: 'Who.' }),
    transactions: Transactions,
    primaryContact: ProviderContact,
    userEmail: UserEmail,
    status: Type.Optional(
      oneOf(['DRAFT', 'SUBMITTED'], {
        title: 'WritableEnrollmentStatus',
        description: '`SUBMITTED`: it is ready to be worked on, and cannot be changed from then on. Default `DRAFT`.',
      }),
    ),
    providerTransactionAccessNumber: Type.Optional(Ptan),
    aggregationPreference: Type.Optional(AggregationPreference),
    requestedEffectiveDate: Type.Optional(RequestedDate),
    source: Type.Optional(
      Type.Unsafe<(typeof ENROLLMENT_SOURCES)[number]>({
        ...oneOf(ENROLLMENT_SOURCES, {
          title: 'WritableEnrollmentSource',
          description: 'Where it comes from. Default `API`.',
        }),
        deprecated: true,
      }),
    ),
    reason: Type.Optional(
      Type.String({ maxLength: 4_000, deprecated: true, description: 'Not read: the service alone writes it.' }),
    ),
  },
  { ...closed, title: 'EnrollmentToMake', description: 'An enrollment of a provider with a payer.' },
);
export type GivenEnrollment = Static<typeof GivenEnrollment>;

const History = Type.Array(
  Type.Object(
    {
      type: oneOf(['STATUS_CHANGE'], { title: 'EnrollmentChangeType', description: 'What has changed.' }),
      changedAt: instant('When.'),
      changedBy: oneOf(['customer', 'service'], { title: 'EnrollmentChangedBy', description: 'By whom.' }),
      newStatus: EnrollmentStatusName,
      previousStatus: Type.Optional(EnrollmentStatusName),
    },
    { title: 'EnrollmentChange', description: 'A change of an enrollment.' },
  ),
  { description: 'How it came to its status, oldest first.' },
);

const ShownEnrolledPayer = Type.Object(
  {
    platformPayerId: Type.String({ description: 'Platform id.' }),
    name: Type.Optional(Type.String({ description: 'As people call it.' })),
    submittedPayerIdOrAlias: Type.Optional(
      Type.String({ description: 'As it was named when the enrollment was made.' }),
    ),
  },
  { title: 'ShownEnrolledPayer', description: 'With whom.' },
);

const ShownEnrolledProvider = Type.Object(
  {
    id: ProviderId,
    name: Type.String({ description: 'As payers have it on record.' }),
    npi: Npi,
    taxId: ShownTaxId,
    taxIdType: Type.String({ description: '`EIN` or `SSN`.' }),
  },
  { title: 'ShownEnrolledProvider', description: 'Who.' },
);

/** What lists show as well. */
const COMMON = {
  id: EnrollmentId,
  status: EnrollmentStatusName,
  source: EnrollmentSource,
  payer: ShownEnrolledPayer,
  provider: ShownEnrolledProvider,
  transactions: Transactions,
  aggregationPreference: Type.Optional(AggregationPreference),
  requestedEffectiveDate: Type.Optional(RequestedDate),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  statusLastUpdatedAt: instant('When its status changed last.'),
  submittedAt: Type.Optional(instant('When it was submitted.')),
  lastEraReceivedAt: Type.Optional(instant('When the last 835 came by it.')),
  reason: Type.Optional(Type.String({ description: 'Why it is delayed or rejected, by the service.' })),
  history: History,
  documents: Type.Array(EnrollmentDocument, { description: 'Those that were not deleted, oldest first.' }),
  tasks: Type.Array(Task, { description: 'What has to be done, in its order.' }),
};

export const EnrollmentSummary = Type.Object(
  {
    ...COMMON,
    importId: Type.Optional(Type.String({ description: 'Of the import that has made it.' })),
  },
  { title: 'EnrollmentSummary', description: 'An enrollment, without its contact.' },
);
export type EnrollmentSummary = Static<typeof EnrollmentSummary>;

export const Enrollment = Type.Object(
  {
    ...COMMON,
    primaryContact: ProviderContact,
    userEmail: UserEmail,
    providerTransactionAccessNumber: Type.Optional(Ptan),
    warnings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            code: Type.String({ description: 'What it is about, for programs.' }),
            description: Type.String({ description: 'The same for people.' }),
          },
          { title: 'EnrollmentWarning', description: 'Something to look at.' },
        ),
        { description: 'What to look at; when it was just made or changed.' },
      ),
    ),
  },
  { title: 'Enrollment', description: 'An enrollment of a provider with a payer.' },
);
export type Enrollment = Static<typeof Enrollment>;
