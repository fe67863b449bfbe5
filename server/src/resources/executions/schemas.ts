import Type, { type Static } from 'typebox';
import { PartnershipId } from '../../schemas/ids.js';
import { CreatedAt, closed, From, instant, oneOf, To } from '../../schemas/shapes.js';
import { Artifact, Artifacts } from '../artifacts/schemas.js';
import { FAULT_CODES } from './fault-codes.js';
import { ConnectionType, Direction } from './shared-schemas.js';

export const FaultCode = oneOf(FAULT_CODES, {
  title: 'FaultCode',
  description: 'Why something became of a file that should not have. DELIVERY_FAILURE: no attempt reached the partner.',
});
export const EXECUTION_STATUSES = [
  'STARTED',
  'IN_PROGRESS',
  'COMPLETED',
  'PARTIALLY_COMPLETED',
  'FAILED',
  'IGNORED',
  'RETRYING',
  'RETRIED',
] as const;
export const ExecutionStatus = oneOf(EXECUTION_STATUSES, {
  title: 'ExecutionStatus',
  description: [
    'STARTED, IN_PROGRESS: it is worked on, or waits for its next attempt.',
    'COMPLETED: it is done; an outbound file was delivered.',
    'PARTIALLY_COMPLETED: some of its transaction sets are done, others failed.',
    'FAILED: no attempt is made any more; it can be retried.',
    'IGNORED: somebody has set it aside.',
    'RETRYING, RETRIED: another execution, its child, is being made, or was made, in its place.',
  ].join(' '),
});
export const ExecutionMode = oneOf(['test', 'production', 'other', 'unknown'], {
  title: 'ExecutionMode',
  description: 'ISA15: T is test, P production, I other; unknown where no ISA could be read.',
});

const ExecutionId = Type.String({ description: 'Id of the execution: of one file on its way.' });

export const Execution = Type.Object(
  {
    executionId: ExecutionId,
    createdAt: CreatedAt,
    updatedAt: instant('When something last became of it.'),
    status: ExecutionStatus,
    direction: Direction,
    mode: ExecutionMode,
    transactionCount: Type.Optional(Type.Number({ description: 'Transaction sets in the file.' })),
    faultCount: Type.Optional(Type.Number({ description: 'Faults that it has; ListExecutionFaults shows them.' })),
    faultCode: Type.Optional(FaultCode),
    faultMessage: Type.Optional(Type.String({ description: 'What went wrong last, and what to do about it.' })),
    fileType: Type.Optional(Type.String({ description: 'What the file is: `EDI/X12`.' })),
    retryable: Type.Optional(Type.Boolean({ description: 'Whether RetryExecutions takes it as it stands.' })),
    parentExecutionId: Type.Optional(Type.String({ description: 'The execution that this one does once more.' })),
    childExecutionId: Type.Optional(Type.String({ description: 'The execution that does this one once more.' })),
    partnershipId: Type.Optional(PartnershipId),
    connectionType: Type.Optional(ConnectionType),
    connectionId: Type.Optional(Type.String({ description: 'Id of the connection that the file goes over.' })),
    source: Type.Optional(
      Type.Object(
        {
          dirname: Type.String({ description: 'Directory at the connection; empty: its own.' }),
          name: Type.String({ description: 'Name of the file.' }),
        },
        { description: 'Where the file lies, or is put.' },
      ),
    ),
  },
  { title: 'Execution', description: 'A file on its way, and what has become of it.' },
);
export type Execution = Static<typeof Execution>;

const DeliveryMetadata = Type.Object(
  {
    attempts: Type.Integer({ description: 'Attempts so far, this one among them.' }),
    bytes: Type.Optional(Type.Integer({ description: 'Size of what was delivered, in bytes.' })),
    sha256: Type.Optional(Type.String({ description: 'SHA-256 of what was delivered, in hexadecimal digits.' })),
    remote_name: Type.Optional(Type.String({ description: "Under which name the partner's side has it." })),
    mdn_file: Type.Optional(
      Type.Object(
        {
          repository: Type.Literal('artifacts', { description: 'Among the artifacts of this server.' }),
          pointer: Type.String({ description: 'Id of the artifact.' }),
        },
        { description: "Where the partner's signed receipt (MDN) over AS2 is kept." },
      ),
    ),
  },
  { description: 'What the transport knows of the attempt.' },
);

export const DeliveryReport = Type.Object(
  {
    id: Type.String({ description: 'Id of the report.' }),
    createdAt: instant('When the attempt ended.'),
    executionId: ExecutionId,
    partnershipId: PartnershipId,
    connectionType: ConnectionType,
    connectionId: Type.String({ description: 'Id of the connection that was tried.' }),
    attempt: Type.Number({ description: 'Which attempt it was, from 1.' }),
    filename: Type.String({ description: 'Name of the file as it was sent.' }),
    status: oneOf(['DELIVERED', 'FAILED'], { description: 'What came of the attempt.' }),
    message: Type.String({ description: 'What happened, and what to do where it failed.' }),
    metadata: Type.Optional(DeliveryMetadata),
  },
  { title: 'DeliveryReport', description: 'One attempt to deliver a file.' },
);
export type DeliveryReport = Static<typeof DeliveryReport>;

export const FullExecution = Type.Object(
  {
    ...Execution.properties,
    artifacts: Artifacts,
    deliveryReports: Type.Array(DeliveryReport, { description: 'Every attempt to deliver it, oldest first.' }),
  },
  {
    title: 'FullExecution',
    description: 'A file, what has become of it, its documents and every attempt to deliver it.',
  },
);
export type FullExecution = Static<typeof FullExecution>;

const FaultProfile = Type.Optional(Type.Unknown({ description: 'That side of the file, as far as it was found.' }));

export const Fault = Type.Object(
  {
    id: Type.String({ description: 'Id of the fault.' }),
    createdAt: instant('When it was found.'),
    executionId: ExecutionId,
    faultCode: FaultCode,
    faultMessage: Type.String({
      description:
        'What is wrong, and what to do about it; of the file it has only the kind of transaction set (ST01, GS08).',
    }),
    guideId: Type.Optional(
      Type.String({ description: 'Id of the guide that the transaction set was read or written by.' }),
    ),
    transactionSetIdentifier: Type.Optional(Type.String({ description: 'ST01 of what it was found in.' })),
    release: Type.Optional(Type.String({ description: 'GS08 of what it was found in.' })),
    senderProfile: FaultProfile,
    receiverProfile: FaultProfile,
    translateFaultContext: Type.Optional(Type.Unknown({ description: 'Where in the transaction set it was found.' })),
    artifacts: Type.Optional(Type.Array(Artifact, { description: 'What it was found in.' })),
  },
  { title: 'Fault', description: 'What went wrong with a file.' },
);
export type Fault = Static<typeof Fault>;

const filters = {
  direction: Type.Optional(Direction),
  faultCode: Type.Optional(FaultCode),
  partnershipId: Type.Optional(PartnershipId),
  status: Type.Optional(ExecutionStatus),
};
const times = { from: Type.Optional(From), to: Type.Optional(To) };

export const ExecutionFilters = Type.Object({
  ...filters,
  mode: Type.Optional(ExecutionMode),
  ...times,
  businessIdentifier: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The whole number of an order, invoice or claim in the file; of one that recurs, the newest 1,000.',
    }),
  ),
  displayName: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 500,
      description:
        'A part of directory and name, in either case. No index has it: beside a time, a partnership or a status it is found in fewer pages.',
    }),
  ),
});
export type ExecutionFilters = Static<typeof ExecutionFilters>;

/** What an operation on one file has made of it. */
export const ChangedExecution = Type.Object(
  { executionId: ExecutionId, status: ExecutionStatus },
  { title: 'ChangedExecution', description: 'The execution as it stands now.' },
);

export const RedeliverAnswer = Type.Object(
  { executionId: Type.String({ description: 'Of the new execution, a child of the one that was delivered.' }) },
  { title: 'Redelivery', description: 'The execution that delivers the file once more.' },
);

export const RetryBody = Type.Object(
  {
    condition: Type.Object(
      {
        executionIds: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
            maxItems: 1000,
            description: 'These executions, of which those that the other conditions let through are taken.',
          }),
        ),
        ...filters,
        ...times,
      },
      {
        ...closed,
        description: 'Which executions are meant: all that fit every condition. At least one must be given.',
      },
    ),
    acknowledge: Type.Optional(
      Type.Boolean({
        description:
          'Whether received interchanges that were acknowledged before are acknowledged again. Default false.',
      }),
    ),
  },
  { ...closed, title: 'RetryRequest', description: 'Which executions are delivered or processed again.' },
);
/** Every execution that a request meant is in one of the three. */
export const RetryAnswer = Type.Object(
  {
    queued: Type.Integer({
      minimum: 0,
      description: 'Executions that are done again, each by a child of its own.',
    }),
    notFound: Type.Array(Type.String(), { description: 'Of executionIds: those that are not there.' }),
    notRetryable: Type.Array(Type.String(), {
      description:
        'Those that are there and are left alone: in a state that is not retried, retried before, or not of the condition.',
    }),
  },
  { title: 'RetriedExecutions', description: 'What comes of each execution that the request meant.' },
);
export type RetryAnswer = Static<typeof RetryAnswer>;

export type RetryCondition = Static<typeof RetryBody>['condition'];
