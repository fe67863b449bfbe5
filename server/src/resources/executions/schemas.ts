import Type, { type Static } from 'typebox';
import { Instant, oneOf, PartnershipId } from '../../schemas/common.js';
import { Artifact } from '../artifacts/schemas.js';
import { FAULT_CODES } from './fault-codes.js';
import { ConnectionType, Direction } from './shared-schemas.js';

export const FaultCode = oneOf(FAULT_CODES);
export const ExecutionStatus = oneOf([
  'STARTED',
  'IN_PROGRESS',
  'COMPLETED',
  'PARTIALLY_COMPLETED',
  'FAILED',
  'IGNORED',
  'RETRYING',
  'RETRIED',
]);
export const ExecutionMode = oneOf(['test', 'production', 'other', 'unknown'], 'ISA15: T, P, I.');

export const Execution = Type.Object({
  executionId: Type.String(),
  createdAt: Instant,
  updatedAt: Instant,
  status: ExecutionStatus,
  direction: Direction,
  mode: ExecutionMode,
  transactionCount: Type.Optional(Type.Number()),
  faultCount: Type.Optional(Type.Number()),
  faultCode: Type.Optional(FaultCode),
  faultMessage: Type.Optional(Type.String()),
  fileType: Type.Optional(Type.String()),
  retryable: Type.Optional(Type.Boolean()),
  parentExecutionId: Type.Optional(Type.String()),
  childExecutionId: Type.Optional(Type.String()),
  partnershipId: Type.Optional(PartnershipId),
  connectionType: Type.Optional(ConnectionType),
  connectionId: Type.Optional(Type.String()),
  source: Type.Optional(Type.Object({ dirname: Type.String(), name: Type.String() })),
});
export type Execution = Static<typeof Execution>;

export const DeliveryReport = Type.Object({
  id: Type.String(),
  createdAt: Instant,
  executionId: Type.String(),
  partnershipId: PartnershipId,
  connectionType: ConnectionType,
  connectionId: Type.String(),
  attempt: Type.Number(),
  filename: Type.String(),
  status: oneOf(['DELIVERED', 'FAILED']),
  message: Type.String(),
  metadata: Type.Optional(Type.Unknown()),
});
export type DeliveryReport = Static<typeof DeliveryReport>;

export const FullExecution = Type.Object({
  ...Execution.properties,
  artifacts: Type.Array(Artifact),
  deliveryReports: Type.Array(DeliveryReport),
});
export type FullExecution = Static<typeof FullExecution>;

export const Fault = Type.Object({
  id: Type.String(),
  createdAt: Instant,
  executionId: Type.String(),
  faultCode: FaultCode,
  faultMessage: Type.String(),
  guideId: Type.Optional(Type.String()),
  transactionSetIdentifier: Type.Optional(Type.String()),
  release: Type.Optional(Type.String()),
  senderProfile: Type.Optional(Type.Unknown()),
  receiverProfile: Type.Optional(Type.Unknown()),
  translateFaultContext: Type.Optional(Type.Unknown()),
  artifacts: Type.Optional(Type.Array(Artifact)),
});
export type Fault = Static<typeof Fault>;

export const ExecutionFilters = Type.Object({
  direction: Type.Optional(Direction),
  faultCode: Type.Optional(FaultCode),
  partnershipId: Type.Optional(PartnershipId),
  status: Type.Optional(ExecutionStatus),
  mode: Type.Optional(ExecutionMode),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
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
export const ChangedExecution = Type.Object({ executionId: Type.String(), status: ExecutionStatus });

export const RedeliverAnswer = Type.Object({
  executionId: Type.String({ description: 'Of the new execution, a child of the one that was delivered.' }),
});

export const RetryBody = Type.Object({
  condition: Type.Object({
    executionIds: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 1000 })),
    direction: Type.Optional(Direction),
    faultCode: Type.Optional(FaultCode),
    partnershipId: Type.Optional(PartnershipId),
    status: Type.Optional(ExecutionStatus),
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
  }),
});
/** Every execution that a request meant is in one of the three. */
export const RetryAnswer = Type.Object({
  queued: Type.Integer({ minimum: 0, description: 'Executions that are delivered again, each by a child of its own.' }),
  notFound: Type.Array(Type.String(), { description: 'Of executionIds: those that are not there.' }),
  notRetryable: Type.Array(Type.String(), {
    description:
      'Those that are there and are left alone: in a state that is not retried, retried before, or not of the condition.',
  }),
});
export type RetryAnswer = Static<typeof RetryAnswer>;

export type RetryCondition = Static<typeof RetryBody>['condition'];
