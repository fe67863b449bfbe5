import type { GroupHeader } from 'ediloom';
import type { FoundGuide, GuideLibrary } from '../../resources/guides/guide-library.js';
import { type Aliases, settingsFor } from '../../resources/transaction-settings/choose-inbound.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Partnerships, TransactionSettings } from '../../store/tables.js';
import type { UnplacedFault } from './inbound-fault.js';

export interface MatchedSet {
  /** ST01. */
  readonly transactionSet: string;
  /** `undefined`: the partnership has none for this set and release. */
  readonly setting: TransactionSettings | undefined;
  /** The setting's, else the engine's for the set and release; `undefined`: neither is there. */
  readonly guide: FoundGuide | undefined;
}

/** GS01 of 997 and 999: they need no setting, as they are answers to what was sent. */
export const ACKNOWLEDGMENTS = 'FA';

/** What a set is matched with. */
export interface SetMatching {
  readonly queries: AccountQueries;
  readonly library: GuideLibrary;
  readonly partnership: Partnerships | undefined;
  /** Inbound ones of the partnership. */
  readonly settings: readonly TransactionSettings[];
  readonly aliases: Aliases;
}

export interface SetMatch {
  readonly set: MatchedSet;
  readonly fault: UnplacedFault | undefined;
}

/** All that a setting is chosen by, as one text. */
export function choosing(header: GroupHeader | undefined, transactionSet: string): string {
  const { functionalIdentifierCode, release, applicationSenderCode, applicationReceiverCode } = header ?? {};
  const isAnswer = functionalIdentifierCode === ACKNOWLEDGMENTS;
  return JSON.stringify([isAnswer, transactionSet, release, applicationSenderCode, applicationReceiverCode]);
}

/** The setting and the guide of a set, by its group; or why there is none. */
export async function matchSet(
  { queries, library, settings, aliases, partnership }: SetMatching,
  header: GroupHeader | undefined,
  transactionSet: string,
): Promise<SetMatch> {
  const release = header?.release.trim() ?? '';
  const partnerApplicationId = header?.applicationSenderCode.trim() ?? '';
  const localApplicationId = header?.applicationReceiverCode.trim() ?? '';
  const received = { transactionSet, release, partnerApplicationId, localApplicationId };
  const [setting, other] = settingsFor(settings, received, aliases);
  const own = setting?.guide_id == null ? undefined : await library.find(queries, setting.guide_id);
  const base = setting === undefined ? [transactionSet, release] : [setting.transaction_set, setting.release];
  const guide = own ?? (await library.base(base[0] ?? '', base[1] ?? ''));
  const set = { transactionSet, setting, guide };
  const detail = { transactionSetIdentifier: transactionSet.slice(0, 10), release: release.slice(0, 20) };
  const fault = (code: UnplacedFault['code'], text: string): SetMatch => ({ set, fault: { code, text, detail } });
  if (partnership === undefined) return { set, fault: undefined };
  if (other !== undefined) {
    return fault(
      'MULTIPLE_MATCHING_TRANSACTION_SETTINGS',
      `more than one inbound transaction setting of partnership ${partnership.partnership_id} is for ${kindOfSet(transactionSet, release)}: ${setting?.id} and ${other.id}. Delete one, or have both name application ids (GS02, GS03), then release it.`,
    );
  }
  if (setting?.guide_id != null && own === undefined) {
    return fault(
      'FAILED_TO_FIND_GUIDE',
      `guide ${setting.guide_id} of transaction setting ${setting.id} is not published. Publish it, or name another, then release the interchange.`,
    );
  }
  if (setting === undefined && header?.functionalIdentifierCode !== ACKNOWLEDGMENTS && header !== undefined) {
    return fault(
      'INVALID_CONFIGURATION',
      `partnership ${partnership.partnership_id} has no inbound transaction setting for ${kindOfSet(transactionSet, release)}${ofIds(settings, transactionSet)}. Create one, then release the interchange; or reject the file with the partner.`,
    );
  }
  return { set, fault: undefined };
}

/** Codes of the standard are named; what looks like none may be anything that the partner has. */
function kindOfSet(transactionSet: string, release: string): string {
  const set = /^[0-9]{3}$/.test(transactionSet) ? `transaction set ${transactionSet}` : 'this transaction set';
  return `${set} in ${/^00[0-9]{4}(?:X[0-9]{3}(?:[A-Z][0-9])?)?$/.test(release) ? release : 'this release'}`;
}

/** Settings may be there, for other application ids. */
function ofIds(settings: readonly TransactionSettings[], transactionSet: string): string {
  const isNamed = settings.some(
    ({ transaction_set: set, local_application_id: local, partner_application_id: partner }) =>
      set.startsWith(transactionSet) && (local ?? partner) !== null,
  );
  return isNamed ? ' and with these application ids (GS02, GS03)' : '';
}
