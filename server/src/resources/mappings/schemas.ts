import Type, { type Static, type TSchema } from 'typebox';
import { PageOf } from '../../schemas/pages.js';
import { CreatedAt, UpdatedAt } from '../../schemas/shapes.js';
import { TEXT_LIMIT } from '../../worker/code-limits.js';
import { MAPPING_TYPES } from './mapping.js';

const LIMITED = `At most ${TEXT_LIMIT / 1024} KB.`;

/** Made by the server. */
export const MappingId = Type.String({
  pattern: '^([A-Z0-9]+)$',
  minLength: 1,
  maxLength: 64,
  description: 'Id of the mapping.',
});

const Schema = Type.Object(
  {
    type: Type.Literal('jsonschema@2020-12', { description: 'JSON Schema of the draft 2020-12.' }),
    content: Type.String({ description: `A JSON Schema as text; its default is the example document. ${LIMITED}` }),
    name: Type.Optional(Type.String({ maxLength: 300, deprecated: true, description: 'Is not used.' })),
    connection: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Where an editor has it from; kept, and shown again.' },
      ),
    ),
  },
  {
    title: 'MappingSchema',
    description: 'For people and editors, and for strict mapping: else nothing is checked by it.',
  },
);

const LookupTable = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 300, description: 'What expressions name it by.' }),
    values: Type.Array(Type.Record(Type.String(), Type.String()), {
      description: 'Its rows, each with the same columns.',
    }),
  },
  { title: 'LookupTable', description: 'A table that $lookupTable looks in.' },
);

const optional = {
  source: Type.Optional(Schema),
  target: Type.Optional(Schema),
  lookup_tables: Type.Optional(Type.Array(LookupTable, { description: `What $lookupTable sees. ${LIMITED}` })),
};

const MappingType = Type.Enum([...MAPPING_TYPES], {
  title: 'MappingType',
  description:
    '`only_mapped_keys`: what the expression makes; `merge_with_target_example`: that, over the example of the target; `pass_through`: that, over what was given.',
});

/** A definition as it is created; limits of length are checked with the rest, for answers that name the part. */
export const NewMapping = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 300, description: 'No other mapping of the account has it.' }),
    type: MappingType,
    mapping: Type.String({ minLength: 1, description: `A JSONata expression. ${LIMITED}` }),
    ...optional,
  },
  { title: 'NewMapping', description: 'A mapping to be made. Members that are not known here are let be.' },
);
export type NewMapping = Static<typeof NewMapping>;

/** Absent required members stay, absent optional ones are cleared. */
export const MappingUpdate = Type.Partial(NewMapping, {
  title: 'MappingUpdate',
  description: 'What the mapping is to be.',
});

const times = { created_at: CreatedAt, updated_at: UpdatedAt };

/** A mapping as it is shown: lookup tables are always there. */
export const MappingBody = Type.Object(
  {
    id: MappingId,
    ...NewMapping.properties,
    lookup_tables: Type.Array(LookupTable, { description: 'What $lookupTable sees.' }),
    ...times,
  },
  { title: 'Mapping', description: 'A mapping from JSON to JSON.' },
);

/** What a list shows; all of a mapping with `metadata_only=false`. */
const ListedMapping = Type.Object(
  {
    id: MappingId,
    name: Type.String({ description: 'No other mapping of the account has it.' }),
    type: MappingType,
    mapping: Type.Optional(Type.String({ description: 'The expression; with metadata_only=false.' })),
    ...optional,
    ...times,
  },
  { title: 'ListedMapping', description: 'A mapping, with its definition only where that was asked for.' },
);

/** A page of them, under two names: `items` as all families, `mappings` as clients of this one. */
export const MappingList: TSchema = Type.Object(
  {
    ...PageOf(ListedMapping).properties,
    mappings: Type.Array(ListedMapping, { description: 'The items again.' }),
  },
  { title: 'MappingPage', description: 'A page of the mappings of the account.' },
);

const SchemaErrors = Type.Array(
  Type.Object(
    {
      code: Type.String({ description: 'The keyword of the schema: `required`.' }),
      message: Type.String({ description: 'What the keyword asks for.' }),
      json_pointer: Type.String({ description: 'Where in the document; `/` is all of it.' }),
      json_schema_pointer: Type.String({ description: 'Where in the schema.' }),
    },
    { title: 'MappingSchemaError', description: 'One thing that a schema does not allow.' },
  ),
  { description: 'What it does not allow: the first hundred, and of very large documents the first.' },
);

const shownDocument = Type.Optional(Type.Unknown({ description: 'The document, where the answer has room for it.' }));

/** What a strict mapping is refused with, beside what all problems say. */
export const ValidationErrors = Type.Object(
  {
    validation_errors: Type.Optional(
      Type.Object(
        {
          source: Type.Optional(
            Type.Object(
              { mapping_input: shownDocument, errors: SchemaErrors },
              { description: 'What the schema of the source has against what was sent.' },
            ),
          ),
          target: Type.Optional(
            Type.Object(
              { mapping_output: shownDocument, errors: SchemaErrors },
              { description: 'What the schema of the target has against what it was mapped to.' },
            ),
          ),
        },
        { description: 'With the code `validation_failed`.' },
      ),
    ),
  },
  { description: 'What schemas have against a document.' },
);
