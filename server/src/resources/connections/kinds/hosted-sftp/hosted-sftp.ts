import { type AccountQueries, type JsonObject, lockSftpUser } from '../../for-kinds.js';
import { demandBucket } from '../bucket/demand-bucket.js';
import { openBucket } from '../bucket/open.js';
import { bucketPlaces, demandNotNested, isWithin } from '../bucket/places.js';
import { demandOwnDirectories } from '../demand-directories.js';
import { joinDirectories } from '../join-directories.js';
import type { RequestedKind } from '../kind.js';
import { refusedSetting } from '../refused-setting.js';
import { outermostSecrets } from '../secrets-apart.js';
import { HOSTED_DIRECTORIES, HostedSftpSettings } from './settings.js';

/** Files lie in a bucket of this server, where the partner's user puts and takes them over SFTP or FTPS. */
export const hostedSftp: RequestedKind<HostedSftpSettings> = {
  madeBy: 'requests',
  name: 'hosted-sftp',
  publicType: 'PLATFORM_FTP',
  segment: 'hosted-sftp',
  alias: 'stedi-ftp',
  operation: 'HostedSftp',
  list: 'hostedSftp',
  title: 'our SFTP server',
  // What is delivered stays on this server until the partner comes for it.
  isRemote: false,
  settings: HostedSftpSettings,
  ...outermostSecrets([]),
  given: () => HostedSftpSettings.properties,
  async demand(queries, { settings }) {
    demandOwnDirectories(settings, HOSTED_DIRECTORIES);
    demandNotNested(settings);
    await demandBucket(queries, settings);
    demandWithin('/homeDirectory', settings, settings.homeDirectory);
    await demandUser(queries, settings);
  },
  bucketOf: ({ bucketName }) => bucketName,
  userOf: ({ username }) => username,
  placesOf: bucketPlaces,
  open: openBucket,
};

/** The user's home is in the bucket, or they would not find what is delivered. */
async function demandUser(queries: AccountQueries, settings: JsonObject): Promise<void> {
  const { username, bucketName } = settings;
  if (username === undefined) return;
  const user = await lockSftpUser(queries, String(username), 'live');
  if (user?.bucket === bucketName) return demandWithin('/username', settings, user?.home_directory);
  throw refusedSetting(
    '/username',
    'must name an SFTP user of the account whose home is in the bucket. Create it first',
  );
}

/** The directories that are named are within the home, or the partner would never see them. */
function demandWithin(pointer: string, settings: JsonObject, home: unknown): void {
  if (typeof home !== 'string') return;
  const { inboundSubdirectory, outboundSubdirectory } = settings;
  const parent = typeof settings.parentDirectory === 'string' ? settings.parentDirectory : undefined;
  for (const named of [inboundSubdirectory, outboundSubdirectory]) {
    if (typeof named !== 'string' || isWithin(joinDirectories(parent, named), joinDirectories(home))) continue;
    throw refusedSetting(
      pointer,
      'has a home that the inbound or the outbound directory is not in: the partner would not see it. Directories are named from the bucket, as the home is',
    );
  }
}
