import Type, { type TSchema } from 'typebox';

// Shapes that the operations of the family have in common.

/** An instant: ISO 8601, UTC. */
export const Instant = Type.String({ format: 'date-time' });

/** A page of a list. */
export function PageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    nextPageToken: Type.Optional(Type.String()),
    next_page_token: Type.Optional(Type.String()),
  });
}

/** What DELETE answers: nothing. */
export const Nothing = Type.Null({ description: 'No content.' });

/** Lists of this family. */
export const PAGED = { defaultSize: 25, maxSize: 100 } as const;
