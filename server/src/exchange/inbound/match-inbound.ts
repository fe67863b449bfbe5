import type { AcknowledgmentPolicy } from 'ediloom/acknowledgment';
import type { GuideLibrary, KnownGuide } from '../../resources/guides/guide-library.js';
import { ackConfigurationOf, processingConfigurationOf } from '../../resources/partnerships/configuration.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Partnerships } from '../../store/tables.js';
import type { OutlinedGroup, OutlinedInterchange } from './read-outline.js';

/** Whose an interchange is, and what its groups are read by. */
export interface MatchedInterchange {
  readonly partnership: Partnerships | undefined;
  readonly groups: readonly MatchedGroup[];
}

export interface MatchedGroup {
  readonly group: OutlinedGroup;
  readonly sets: readonly MatchedSet[];
}

export interface MatchedSet {
  readonly transactionSet: string;
  readonly settingId: string | undefined;
  readonly guide: KnownGuide | undefined;
}

/** Finds the partnership whose partner sends and whose local profile receives, and the inbound settings of its sets. */
export async function matchInbound(
  queries: AccountQueries,
  library: GuideLibrary,
  { header, groups }: OutlinedInterchange,
): Promise<MatchedInterchange> {
  const sender = await profileId(queries, header.senderQualifier, header.senderId);
  const receiver = await profileId(queries, header.receiverQualifier, header.receiverId);
  const partnership =
    sender === undefined || receiver === undefined
      ? undefined
      : await queries
          .from('partnerships')
          .selectAll()
          .where('partner_profile_id', '=', sender)
          .where('local_profile_id', '=', receiver)
          .executeTakeFirst();
  const matched: MatchedGroup[] = [];
  for (const group of groups) {
    const sets: MatchedSet[] = [];
    for (const set of group.sets) sets.push(await matchSet(queries, library, partnership, group, set));
    matched.push({ group, sets });
  }
  return { partnership, groups: matched };
}

async function profileId(queries: AccountQueries, qualifier: string, id: string): Promise<string | undefined> {
  const row = await queries
    .from('profiles')
    .select('profile_id')
    .where('interchange_qualifier', '=', qualifier)
    .where('interchange_id', '=', id)
    .executeTakeFirst();
  return row?.profile_id;
}

async function matchSet(
  queries: AccountQueries,
  library: GuideLibrary,
  partnership: Partnerships | undefined,
  { header }: OutlinedGroup,
  transactionSet: string,
): Promise<MatchedSet> {
  const setting =
    partnership === undefined
      ? undefined
      : await queries
          .from('transaction_settings')
          .select(['id', 'guide_id'])
          .where('partnership_id', '=', partnership.partnership_id)
          .where('direction', '=', 'inbound')
          .where('transaction_set', '=', transactionSet)
          .where('release', '=', header.release)
          .executeTakeFirst();
  const own = setting?.guide_id == null ? undefined : await library.find(queries, setting.guide_id);
  const guide = own ?? (await library.base(transactionSet, header.release));
  return { transactionSet, settingId: setting?.id, guide };
}

/** What a partnership has agreed on about answers; nobody is answered whom nobody knows. */
export function policyOf(partnership: Partnerships | undefined): AcknowledgmentPolicy {
  const acks = partnership && ackConfigurationOf(partnership);
  if (partnership === undefined || acks?.enabled !== true) return { ta1: 'never', functional: 'none' };
  const processing = processingConfigurationOf(partnership);
  return {
    negatives: acks.negativeAcknowledgmentEnabled ?? true,
    transactions: processing?.strategy === 'AllTransactions' ? 'all or none' : 'each',
    ...(acks.functionalAcknowledgmentType === undefined ? {} : { functional: acks.functionalAcknowledgmentType }),
  };
}
