import type { AccountQueries } from '../../store/account-queries.js';
import { prepared } from '../../store/prepared.js';
import type { Connections, Profiles, TransactionSettings } from '../../store/tables.js';

/** A partnership as an interchange needs it. */
export interface LoadedPartnership {
  readonly id: string;
  readonly usageIndicator: 'I' | 'P' | 'T';
  readonly timezone: string;
  readonly timeFormat: 'HHMM' | 'HHMMSS';
  readonly local: LoadedProfile;
  readonly partner: LoadedProfile;
}

export interface LoadedProfile {
  readonly id: string;
  readonly qualifier: string;
  readonly interchangeId: string;
  /** JSON of `{ value, isDefault }`. */
  readonly applicationIdentifiers: string;
}

interface OfAccount {
  readonly accountId: string;
  readonly id: string;
}

// Asked by every request: prepared, since building them costs more than running them.
const partnershipRow = prepared((tx, { accountId, id }: OfAccount) =>
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

const SETTING_COLUMNS = [
  'id',
  'direction',
  'release',
  'transaction_set',
  'guide_id',
  'local_application_id',
  'partner_application_id',
  'connection_id',
  'subdirectory',
  'filename',
] as const;

const settingRow = prepared((tx, { accountId, partnershipId, id }: OfAccount & { readonly partnershipId: string }) =>
  tx
    .selectFrom('transaction_settings')
    .where('account_id', '=', accountId)
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .select(SETTING_COLUMNS),
);

const connectionRow = prepared((tx, { accountId, id }: OfAccount) =>
  tx
    .selectFrom('connections')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .select(['id', 'kind', 'name', 'enabled', 'test']),
);

/** @returns `undefined` where the account has no such partnership. */
export async function loadPartnership(queries: AccountQueries, id: string): Promise<LoadedPartnership | undefined> {
  const { rows } = await partnershipRow(queries.tx, { accountId: queries.accountId, id });
  const [row] = rows;
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

/** GS02 and GS03 of a profile that nothing else is said of: its default identifier, else its interchange id. */
export function applicationIdOf(profile: LoadedProfile): string {
  // The column is JSON that the profile's own schema has let through.
  const identifiers = JSON.parse(profile.applicationIdentifiers) as readonly Readonly<ApplicationIdentifier>[];
  return identifiers.find(({ isDefault }) => isDefault === true)?.value ?? profile.interchangeId;
}

interface ApplicationIdentifier {
  value: Profiles['interchange_id'];
  isDefault?: boolean;
}

export type LoadedSetting = Pick<TransactionSettings, (typeof SETTING_COLUMNS)[number]>;

/** The settings of these ids; what is not there is not in the list. One statement text, however many ids. */
export async function loadSettings(
  queries: AccountQueries,
  partnershipId: string,
  ids: readonly string[],
): Promise<readonly LoadedSetting[]> {
  const [only] = ids;
  if (only !== undefined && ids.length === 1) {
    const { rows } = await settingRow(queries.tx, { accountId: queries.accountId, partnershipId, id: only });
    return rows;
  }
  const all = queries.from('transaction_settings').where('partnership_id', '=', partnershipId).select(SETTING_COLUMNS);
  const wanted = new Set(ids);
  return (await all.execute()).filter(({ id }) => wanted.has(id));
}

export type LoadedConnection = Pick<Connections, 'id' | 'kind' | 'name' | 'enabled' | 'test'>;

export async function loadConnection(queries: AccountQueries, id: string): Promise<LoadedConnection | undefined> {
  const { rows } = await connectionRow(queries.tx, { accountId: queries.accountId, id });
  return rows[0];
}
