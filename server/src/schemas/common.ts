import Type, { type TSchema } from 'typebox';

// Shapes that several resources have in common.

/** Of objects that take no other members. */
export const closed = { additionalProperties: false } as const;

/** What the documentation has of a shape: a title of one word makes a type of its own of it in clients. */
interface Told {
  readonly title?: string;
  readonly description?: string;
}

/** One of these texts. */
export function oneOf<Values extends string[]>(values: readonly [...Values], told: Told = {}) {
  return Type.Enum<Values>(values, { ...told });
}

/** ISO 8601, UTC. @param description what it is the time of. */
export const instant = (description: string) => Type.String({ format: 'date-time', description });
export const CreatedAt = instant('When it was made.');
export const UpdatedAt = instant('When it was last changed; at first, when it was made.');
/** What filters by time have in common. */
export const From = instant('Nothing that is older: this instant counts.');
export const To = instant('Nothing that is newer: this instant counts.');

/** Opaque, and good for the same request only. */
const PageToken = Type.String({
  description: 'Send it as page_token for the next page. Absent on the last one.',
});

/** Two profile ids and what stands between them. */
export const PartnershipId = Type.String({
  pattern: '^([a-zA-Z0-9._-]+)$',
  minLength: 1,
  maxLength: 81,
  description: 'Id of a partnership.',
});
export const PartnershipParams = Type.Object({ partnershipId: PartnershipId });
export const SettingId = Type.String({
  pattern: '^([a-zA-Z0-9_-]+)$',
  minLength: 1,
  maxLength: 50,
  description: 'Id of a transaction setting.',
});
export const GroupId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^([a-zA-Z0-9._:-]+)$',
  description: 'Id of a group, chosen by whoever makes it.',
});
/** Ids that the server or a client has made; of what is not there is said that it is not. @param what `an execution`. */
export const idOf = (what: string) => Type.String({ minLength: 1, maxLength: 200, description: `Id of ${what}.` });
/** @param description which one: `ISA13.` */
export const controlNumber = (description: string) => Type.Number({ minimum: 0, maximum: 999_999_999, description });
/** Of requests whose JSON a mapping makes first. */
export const MappingToRun = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: 'Id of a mapping that makes guide JSON of what is given.' }),
);
/** Any JSON here: what it must be is said by a guide. */
export const GuideJson = Type.Unknown({
  title: 'GuideJson',
  description: [
    'One transaction set as JSON, as the guide of its transaction setting has it.',
    'Its JSON Schema: GetGuide with `outputFormat=schema`.',
    "In TypeScript, the type of a guide that comes with the server: `import type { Data } from 'ediloom/guides/850-004010'`.",
  ].join(' '),
});

/** Bytes of a body with transactions, or of one: the interface promises those of less than 5 MB. */
export const TRANSACTION_BYTES = 5_000_000;
/** Of all that one group has, in characters of JSON: a file is made of it in memory. */
export const GROUP_CHARACTERS = 25_000_000;
/** What anything in a group counts at least. */
export const LEAST_CHARACTERS = 500;

/** What DELETE answers: nothing. */
export const Nothing = Type.Null({ description: 'No content.' });

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
