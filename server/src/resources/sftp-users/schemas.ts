import Type, { type Static } from 'typebox';
import { instant } from '../../schemas/shapes.js';
import { BUCKET_NAME } from '../buckets/rows.js';
import { MAX_HOME_BYTES } from './columns.js';
import { PASSWORD_LENGTH } from './rows.js';

/** As the interface has it; names are unique over all accounts. */
export const Username = Type.String({ pattern: '^([A-Z0-9]+)$', description: 'Made by the server.' });

const HomeDirectory = Type.String({
  pattern: '^/$|^(/[A-Za-z0-9_:.+-]+)+$',
  maxLength: MAX_HOME_BYTES,
  description:
    'The directory of the bucket that the user sees as `/`: they reach it and what is below, and nothing else. `/` itself is all of the bucket, with the homes of the others.',
});
const Description = Type.String({
  pattern: '^[A-Za-z0-9 _/-]+$',
  maxLength: 200,
  description: 'For people: who it is.',
});
const BucketName = Type.String({
  pattern: BUCKET_NAME,
  description:
    'The bucket in which the home lies. Default: one of the account for all of them, made with the first user.',
});

// Unknown members are ignored: newer clients of this family send members that this server does not know.

export const NewUser = Type.Object(
  {
    homeDirectory: HomeDirectory,
    description: Description,
    passwordOptions: Type.Optional(
      Type.Object(
        {
          length: Type.Optional(
            Type.Integer({
              minimum: PASSWORD_LENGTH.least,
              maximum: PASSWORD_LENGTH.most,
              description: `Characters. Default ${PASSWORD_LENGTH.standard}.`,
            }),
          ),
        },
        { description: 'How the password is made.' },
      ),
    ),
    bucketName: Type.Optional(BucketName),
  },
  { title: 'NewSftpUser', description: 'Who is to log in over SFTP and FTPS.' },
);
export type NewUser = Static<typeof NewUser>;

export const UserUpdate = Type.Object(
  {
    description: Description,
    homeDirectory: Type.Optional(HomeDirectory),
    bucketName: Type.Optional(
      Type.String({ pattern: BUCKET_NAME, description: 'The bucket in which the home lies. Default: it stays.' }),
    ),
  },
  { title: 'SftpUserUpdate', description: 'The description, and where the home is to lie.' },
);
export type UserUpdate = Static<typeof UserUpdate>;

// Answers have no patterns, as users that a partners file has made may have homes and descriptions that these patterns do not allow.
const shown = {
  username: Username,
  homeDirectory: Type.String({ description: 'What the user sees as `/`.' }),
  bucketName: Type.String({ description: 'The bucket in which it lies.' }),
  description: Type.String({ description: 'For people.' }),
  endpoint: Type.String({ description: 'The host to log in at, over SFTP and FTPS.' }),
};

export const SftpUser = Type.Object(
  {
    ...shown,
    lastConnectedDate: Type.Optional(
      instant('When the user last logged in, to a minute. Absent before the first login.'),
    ),
  },
  { title: 'SftpUser', description: 'Who may log in over SFTP and FTPS.' },
);
export type SftpUser = Static<typeof SftpUser>;

export const CreatedUser = Type.Object(
  { ...shown, password: Type.String({ description: 'Told now, and never again.' }) },
  { title: 'CreatedSftpUser', description: 'Who may log in, and by what.' },
);
export type CreatedUser = Static<typeof CreatedUser>;
