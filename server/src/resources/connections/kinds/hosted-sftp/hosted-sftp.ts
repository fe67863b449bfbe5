import { type AccountQueries, type JsonObject, lockSftpUser } from '../../for-kinds.js';
import { demandBucket } from '../bucket/demand-bucket.js';
import { openBucket } from '../bucket/open.js';
import { demandApart } from '../demand-apart.js';
import { demandOwnDirectories } from '../demand-directories.js';
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
    demandApart(settings);
    await demandBucket(queries, settings);
    await demandUser(queries, settings);
  },
  bucketOf: ({ bucketName }) => bucketName,
  userOf: ({ username }) => username,
  open: openBucket,
};

/** The user's home is in the bucket, or they would not find what is delivered. */
async function demandUser(queries: AccountQueries, { username, bucketName }: JsonObject): Promise<void> {
  if (username === undefined) return;
  const user = await lockSftpUser(queries, String(username));
  if (user?.bucket === bucketName) return;
  throw refusedSetting(
    '/username',
    'must name an SFTP user of the account whose home is in the bucket. Create it first',
  );
}
