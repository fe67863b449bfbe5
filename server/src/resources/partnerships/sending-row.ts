import type { AccountQueries } from '../../store/account-queries.js';
import { preparedQuery } from '../../store/prepared-query.js';
import type { Partnerships } from '../../store/tables.js';
import { applicationIdOf } from '../profiles/application-identifiers.js';

/** A partnership as an interchange that is sent needs it. */
export interface LoadedPartnership {
  readonly id: string;
  readonly usageIndicator: Partnerships['usage_indicator'];
  readonly timezone: string;
  readonly timeFormat: Partnerships['time_format'];
  readonly local: LoadedProfile;
  readonly partner: LoadedProfile;
}

/** One side of a partnership. */
export interface LoadedProfile {
  readonly id: string;
  /** ISA05 or ISA07. */
  readonly qualifier: string;
  /** ISA06 or ISA08, without padding. */
  readonly interchangeId: string;
  /** GS02 or GS03, where neither request nor setting names one. */
  readonly applicationId: string;
}

// Asked by every request: prepared, since building it costs more than running it. One query for the partnership and both its profiles.
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
export async function loadPartnership(queries: AccountQueries, id: string): Promise<LoadedPartnership | undefined> {
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
      applicationId: applicationIdOf(row.local_applications, row.local_interchange_id),
    },
    partner: {
      id: row.partner_profile_id,
      qualifier: row.partner_qualifier,
      interchangeId: row.partner_interchange_id,
      applicationId: applicationIdOf(row.partner_applications, row.partner_interchange_id),
    },
  };
}
