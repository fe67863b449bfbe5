import Type, { type TSchema } from 'typebox';

// Shapes that several resources have in common.

/** Of objects that take no other members. */
export const closed = { additionalProperties: false } as const;

/** One of these texts. */
export function oneOf<Values extends string[]>(values: readonly [...Values], description?: string) {
  return Type.Enum<Values>(values, description === undefined ? {} : { description });
}

/** ISO 8601, UTC. */
export const Instant = Type.String({ format: 'date-time' });

/** Opaque, and good for the same request only. */
const PageToken = Type.String({
  description: 'Send it as page_token for the next page. Absent on the last one.',
});

/** Two profile ids and what stands between them. */
export const PartnershipId = Type.String({ pattern: '^([a-zA-Z0-9._-]+)$', minLength: 1, maxLength: 81 });
export const PartnershipParams = Type.Object({ partnershipId: PartnershipId });
export const SettingId = Type.String({ pattern: '^([a-zA-Z0-9_-]+)$', minLength: 1, maxLength: 50 });
export const GroupId = Type.String({ minLength: 1, maxLength: 200, pattern: '^([a-zA-Z0-9._:-]+)$' });
/** Ids that the server or a client has made; of what is not there is said that it is not. */
export const AnyId = Type.String({ minLength: 1, maxLength: 200 });
export const ControlNumber = Type.Number({ minimum: 0, maximum: 999_999_999 });

/** Bytes of a body with transactions, or of one: the interface promises those of less than 5 MB. */
export const TRANSACTION_BYTES = 5_000_000;
/** Of all that one group has, in characters of JSON: a file is made of it in memory. */
export const GROUP_CHARACTERS = 25_000_000;
/** What anything in a group counts at least. */
export const LEAST_CHARACTERS = 500;

/** What DELETE answers: nothing. */
export const Nothing = Type.Null({ description: 'No content.' });

/** What shapes say of themselves. */
interface Told {
  readonly title?: string;
  readonly description?: string;
}

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
