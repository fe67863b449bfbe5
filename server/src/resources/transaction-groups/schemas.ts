import Type from 'typebox';
import { Instant } from '../../schemas/common.js';

const ApplicationId = (description: string) => Type.String({ minLength: 2, maxLength: 15, description });

/** Of a functional group, instead of what the setting and the profiles say. */
export const GroupOverrides = Type.Object({
  localApplicationId: Type.Optional(ApplicationId('GS02.')),
  partnerApplicationId: Type.Optional(ApplicationId('GS03.')),
});

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
