import { demandOwnDirectories } from '../demand-directories.js';
import type { RequestedKind } from '../kind.js';
import { outermostSecrets } from '../secrets-apart.js';
import { demandBucket } from './demand-bucket.js';
import { openBucket } from './open.js';
import { bucketPlaces, demandNotNested } from './places.js';
import { BUCKET_DIRECTORIES, BucketSettings } from './settings.js';

/** Files lie in a bucket of this server, where programs of the customer put and take them. */
export const bucket: RequestedKind<BucketSettings> = {
  madeBy: 'requests',
  name: 'bucket',
  publicType: 'BUCKET',
  segment: 'buckets',
  operation: 'Bucket',
  list: 'buckets',
  title: 'a bucket',
  isRemote: false,
  settings: BucketSettings,
  ...outermostSecrets([]),
  given: () => BucketSettings.properties,
  async demand(queries, { settings }) {
    demandOwnDirectories(settings, BUCKET_DIRECTORIES);
    demandNotNested(settings);
    await demandBucket(queries, settings);
  },
  bucketOf: ({ bucketName }) => bucketName,
  placesOf: bucketPlaces,
  open: openBucket,
};
