import Type, { type Static } from 'typebox';
import { CreatedAt, closed, instant, UpdatedAt } from '../../schemas/shapes.js';

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: 'For people.',
});

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
  { ...closed, title: 'NewGuide', description: 'A guide or an overlay to be made.' },
);
export type NewGuide = Static<typeof NewGuide>;

/** What is absent stays; `null` takes the fragment path away. */
export const GuideUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    definition: Type.Optional(Definition),
    fragmentPath: Type.Optional(
      Type.Union([FragmentPath, Type.Null()], {
        description: 'Key of the node that fragments fill; null takes it away.',
      }),
    ),
  },
  { ...closed, minProperties: 1, title: 'GuideUpdate', description: 'What changes: what is left out stays.' },
);
export type GuideUpdate = Static<typeof GuideUpdate>;

/** A guide without its definition: an account's as draft or as published, or one that comes with the server. */
export const GuideSummary = Type.Object(
  {
    id: Type.String({ description: '`DRFT_…` of a draft, `LIVE_…` of what is published; of the server its own.' }),
    name: Type.String({ description: 'For people.' }),
    status: Type.Enum(['draft', 'live'], {
      title: 'GuideStatus',
      description: 'Which of the two it is. Settings use what is live.',
    }),
    managedBy: Type.Enum(['customer', 'platform'], {
      title: 'GuideManager',
      description: "Whose it is: the account's, or one that comes with the server.",
    }),
    target: Type.Object(
      {
        standard: Type.Literal('x12', { description: 'Always `x12`.' }),
        release: Type.String({ description: 'Six digits: `005010`.' }),
        transactionSet: Type.String({ description: 'ST01.' }),
        version: Type.String({ description: 'GS08; for a base set the release.' }),
      },
      { description: 'What it is a guide of.' },
    ),
    base: Type.Optional(Type.String({ description: 'The guide that the draft is an overlay of.' })),
    fragmentPath: Type.Optional(FragmentPath),
    unpublishedChanges: Type.Boolean({ description: 'Whether the draft differs from what is published.' }),
    createdAt: Type.Optional(CreatedAt),
    updatedAt: Type.Optional(UpdatedAt),
    publishedAt: Type.Optional(instant('When it was last published. Absent: never.')),
  },
  { title: 'GuideSummary', description: 'A guide without its definition.' },
);
export type GuideSummary = Static<typeof GuideSummary>;

/** A guide with its definition. */
export const Guide = Type.Object(
  { ...GuideSummary.properties, definition: Definition },
  { title: 'Guide', description: 'A guide with its definition.' },
);
export type Guide = Static<typeof Guide>;
