import Type, { type Static } from 'typebox';
import { closed } from '../../for-kinds.js';
import { Directory, InboundFileEncoding, SubdirectoryOut } from '../settings-shapes.js';

/** A bucket of this server: the partner, or a program of the customer, works on its objects. */
export const BucketSettings = Type.Object(
  {
    bucketName: Type.String({
      pattern: '^[a-z0-9-]+$',
      minLength: 1,
      maxLength: 63,
      description: 'Name of a bucket of the account.',
    }),
    parentDirectory: Type.Optional(Directory('Below the bucket: what this connection may reach.')),
    inboundSubdirectory: Type.Optional(
      Directory(
        'Below the parent directory: whatever is put below it has come in, whoever puts it. Absent: nothing comes in.',
      ),
    ),
    outboundSubdirectory: Type.Optional(SubdirectoryOut),
    inboundFileEncoding: Type.Optional(InboundFileEncoding),
    deleteInboundFilesOnReceipt: Type.Optional(
      Type.Boolean({
        description: 'Whether a file of the partner is removed from the bucket once it was read. Default: it stays.',
      }),
    ),
  },
  closed,
);
export type BucketSettings = Static<typeof BucketSettings>;

/** Members that are paths below the bucket. */
export const BUCKET_DIRECTORIES = ['parentDirectory', 'inboundSubdirectory', 'outboundSubdirectory'] as const;
