import Type, { type TSchema } from 'typebox';

/** A page of a list; the token of the next under both names that clients read. */
export function PageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    nextPageToken: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    next_page_token: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  });
}

/** Lists of this family. */
export const PAGED = { defaultSize: 100, maxSize: 500 } as const;
