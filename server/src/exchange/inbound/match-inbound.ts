import { setImmediate } from 'node:timers/promises';
import type { FoundGuide, GuideLibrary } from '../../resources/guides/guide-library.js';
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
  /** ST01. */
  readonly transactionSet: string;
  /** `undefined`: the partnership has none for this set and release. */
  readonly settingId: string | undefined;
  /** The setting's, else the engine's for the set and release; `undefined`: neither is there. */
  readonly guide: FoundGuide | undefined;
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
    for (const set of group.sets) {
      sets.push(await matchSet(queries, library, partnership, group, set));
      // There may be two thousand, and on the embedded store none of them waits: others have their turn.
      await setImmediate();
    }
    matched.push({ group, sets });
  }
  return { partnership, groups: matched };
}

async function matchSet(
  queries: AccountQueries,
  library: GuideLibrary,
  partnership: Partnerships | undefined,
  { header: { release } }: OutlinedGroup,
  transactionSet: string,
): Promise<MatchedSet> {
  const setting =
    partnership && (await inboundSettingFor(queries, partnership.partnership_id, { transactionSet, release }));
  const own = setting?.guide_id == null ? undefined : await library.find(queries, setting.guide_id);
  const guide = own ?? (await library.base(transactionSet, release));
  return { transactionSet, settingId: setting?.id, guide };
}
