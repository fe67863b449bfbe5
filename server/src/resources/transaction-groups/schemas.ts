import Type from 'typebox';
import { GroupOverrides, InterchangeOverrides, WritingOptions } from '../../exchange/outbound/request-schemas.js';
import { GroupId, Instant, oneOf, PartnershipId, SettingId } from '../../schemas/common.js';

export const GroupParams = Type.Object({ partnershipId: PartnershipId, transactionGroupId: GroupId });
export const StageParams = Type.Object({ ...GroupParams.properties, transactionSettingId: SettingId });

export const StageBody = Type.Object({
  transaction: Type.Optional(Type.Unknown({ description: 'Guide JSON. Either this, or async.' })),
  mappingId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  groupOverrides: Type.Optional(GroupOverrides),
  async: Type.Optional(Type.Boolean({ description: 'The transaction is put to uploadUrl afterwards.' })),
});

export const StageAnswer = Type.Object({
  transactionGroupId: Type.String(),
  createdAt: Instant,
  transactionId: Type.String(),
  uploadUrl: Type.Optional(
    Type.String({ description: 'Takes the transaction by PUT for five minutes; needs no key.' }),
  ),
});

export const GroupEdiBody = Type.Object({
  ...WritingOptions,
  overrides: Type.Optional(InterchangeOverrides),
  transactionOrdering: Type.Optional(oneOf(['CONTROL_NUMBER'], 'By ST02. Default: in the order they were staged.')),
});

export const GroupEdiAnswer = Type.Object({ artifactId: Type.String(), fileExecutionId: Type.String() });
