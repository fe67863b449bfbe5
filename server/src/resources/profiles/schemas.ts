import Type, { type Static } from 'typebox';
import { CreatedAt, closed, UpdatedAt } from '../../schemas/shapes.js';

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => String(from + place).padStart(2, '0'));

/** ISA05 and ISA07: the codes of X12 element I05. */
const QUALIFIERS = [...numbered(1, 4), ...numbered(7, 38), 'AM', 'NR', 'SA', 'SN', 'ZZ'];

/** Chosen by the client. A partnership without an id of its own gets one of two of these, so that it may be twice as long. */
export const ProfileId = Type.String({
  pattern: '^([a-zA-Z0-9._-]+)$',
  minLength: 1,
  maxLength: 40,
  description: 'Id of a profile, chosen by whoever makes it.',
});

/** What an interchange names a side of it by. ISA06 and ISA08 have 15 characters, blanks at the end included. */
export const InterchangeIdentifier = Type.Object(
  {
    interchangeQualifier: Type.Enum(QUALIFIERS, {
      title: 'InterchangeQualifier',
      description: 'ISA05, ISA07: what kind of number the id is. `ZZ`: one that both sides have agreed on.',
    }),
    interchangeId: Type.String({
      minLength: 1,
      maxLength: 15,
      pattern: '^ *[!-~][ -~]*$',
      description: 'ISA06, ISA08; blanks at the end do not count.',
    }),
  },
  { ...closed, title: 'InterchangeIdentifier', description: 'What an interchange names a side of it by.' },
);
export type InterchangeIdentifier = Static<typeof InterchangeIdentifier>;

/** GS02, GS03. */
export const ApplicationId = Type.String({
  minLength: 2,
  maxLength: 15,
  pattern: '^[!-~]([ -~]*[!-~])?$',
  description: 'GS02, GS03: who sends or receives behind the interchange id.',
});

const ApplicationIdentifiers = Type.Array(
  Type.Object(
    {
      value: ApplicationId,
      isDefault: Type.Optional(
        Type.Boolean({ description: 'Used where a transaction setting names none. Default false.' }),
      ),
    },
    { ...closed, title: 'ApplicationIdentifier', description: 'An application id of a profile.' },
  ),
  { maxItems: 100, description: 'GS02, GS03; at most one is the default.' },
);

const ProfileType = Type.Enum(['local', 'partner'], {
  title: 'ProfileType',
  description: '`local`: you; `partner`: whom you exchange interchanges with.',
});

/** Of a local profile, which is ours, or a partner's. */
export const NewProfile = Type.Object(
  {
    profileId: ProfileId,
    profileType: ProfileType,
    ...InterchangeIdentifier.properties,
    applicationIdentifiers: Type.Optional(ApplicationIdentifiers),
  },
  { ...closed, title: 'NewProfile', description: 'A profile to be made.' },
);
export type NewProfile = Static<typeof NewProfile>;

/** What cannot change may be sent back as it is. */
export const ProfileUpdate = Type.Partial(NewProfile, {
  ...closed,
  title: 'ProfileUpdate',
  description: 'The application ids; what cannot change may be sent back.',
});
export type ProfileUpdate = Static<typeof ProfileUpdate>;

/** A profile as it is shown: each application identifier says whether it is the default. */
export const Profile = Type.Object(
  {
    ...NewProfile.properties,
    applicationIdentifiers: ApplicationIdentifiers,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'Profile', description: 'Who sends or receives interchanges, and by which ids.' },
);
export type Profile = Static<typeof Profile>;
