import Type from 'typebox';
import { BUCKET_NAME } from '../buckets/rows.js';

// Shapes of key pairs of the S3 listener over HTTP, for the operator.

const AccessKeyId = Type.String({ description: 'Names the key pair; it is no secret.' });
const Name = Type.String({ minLength: 1, maxLength: 200, description: 'For people.' });
const Mode = Type.Union([Type.Literal('test'), Type.Literal('live')], {
  description: 'It sees and makes buckets of this mode alone.',
});
const Access = Type.Union([Type.Literal('read'), Type.Literal('write')], {
  description:
    '`read`: lists and reads. `write`: that, and puts and deletes objects; without a list of buckets, buckets too.',
});

export const NewS3KeySchema = Type.Object(
  {
    name: Name,
    mode: Mode,
    access: Type.Optional(Access),
    buckets: Type.Optional(
      Type.Array(Type.String({ pattern: BUCKET_NAME }), {
        minItems: 1,
        maxItems: 100,
        description: 'Names of the buckets it may be used for, which need not be there yet. Default: all of its mode.',
      }),
    ),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'From then on it is refused. Default: never.' }),
    ),
  },
  // Closed, as a misspelt `buckets` would otherwise make a key for all buckets.
  { additionalProperties: false, title: 'NewS3Key', description: 'A key pair to be made.' },
);

const BucketWarning = Type.Object(
  {
    path: Type.String({ description: 'JSON pointer into the body.' }),
    code: Type.Union([Type.Literal('NO_SUCH_BUCKET'), Type.Literal('BUCKET_OF_OTHER_MODE')], {
      description: 'What it is, for programs.',
    }),
    message: Type.String({ description: 'What it is, for people.' }),
    bucketName: Type.String({ description: 'The bucket.' }),
  },
  { title: 'S3KeyBucketWarning', description: 'A bucket that the key pair does not reach as it is made.' },
);

export const CreatedS3KeySchema = Type.Object(
  {
    accessKeyId: AccessKeyId,
    secretAccessKey: Type.String({ description: 'The secret: shown now and never again.' }),
    warnings: Type.Optional(
      Type.Array(BucketWarning, { description: 'Buckets of its list that it does not reach as it is made.' }),
    ),
  },
  { title: 'CreatedS3Key', description: 'The new key pair.' },
);

export const S3KeySchema = Type.Object(
  {
    accessKeyId: AccessKeyId,
    name: Name,
    mode: Mode,
    access: Access,
    buckets: Type.Optional(Type.Array(Type.String(), { description: 'Absent: all of its mode.' })),
    expiresAt: Type.Optional(Type.String({ format: 'date-time', description: 'Absent: it does not expire.' })),
    lastUsedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'To the minute. Absent: it was never used.' }),
    ),
    createdAt: Type.String({ format: 'date-time', description: 'When it was made.' }),
  },
  { title: 'S3Key', description: 'A key pair, without its secret.' },
);
