import Type, { type Static } from 'typebox';
import { closed, Instant } from '../../schemas/common.js';

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });

const Definition = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'A guide: JSON Schema with `x12` annotations. Or an overlay: `overlay` (a short name), `base` (the guide it narrows), `patch` (RFC 7386), `rules`.',
});

const FragmentPath = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Key of the repeating node of a section that fragments fill.',
});

/** A definition; what it is for (set, version) is read from it. */
export const NewGuide = Type.Object(
  { name: Type.Optional(Name), definition: Definition, fragmentPath: Type.Optional(FragmentPath) },
  closed,
);
export type NewGuide = Static<typeof NewGuide>;

/** What is absent stays; `null` takes the fragment path away. */
export const GuideUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    definition: Type.Optional(Definition),
    fragmentPath: Type.Optional(Type.Union([FragmentPath, Type.Null()])),
  },
  { ...closed, minProperties: 1 },
);
export type GuideUpdate = Static<typeof GuideUpdate>;

/** A guide without its definition: an account's as draft or as published, or one that comes with the server. */
export const GuideSummary = Type.Object({
  id: Type.String(),
  name: Type.String(),
  status: Type.Enum(['draft', 'live']),
  managedBy: Type.Enum(['customer', 'platform']),
  target: Type.Object({
    standard: Type.Literal('x12'),
    release: Type.String(),
    transactionSet: Type.String(),
    version: Type.String({ description: 'GS08; for a base set the release.' }),
  }),
  base: Type.Optional(Type.String({ description: 'The guide that the draft is an overlay of.' })),
  fragmentPath: Type.Optional(FragmentPath),
  unpublishedChanges: Type.Boolean(),
  createdAt: Type.Optional(Instant),
  updatedAt: Type.Optional(Instant),
  publishedAt: Type.Optional(Instant),
});
export type GuideSummary = Static<typeof GuideSummary>;

/** A guide with its definition. */
export const Guide = Type.Object({ ...GuideSummary.properties, definition: Definition });
export type Guide = Static<typeof Guide>;
