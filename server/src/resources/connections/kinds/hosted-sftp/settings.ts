import Type, { type Static } from 'typebox';
import { closed } from '../../for-kinds.js';
import { BUCKET_DIRECTORIES, BucketSettings } from '../bucket/settings.js';
import { Directory } from '../settings-shapes.js';

/** A bucket that the partner reaches over our SFTP and FTPS servers. */
export const HostedSftpSettings = Type.Object(
  {
    ...BucketSettings.properties,
    username: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The SFTP user of the account that the partner logs in as.',
      }),
    ),
    homeDirectory: Type.Optional(Directory('Below the bucket: what the user sees as `/`.')),
  },
  closed,
);
export type HostedSftpSettings = Static<typeof HostedSftpSettings>;

/** Members that are paths. */
export const HOSTED_DIRECTORIES = [...BUCKET_DIRECTORIES, 'homeDirectory'] as const;
