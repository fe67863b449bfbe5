import type { AccountQueries } from '../../store/account-queries.js';
import { prepared } from '../../store/prepared.js';
import type { Partnerships, Profiles } from '../../store/tables.js';
import { type ExpectedAcknowledgments, expectedAcknowledgmentsOf } from './configuration.js';

/** A partnership as an interchange that is sent needs it. */
export interface SendingPartnership {
  readonly id: string;
  readonly usageIndicator: Partnerships['usage_indicator'];
  readonly timezone: string;
  readonly timeFormat: Partnerships['time_format'];
  /** Which answers are waited for; `undefined`: none. */
  readonly expected: ExpectedAcknowledgments | undefined;
  readonly local: SendingProfile;
  readonly partner: SendingProfile;
}

/** One side of a partnership. */
export interface SendingProfile {
  readonly id: string;
  /** ISA05 or ISA07. */
  readonly qualifier: string;
  /** ISA06 or ISA08, without padding. */
  readonly interchangeId: string;
  /** As the column has them, since most requests need none: see `defaultApplicationId`. */
  readonly applicationIdentifiers: Profiles['application_identifiers'];
}

// Asked by every request: prepared, since building it costs more than running it. One query for the partnership and both its profiles.
const partnershipRow = prepared((tx, { accountId, id }: { readonly accountId: string; readonly id: string }) =>
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
      'partnerships.expected_acknowledgments',
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
  const { rows } = await partnershipRow(queries.tx, { accountId: queries.accountId, id });
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    id,
    usageIndicator: row.usage_indicator,
    timezone: row.timezone,
    timeFormat: row.time_format,
    expected: expectedAcknowledgmentsOf(row),
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
