import Type, { type Static } from 'typebox';

/** What an operation that counts answers. */
export const Count = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How many there are; where not exact, at least so many.' }),
    exact: Type.Boolean({
      description:
        'False where there were more to look at than one request does: 100,000 under one filter, 10,000 under several. Count within a shorter time (`from`, `to`) then.',
    }),
  },
  { title: 'Count', description: 'How many there are.' },
);
export type Count = Static<typeof Count>;
