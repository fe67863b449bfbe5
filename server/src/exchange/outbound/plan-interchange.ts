import { functionalIdOf } from 'ediloom';
import { quotedName } from 'ediloom/words';
import type { Caller } from '../../caller.js';
import { denied, invalid, notFound } from '../../problems.js';
import { type SendingConnection, sendingConnection } from '../../resources/connections/sending-connection.js';
import { disabledText } from '../../resources/connections/unusable-connection.js';
import type { FoundGuide, GuideLibrary, KnownGuide } from '../../resources/guides/guide-library.js';
import {
  type SendingPartnership,
  type SendingProfile,
  sendingPartnership,
} from '../../resources/partnerships/sending-partnership.js';
import { defaultApplicationId } from '../../resources/profiles/application-identifiers.js';
import {
  demandOutbound,
  type SendingSetting,
  sendingSettings,
} from '../../resources/transaction-settings/sending-settings.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Run } from '../services.js';
import type { OutboundGroup, OutboundRequest, UsageIndicator } from './outbound-request.js';
import { effectiveUsage } from './usage-indicator.js';

/** Everything about an interchange that its data do not decide; checked. */
export interface OutboundPlan extends FoundPlan {
  readonly groups: readonly PlannedGroup[];
}

export interface PlannedGroup extends FoundGroup {
  readonly guide: KnownGuide | undefined;
  /** GS01; `undefined` for sets that nobody has published: the engine says so. */
  readonly functionalId: string | undefined;
}

interface FoundPlan {
  readonly partnership: SendingPartnership;
  readonly connection: SendingConnection;
  /** Below the connection's outbound directory. */
  readonly directory: string;
  /** The setting's expression for the file's name. */
  readonly filenameExpression: string | undefined;
  readonly usage: UsageIndicator;
  readonly groups: readonly FoundGroup[];
}

/** By what a group is made; acknowledgments are made by none (`id`). */
export interface PlannedSetting extends Pick<SendingSetting, 'release' | 'transaction_set'> {
  readonly id: string | undefined;
}

interface FoundGroup {
  readonly setting: PlannedSetting;
  /** `undefined`: the dictionary of the release is all there is. */
  readonly guide: Pick<FoundGuide, 'id' | 'fragmentPath'> | undefined;
  /** GS02. */
  readonly sender: string;
  /** GS03. */
  readonly receiver: string;
}

type RequestToPlan = Pick<OutboundRequest, 'partnershipId' | 'overrides'> & { readonly groups: readonly GroupToPlan[] };

/**
 * Finds what an interchange is to be made with. A guide that is used for the first time is compiled behind the read, in turns.
 * @throws Problem `not-found` where the partnership or a setting is not there, `invalid` where they do not fit, `denied` by the rules of test keys.
 */
export async function planInterchange({ services, caller }: Run, request: RequestToPlan): Promise<OutboundPlan> {
  const found = await readRows(services.store, caller.accountId, (queries) =>
    findPlan(queries, services.guides, caller, request),
  );
  const groups: PlannedGroup[] = [];
  for (const { guide: there, ...group } of found.groups) {
    const guide = await there?.load();
    const functionalId = guide?.guide.x12.functionalId ?? functionalIdOf(group.setting.transaction_set);
    groups.push({ ...group, guide, functionalId });
  }
  return { ...found, groups };
}

async function findPlan(
  queries: AccountQueries,
  library: GuideLibrary,
  caller: Pick<Caller, 'mode'>,
  request: RequestToPlan,
) {
  const partnership = await sendingPartnership(queries, request.partnershipId);
  if (partnership === undefined) throw notFound('partnership');
  const usage = effectiveUsage(caller.mode, request.overrides?.usageIndicator, partnership.usageIndicator);
  const settings = await findSettings(queries, request);
  const connection = await findConnection(queries, settings, caller);
  const groups: GroupWithGuide[] = [];
  for (const [index, group] of request.groups.entries()) {
    const setting = settings[index];
    if (setting !== undefined) groups.push(await findGroup(queries, library, partnership, group, setting));
  }
  return {
    partnership,
    connection,
    directory: settings[0]?.subdirectory ?? '',
    filenameExpression: settings.find(({ filename }) => filename !== null)?.filename ?? undefined,
    usage,
    groups,
  };
}

type GroupToPlan = Omit<OutboundGroup, 'transactions'>;
type GroupWithGuide = FoundGroup & { readonly guide: FoundGuide | undefined };

/** Settings of the groups, in their order. */
async function findSettings(
  queries: AccountQueries,
  { partnershipId, groups }: { readonly partnershipId: string; readonly groups: readonly GroupToPlan[] },
): Promise<readonly SendingSetting[]> {
  const ids = [...new Set(groups.map(({ settingId }) => settingId))];
  const found = await sendingSettings(queries, partnershipId, ids);
  return groups.map(({ settingId }) => {
    const setting = found.find(({ id }) => id === settingId);
    if (setting === undefined) throw notFound(`transaction setting as ${quotedName(settingId)} in this partnership`);
    return demandOutbound(settingId, setting);
  });
}

async function findConnection(
  queries: AccountQueries,
  settings: readonly SendingSetting[],
  caller: Pick<Caller, 'mode'>,
): Promise<SendingConnection> {
  const ids = settings.map(({ id, connection_id }) => connection_id ?? unconnected(id));
  const [first = ''] = ids;
  const other = ids.find((id) => id !== first);
  if (other !== undefined) {
    const text = `The groups go over different connections, ${first} and ${other}. Send them in separate requests.`;
    throw invalid(text, { code: 'INVALID_CONFIGURATION' });
  }
  const connection = await sendingConnection(queries, first);
  if (connection === undefined) {
    const text = `Connection ${first} of the transaction setting is not there any more. Give the setting another.`;
    throw invalid(text, { code: 'FAILED_TO_FIND_CONNECTION' });
  }
  if (connection.enabled === 0) {
    const text = `Connection ${connection.id} ${disabledText(connection)}, or give the setting another.`;
    throw invalid(text, { code: 'INVALID_CONFIGURATION' });
  }
  if (caller.mode === 'test' && connection.test === 0) {
    throw denied(`A test key sends over test connections only, and ${connection.id} is none. Use a live key.`);
  }
  return connection;
}

function unconnected(settingId: string): never {
  const text = `Transaction setting ${settingId} has no connection to deliver over. Give it one.`;
  throw invalid(text, { code: 'FAILED_TO_FIND_CONNECTION' });
}

async function findGroup(
  queries: AccountQueries,
  library: GuideLibrary,
  { local, partner }: SendingPartnership,
  group: GroupToPlan,
  setting: SendingSetting,
): Promise<GroupWithGuide> {
  return {
    setting,
    guide: await findGuide(queries, library, setting),
    sender: group.localApplicationId ?? setting.local_application_id ?? applicationIdOf(local),
    receiver: group.partnerApplicationId ?? setting.partner_application_id ?? applicationIdOf(partner),
  };
}

async function findGuide(
  queries: AccountQueries,
  library: GuideLibrary,
  setting: SendingSetting,
): Promise<FoundGuide | undefined> {
  if (setting.guide_id === null) return library.base(setting.transaction_set, setting.release);
  const guide = await library.find(queries, setting.guide_id);
  if (guide !== undefined) return guide;
  const text = `Guide ${setting.guide_id} of transaction setting ${setting.id} is not published. Publish it, or name another.`;
  throw invalid(text, { code: 'FAILED_TO_FIND_GUIDE' });
}

/** GS02 and GS03 of a profile where neither request nor setting says one: its default identifier, else its interchange id. */
function applicationIdOf({ applicationIdentifiers, interchangeId }: SendingProfile): string {
  return defaultApplicationId(applicationIdentifiers) ?? interchangeId;
}
