import Type, { type Static, type TSchema } from 'typebox';
import { closed, Instant } from '../../schemas/common.js';
import { TEXT_LIMIT } from '../../worker/code-limits.js';
import { MAPPING_TYPES } from './mapping.js';

const LIMITED = `At most ${TEXT_LIMIT / 1024} KB.`;

/** Made by the server. */
export const MappingId = Type.String({ pattern: '^([A-Z0-9]+)$', minLength: 1, maxLength: 64 });

const Schema = Type.Object(
  {
    type: Type.Literal('jsonschema@2020-12'),
    content: Type.String({ description: `A JSON Schema as text; its default is the example document. ${LIMITED}` }),
    name: Type.Optional(Type.String({ maxLength: 300, deprecated: true })),
  },
  closed,
);

const LookupTable = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 300 }),
    values: Type.Array(Type.Record(Type.String(), Type.String())),
  },
  closed,
);

const optional = {
  source: Type.Optional(Schema),
  target: Type.Optional(Schema),
  lookup_tables: Type.Optional(Type.Array(LookupTable, { description: `What $lookupTable sees. ${LIMITED}` })),
};

/** A definition as it is created; limits of length are checked with the rest, for answers that name the part. */
export const NewMapping = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 300, description: 'No other mapping of the account has it.' }),
    type: Type.Enum([...MAPPING_TYPES]),
    mapping: Type.String({ minLength: 1, description: `A JSONata expression. ${LIMITED}` }),
    ...optional,
  },
  closed,
);
export type NewMapping = Static<typeof NewMapping>;

/** Absent required members stay, absent optional ones are cleared. */
export const MappingUpdate = Type.Partial(NewMapping, closed);

const times = { created_at: Instant, updated_at: Instant };

/** A mapping as it is shown: lookup tables are always there. */
export const MappingBody = Type.Object({
  id: MappingId,
  ...NewMapping.properties,
  lookup_tables: Type.Array(LookupTable),
  ...times,
});

/** What a list shows; all of a mapping with `metadata_only=false`. */
const ListedMapping = Type.Object({
  id: MappingId,
  name: Type.String(),
  type: Type.Enum([...MAPPING_TYPES]),
  mapping: Type.Optional(Type.String()),
  ...optional,
  ...times,
});

/** A page of them, under two names: `items` as all families, `mappings` as clients of this one. */
export const MappingList: TSchema = Type.Object({
  items: Type.Array(ListedMapping),
  mappings: Type.Array(ListedMapping, { description: 'The items again.' }),
  next_page_token: Type.Optional(Type.String()),
  nextPageToken: Type.Optional(Type.String()),
});
