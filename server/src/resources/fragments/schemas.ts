import Type from 'typebox';
import { Instant } from '../../schemas/common.js';

export const FragmentBody = Type.Object({
  guideId: Type.String({ minLength: 1, maxLength: 200 }),
  fragment: Type.Unknown({
    description: 'An object with one member: the list of what the guide has in its fragment node.',
  }),
  mappingId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
});

export const FragmentAnswer = Type.Object({
  fragmentGroupId: Type.String(),
  createdAt: Instant,
  fragmentId: Type.String(),
});
