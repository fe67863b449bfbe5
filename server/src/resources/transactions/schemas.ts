import Type, { type Static } from 'typebox';
import { ControlNumber, Instant, oneOf, PartnershipId } from '../../schemas/common.js';
import { Artifact } from '../artifacts/schemas.js';
import { Direction, Mode } from '../executions/shared-schemas.js';

const Profile = Type.Object({ profileId: Type.String({ minLength: 1, maxLength: 40 }) });
const Party = Type.Object({
  applicationCode: Type.String({ description: 'GS02 or GS03.' }),
  isa: Type.Object({ qualifier: Type.String(), id: Type.String() }),
});

export const X12 = Type.Object({
  metadata: Type.Object({
    interchange: Type.Object({ acknowledgmentRequestedCode: Type.String(), controlNumber: ControlNumber }),
    functionalGroup: Type.Object({
      controlNumber: ControlNumber,
      date: Type.String(),
      time: Type.String(),
      functionalIdentifierCode: Type.String(),
      release: Type.String(),
    }),
    transaction: Type.Object({ controlNumber: Type.String(), transactionSetIdentifier: Type.String() }),
    sender: Party,
    receiver: Party,
  }),
  transactionSetting: Type.Optional(
    Type.Object({ guideId: Type.Optional(Type.String()), transactionSettingId: Type.Optional(Type.String()) }),
  ),
});

export const Fragments = Type.Object({
  keyName: Type.String(),
  fragmentCount: Type.Number(),
  batchSize: Type.Number(),
});

export const Partnership = Type.Object({
  partnershipId: PartnershipId,
  partnershipType: oneOf(['x12', 'edifact']),
  sender: Profile,
  receiver: Profile,
});

export const Transaction = Type.Object({
  transactionId: Type.String(),
  fileExecutionId: Type.String(),
  status: oneOf(['failed', 'succeeded']),
  direction: Direction,
  mode: Mode,
  processedAt: Instant,
  artifacts: Type.Array(Artifact),
  partnership: Partnership,
  x12: Type.Optional(X12),
  fragments: Type.Optional(Fragments),
  businessIdentifiers: Type.Optional(
    Type.Array(
      Type.Object({ elementId: Type.String(), element: Type.String(), name: Type.String(), value: Type.String() }),
    ),
  ),
});
export type Transaction = Static<typeof Transaction>;

export const TransactionFragment = Type.Object({
  transactionId: Type.String(),
  fileExecutionId: Type.String(),
  direction: Direction,
  mode: Mode,
  processedAt: Instant,
  fragmentIndex: Type.Number(),
  fragments: Fragments,
  transactionUrl: Type.String(),
  artifacts: Type.Array(Artifact),
  partnership: Partnership,
  x12: Type.Optional(X12),
});

export const TransactionFilters = Type.Object({
  businessIdentifier: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'The whole value.' })),
  elementId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 10, description: 'Data element number; with businessIdentifier only.' }),
  ),
  transactionSetId: Type.Optional(Type.String({ pattern: '^\\d{3}$', description: 'ST01.' })),
  sender: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Id of a profile.' })),
  receiver: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Id of a profile.' })),
  direction: Type.Optional(Direction),
  mode: Type.Optional(Mode),
  status: Type.Optional(oneOf(['failed', 'succeeded'])),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  partnershipId: Type.Optional(PartnershipId),
});
export type TransactionFilters = Static<typeof TransactionFilters>;
