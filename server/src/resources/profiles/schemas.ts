import Type, { type Static } from 'typebox';
import { closed, Instant } from '../../schemas/common.js';

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => String(from + place).padStart(2, '0'));

/** ISA05 and ISA07: the codes of X12 element I05. */
const QUALIFIERS = [...numbered(1, 4), ...numbered(7, 38), 'AM', 'NR', 'SA', 'SN', 'ZZ'];

/** Chosen by the client. A partnership without an id of its own gets one of two of these, so that it may be twice as long. */
export const ProfileId = Type.String({ pattern: '^([a-zA-Z0-9._-]+)$', minLength: 1, maxLength: 40 });

/** What an interchange names a side of it by. ISA06 and ISA08 have 15 characters, blanks at the end included. */
export const InterchangeIdentifier = Type.Object(
  {
    interchangeQualifier: Type.Enum(QUALIFIERS, { description: 'ISA05, ISA07.' }),
    interchangeId: Type.String({
      minLength: 1,
      maxLength: 15,
      pattern: '^ *[!-~][ -~]*$',
      description: 'ISA06, ISA08; blanks at the end do not count.',
    }),
  },
  closed,
);
export type InterchangeIdentifier = Static<typeof InterchangeIdentifier>;

/** GS02, GS03. */
export const ApplicationId = Type.String({ minLength: 2, maxLength: 15, pattern: '^[!-~]([ -~]*[!-~])?$' });

const ApplicationIdentifiers = Type.Array(
  Type.Object({ value: ApplicationId, isDefault: Type.Optional(Type.Boolean()) }, closed),
  { maxItems: 100, description: 'GS02, GS03; at most one is the default.' },
);

const ProfileType = Type.Enum(['local', 'partner']);

/** Of a local profile, which is ours, or a partner's. */
export const NewProfile = Type.Object(
  {
    profileId: ProfileId,
    profileType: ProfileType,
    ...InterchangeIdentifier.properties,
    applicationIdentifiers: Type.Optional(ApplicationIdentifiers),
  },
  closed,
);
export type NewProfile = Static<typeof NewProfile>;

/** What cannot change may be sent back as it is. */
export const ProfileUpdate = Type.Partial(NewProfile, closed);
export type ProfileUpdate = Static<typeof ProfileUpdate>;

/** A profile as it is shown: each application identifier says whether it is the default. */
export const Profile = Type.Object({
  ...NewProfile.properties,
  applicationIdentifiers: ApplicationIdentifiers,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Profile = Static<typeof Profile>;
