import Type, { type Static } from 'typebox';
import { CreatedAt, instant } from '../../schemas/shapes.js';
import { FUNCTION_NAME } from '../functions/schemas.js';
import { BUCKET_NAME } from './rows.js';

export const BucketName = Type.String({
  pattern: BUCKET_NAME,
  description: 'Lower-case letters, digits and hyphens. Names are shared by all accounts of the server.',
});

const FunctionName = Type.String({
  ...FUNCTION_NAME,
  description:
    'The function that is invoked for each object that is put, with the event of S3 (`Records`). Of the mode of the bucket.',
});

// Unknown members are ignored: newer clients of this family send members that this server does not know.

export const Notifications = Type.Object(
  {
    functions: Type.Optional(
      Type.Array(Type.Object({ functionName: FunctionName }, { description: 'A function.' }), {
        maxItems: 1,
        description: 'One at most. It need not be there yet: until it is, what is put is not told.',
      }),
    ),
  },
  { title: 'BucketNotifications', description: 'Who is told of objects that are put.' },
);
export type Notifications = Static<typeof Notifications>;

export const NewBucket = Type.Object(
  { bucketName: BucketName, notifications: Type.Optional(Notifications) },
  { title: 'NewBucket', description: 'A bucket to be made.' },
);

export const BucketUpdate = Type.Object(
  { notifications: Type.Optional(Notifications) },
  { title: 'BucketUpdate', description: 'What takes the place of the notifications that there are.' },
);

export const BucketShown = Type.Object(
  {
    bucketName: Type.String({ description: 'Its name.' }),
    createdAt: CreatedAt,
    notifications: Type.Object(
      {
        functions: Type.Array(
          Type.Object({ functionName: Type.String({ description: 'Its name.' }) }, { description: 'A function.' }),
          { description: 'Empty where nobody is told.' },
        ),
      },
      { description: 'Who is told of objects that are put.' },
    ),
  },
  { title: 'Bucket', description: 'A place for files.' },
);
export type BucketShown = Static<typeof BucketShown>;

export const ObjectShown = Type.Object(
  {
    key: Type.String({ description: 'Names it in its bucket.' }),
    updatedAt: instant('When it was put.'),
    size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  },
  { title: 'BucketObject', description: 'An object, without its bytes.' },
);
export type ObjectShown = Static<typeof ObjectShown>;

/** The prefixes in place of keys that are not listed one by one. */
export const CommonPrefixes = Type.Array(
  Type.Object(
    { prefix: Type.String({ description: 'It ends with the delimiter.' }) },
    { description: 'What several keys begin with.' },
  ),
  { description: 'What keys begin with that go on behind the delimiter, each once; empty without one.' },
);

export const ObjectCopy = Type.Object(
  {
    bucketName: BucketName,
    key: Type.String({ minLength: 1, description: 'The key of the copy.' }),
    copySource: Type.String({
      pattern: '^/?[a-z0-9-]{1,63}/',
      description: 'What is copied: the name of its bucket, a slash, and its key as it is, without escapes.',
    }),
  },
  { title: 'ObjectCopy', description: 'What is copied, and to where.' },
);
