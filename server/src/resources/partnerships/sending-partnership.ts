import type { AccountQueries } from '../../store/account-queries.js';
import { preparedQuery } from '../../store/prepared-query.js';
import type { Json } from '../../store/tables.js';

/** A partnership as an interchange needs it, with its profiles. */
export interface SendingPartnership {
  readonly id: string;
  readonly usageIndicator: 'I' | 'P' | 'T';
  readonly timezone: string;
  readonly timeFormat: 'HHMM' | 'HHMMSS';
  readonly local: SendingProfile;
  readonly partner: SendingProfile;
}

export interface SendingProfile {
  readonly id: string;
  readonly qualifier: string;
  readonly interchangeId: string;
  /** As the column has them: most requests need none. */
  readonly applicationIdentifiers: Json;
}

// Asked by every request: prepared, since building it costs more than running it; and joined, since it is one round trip instead of three.
const partnershipRow = preparedQuery((tx, accountId: string, id: string) =>
  tx
    .selectFrom('partnerships')
    .innerJoin('profiles as local', (join) =>
      join
        .onRef('local.account_id', '=', 'partnerships.account_id')
        .onRef('local.profile_id', '=', 'partnerships.local_profile_id'),
    )
    .innerJoin('profiles as partner', (join) =>
      join
        .onRef('partner.account_id', '=', 'partnerships.account_id')
        .onRef('partner.profile_id', '=', 'partnerships.partner_profile_id'),
    )
    .where('partnerships.account_id', '=', accountId)
    .where('partnerships.partnership_id', '=', id)
    .select([
      'partnerships.usage_indicator',
      'partnerships.timezone',
      'partnerships.time_format',
      'partnerships.local_profile_id',
      'partnerships.partner_profile_id',
      'local.interchange_qualifier as local_qualifier',
      'local.interchange_id as local_interchange_id',
      'local.application_identifiers as local_applications',
      'partner.interchange_qualifier as partner_qualifier',
      'partner.interchange_id as partner_interchange_id',
      'partner.application_identifiers as partner_applications',
    ]),
);

/** @returns `undefined` where the account has no such partnership. */
export async function sendingPartnership(queries: AccountQueries, id: string): Promise<SendingPartnership | undefined> {
  const [row] = await partnershipRow(queries.tx, queries.accountId, id);
  if (row === undefined) return undefined;
  return {
    id,
    usageIndicator: row.usage_indicator,
    timezone: row.timezone,
    timeFormat: row.time_format,
    local: {
      id: row.local_profile_id,
      qualifier: row.local_qualifier,
      interchangeId: row.local_interchange_id,
      applicationIdentifiers: row.local_applications,
    },
    partner: {
      id: row.partner_profile_id,
      qualifier: row.partner_qualifier,
      interchangeId: row.partner_interchange_id,
      applicationIdentifiers: row.partner_applications,
    },
  };
}
