import Type, { type TSchema } from 'typebox';

import type { Told } from './shapes.js';

// A list is answered page by page.

/** Opaque, and good for the same request only. */
const PageToken = Type.String({
  description: 'Send it as page_token for the next page. Absent on the last one.',
});

/** A page of a list, named after what is listed; the token of the next under both names that clients read. */
export function PageOf<Item extends TSchema>(item: Item, token: TSchema = PageToken) {
  const { title, description = 'a list' }: Told = item;
  return Type.Object(
    {
      items: Type.Array(item, { description: 'What the page has, in the order of the list.' }),
      nextPageToken: Type.Optional(Type.Unsafe({ ...token, description: 'The same as next_page_token.' })),
      next_page_token: Type.Optional(token),
    },
    {
      ...(title === undefined ? {} : { title: `${title}Page` }),
      description: `A page of the list. Each item: ${description}`,
    },
  );
}

/** Lists of what people make by hand. */
export const PAGED = { defaultSize: 25, maxSize: 100 } as const;

/** Lists of what comes by itself: executions, transactions. */
export const LARGE_PAGES = { defaultSize: 100, maxSize: 500 } as const;
export const LargePageToken = Type.String({
  minLength: 1,
  maxLength: 1024,
  description:
    'Where the list goes on. A page may be short, or empty, and have one: under filters that let little through, a request looks at some thousand items. The list ends where there is none.',
});
