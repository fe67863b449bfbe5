import type { AcknowledgmentPolicy } from 'ediloom/acknowledgment';
import type { GuideLibrary, KnownGuide } from '../../resources/guides/guide-library.js';
import { ackConfigurationOf, processingConfigurationOf } from '../../resources/partnerships/configuration.js';
import { partnershipBetween } from '../../resources/partnerships/rows.js';
import { profileIdOf } from '../../resources/profiles/rows.js';
import { inboundSettingFor } from '../../resources/transaction-settings/rows.js';
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
  const partner = await profileIdOf(queries, header.senderQualifier, header.senderId);
  const local = await profileIdOf(queries, header.receiverQualifier, header.receiverId);
  const partnership =
    partner === undefined || local === undefined ? undefined : await partnershipBetween(queries, { local, partner });
  const matched: MatchedGroup[] = [];
  for (const group of groups) {
    const sets: MatchedSet[] = [];
    for (const set of group.sets) sets.push(await matchSet(queries, library, partnership, group, set));
    matched.push({ group, sets });
  }
  return { partnership, groups: matched };
}

async function matchSet(
  queries: AccountQueries,
  library: GuideLibrary,
  partnership: Partnerships | undefined,
  { header }: OutlinedGroup,
  transactionSet: string,
): Promise<MatchedSet> {
  const { release } = header;
  const setting =
    partnership && (await inboundSettingFor(queries, partnership.partnership_id, { transactionSet, release }));
  const own = setting?.guide_id == null ? undefined : await library.find(queries, setting.guide_id);
  const guide = own ?? (await library.base(transactionSet, release));
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
