import { isoTime } from '../../clock.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import { notificationsOf } from './notifications.js';
import type { Bucket } from './rows.js';
import type { BucketShown, ObjectShown } from './schemas.js';

export function showBucket({ name, created_at, notifications }: Bucket): BucketShown {
  // A copy, as types that are made of schemas have no `readonly`.
  const { functions } = notificationsOf(notifications);
  return { bucketName: name, createdAt: isoTime(created_at), notifications: { functions: [...functions] } };
}

export function showObject({ key, updated_at, size }: BucketObjects): ObjectShown {
  return { key, updatedAt: isoTime(updated_at), size: Number(size) };
}
