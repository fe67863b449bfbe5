import Type from 'typebox';
import { CreatedAt, closed, MappingToRun } from '../../schemas/shapes.js';

export const FragmentBody = Type.Object(
  {
    guideId: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Id of the published guide that the transaction is of.',
    }),
    fragment: Type.Unknown({
      description: 'An object with one member: the list of what the guide has in its fragment node.',
    }),
    mappingId: MappingToRun,
  },
  { ...closed, title: 'NewFragment', description: 'A part of a transaction, and the guide that it is of.' },
);

export const FragmentAnswer = Type.Object(
  {
    fragmentGroupId: Type.String({ description: 'Id of the group that it is in.' }),
    createdAt: CreatedAt,
    fragmentId: Type.String({ description: 'Id of the fragment.' }),
  },
  { title: 'Fragment', description: 'The fragment, which waits in its group.' },
);
