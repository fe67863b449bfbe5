import Type from 'typebox';
import { CreatedAt, closed, GuideJson, MappingToRun } from '../../schemas/shapes.js';

const ApplicationId = (description: string) => Type.String({ minLength: 2, maxLength: 15, description });

/** Of a functional group, instead of what the setting and the profiles say. */
export const GroupOverrides = Type.Object(
  {
    localApplicationId: Type.Optional(ApplicationId('GS02.')),
    partnerApplicationId: Type.Optional(ApplicationId('GS03.')),
  },
  {
    ...closed,
    title: 'GroupOverrides',
    description: 'Of the functional group, in place of what the setting and the profiles say.',
  },
);

export const StageBody = Type.Object(
  {
    // Either this, or `async`.
    transaction: Type.Optional(GuideJson),
    mappingId: MappingToRun,
    groupOverrides: Type.Optional(GroupOverrides),
    async: Type.Optional(
      Type.Boolean({ description: 'True: the body has no transaction; it is put to uploadUrl afterwards.' }),
    ),
  },
  { ...closed, title: 'TransactionToStage', description: 'The transaction, or that it is uploaded afterwards.' },
);

export const StageAnswer = Type.Object(
  {
    transactionGroupId: Type.String({ description: 'Id of the group that it is in.' }),
    createdAt: CreatedAt,
    transactionId: Type.String({ description: 'Id of the staged transaction; errors of generating name it.' }),
    uploadUrl: Type.Optional(
      Type.String({ description: 'Takes the transaction by PUT for five minutes; needs no key.' }),
    ),
  },
  { title: 'StagedTransaction', description: 'The transaction, which waits in its group.' },
);
