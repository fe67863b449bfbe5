import { isDeepStrictEqual } from 'node:util';
import type { Platform } from '../platform.js';
import { notificationsColumn, notificationsOf } from '../resources/buckets/notifications.js';
import { createBucket, findBucket, hasLiveBucket, setNotifications } from '../resources/buckets/rows.js';
import { withDefaults } from '../resources/profiles/application-identifiers.js';
import { createProfile, profileWithId, updateProfile } from '../resources/profiles/rows.js';
import { showProfile } from '../resources/profiles/shown.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { PartnersFile } from './file-schema.js';
import { at, type Changes } from './report.js';

type Needs = Pick<Platform, 'clock'>;

/** Buckets by their names: they are there, or they are made; and who is told of objects. */
export async function applyBuckets(
  { clock }: Needs,
  queries: AccountQueries,
  buckets: NonNullable<PartnersFile['buckets']>,
  changes: Changes,
): Promise<void> {
  for (const [index, { bucketName: name, notifications: given }] of buckets.entries()) {
    await at(`/buckets/${index}`, async () => {
      const notifications = notificationsColumn(given);
      if (!(await hasLiveBucket(queries, name))) {
        await createBucket(queries, clock, { name, notifications });
        changes.add('bucket', name, 'created');
        return;
      }
      const before = notificationsOf((await findBucket(queries, name)).notifications);
      // A file that says nothing of them, as older ones, leaves them as they are.
      const isSame = given === undefined || isDeepStrictEqual(notificationsOf(notifications), before);
      if (!isSame) await setNotifications(queries, clock, { name, mode: 'live', notifications });
      changes.add('bucket', name, isSame ? 'unchanged' : 'changed');
    });
  }
}

/** Profiles by their ids. */
export async function applyProfiles(
  { clock }: Needs,
  queries: AccountQueries,
  profiles: NonNullable<PartnersFile['profiles']>,
  changes: Changes,
): Promise<void> {
  for (const [index, profile] of profiles.entries()) {
    await at(`/profiles/${index}`, async () => {
      const { profileId, applicationIdentifiers = [] } = profile;
      const before = await profileWithId(queries, profileId);
      if (before === undefined) {
        await createProfile(queries, clock, profile);
        changes.add('profile', profileId, 'created');
        return;
      }
      const shown = showProfile(before);
      const wanted = {
        ...shown,
        ...profile,
        applicationIdentifiers: withDefaults(applicationIdentifiers),
        interchangeId: profile.interchangeId.trimEnd(),
      };
      const isSame = isDeepStrictEqual(wanted, shown);
      if (!isSame) await updateProfile(queries, clock, profileId, profile);
      changes.add('profile', profileId, isSame ? 'unchanged' : 'changed');
    });
  }
}
