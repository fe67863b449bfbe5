import { writeAudit } from '../../audit/write-audit.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Services } from '../services.js';

/** What partners do with files that somebody may ask for later. */
export type FileAction = 'upload' | 'refuse' | 'download' | 'remove' | 'rename';

/** Writes down which user did what to which object. */
export async function auditFile(
  { clock }: Pick<Services, 'clock'>,
  queries: AccountQueries,
  {
    action,
    username,
    object,
    address,
  }: {
    readonly action: FileAction;
    readonly username: string;
    /** `<bucket>/<key>`. */
    readonly object: string;
    readonly address?: string | undefined;
  },
): Promise<void> {
  await writeAudit(queries, clock, {
    action,
    objectKind: 'object',
    objectId: object,
    keyId: `sftp-user:${username}`,
    address,
  });
}
