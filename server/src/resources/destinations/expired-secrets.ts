import { sql } from 'kysely';
import type { Secrets } from '../../secrets/secrets.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Destinations } from '../../store/exchange-tables.js';
import type { Purge } from '../../store/purge.js';
import { deletePreviousSecret } from './signing-secrets.js';

type Row = Pick<Destinations, 'account_id' | 'id'>;

/** Removes secrets that were exchanged and do not count any more, of destinations of all accounts. */
export const purgePreviousSecrets =
  (secrets: Secrets): Purge =>
  async (tx, now, most) => {
    // The rows stay locked, so that nobody exchanges a secret between the two.
    const { rows } =
      await sql<Row>`update destinations set previous_secret_until = null, secret_version = secret_version + 1
    where id in (select id from destinations where previous_secret_until <= ${now} limit ${most})
    and previous_secret_until <= ${now} returning account_id, id`.execute(tx);
    for (const { account_id, id } of rows) await deletePreviousSecret(secrets, new AccountQueries(tx, account_id), id);
    return rows.length;
  };
