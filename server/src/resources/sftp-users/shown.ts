import { isoTime } from '../../clock.js';
import type { Config } from '../../config.js';
import type { SftpUsers } from '../../store/bucket-tables.js';
import type { SftpUser } from './schemas.js';

/** A user as the interface shows them: nothing of what they log in with. */
export function showSftpUser(
  { sftpEndpoint }: Pick<Config, 'sftpEndpoint'>,
  { username, home_directory, bucket, description, last_connected_at }: SftpUsers,
): SftpUser {
  return {
    username,
    homeDirectory: home_directory,
    bucketName: bucket,
    description,
    endpoint: sftpEndpoint,
    ...(last_connected_at === null ? {} : { lastConnectedDate: isoTime(last_connected_at) }),
  };
}
