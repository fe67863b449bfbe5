import { setImmediate } from 'node:timers/promises';
import type { GroupHeader, InterchangeHeader } from 'ediloom';
import { guideAliases } from 'ediloom/guides';
import type { FaultDetail } from '../../resources/executions/columns.js';
import type { FoundGuide, GuideLibrary } from '../../resources/guides/guide-library.js';
import { partnershipBetween, partnershipWithId } from '../../resources/partnerships/rows.js';
import { profileNamed } from '../../resources/profiles/rows.js';
import { type Aliases, settingsFor } from '../../resources/transaction-settings/choose-inbound.js';
import { inboundSettings } from '../../resources/transaction-settings/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Partnerships, Profiles, TransactionSettings } from '../../store/tables.js';
import { type InboundFault, inInterchange } from './inbound-fault.js';

/** An interchange, by its envelopes. */
export interface InterchangeToMatch {
  /** 1-based interchange of the file. */
  readonly place: number;
  readonly header: InterchangeHeader;
  /** With ST01 of their sets, each once. */
  readonly groups: readonly { readonly header: GroupHeader | undefined; readonly sets: Iterable<string> }[];
}

/** Whose an interchange is, and what its groups are read by. */
export interface MatchedInterchange {
  readonly partnership: Partnerships | undefined;
  /** In the order of the interchange, those without a header too. */
  readonly groups: readonly MatchedGroup[];
  /** Why it cannot be processed as things are configured: then it waits for somebody, and is answered by nothing. */
  readonly faults: readonly InboundFault[];
}

export interface MatchedGroup {
  readonly header: GroupHeader | undefined;
  readonly sets: readonly MatchedSet[];
}

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

/**
 * Finds the partnership whose partner sends and whose local profile receives, and the inbound settings of its sets: one query for all of
 * an interchange's sets.
 * @param partnershipId which it is, whatever the ids say: somebody has assigned it.
 */
export async function matchInbound(
  queries: AccountQueries,
  library: GuideLibrary,
  interchange: InterchangeToMatch,
  partnershipId?: string,
): Promise<MatchedInterchange> {
  const found =
    partnershipId === undefined
      ? await partnershipOf(queries, interchange)
      : await assignedPartnership(queries, interchange.place, partnershipId);
  const { partnership } = found;
  const faults: InboundFault[] = [...found.faults];
  const settings = partnership === undefined ? [] : await inboundSettings(queries, partnership.partnership_id);
  const match = { queries, library, interchange, partnership, settings, aliases: await guideAliases() };
  const groups: MatchedGroup[] = [];
  const known = new Map<string, SetMatch>();
  for (const { header, sets } of interchange.groups) {
    const matched: MatchedSet[] = [];
    for (const transactionSet of sets) {
      const key = choosing(header, transactionSet);
      let one = known.get(key);
      if (one === undefined) {
        one = await matchSet(match, header, transactionSet);
        known.set(key, one);
        faults.push(...one.faults);
        // There may be two thousand, and on the embedded store none of them waits: others have their turn.
        await setImmediate();
      }
      matched.push(one.set);
    }
    groups.push({ header, sets: matched });
  }
  return { partnership, groups, faults };
}

/** All that a setting is chosen by, as one text. */
function choosing(header: GroupHeader | undefined, transactionSet: string): string {
  const { functionalIdentifierCode, release, applicationSenderCode, applicationReceiverCode } = header ?? {};
  const isAnswer = functionalIdentifierCode === ACKNOWLEDGMENTS;
  return JSON.stringify([isAnswer, transactionSet, release, applicationSenderCode, applicationReceiverCode]);
}

interface FoundPartnership {
  readonly partnership: Partnerships | undefined;
  readonly faults: readonly InboundFault[];
}

async function partnershipOf(queries: AccountQueries, interchange: InterchangeToMatch): Promise<FoundPartnership> {
  const { senderQualifier, senderId, receiverQualifier, receiverId } = interchange.header;
  const partner = await profileNamed(queries, senderQualifier, senderId);
  const local = await profileNamed(queries, receiverQualifier, receiverId);
  const partnership =
    partner === undefined || local === undefined
      ? undefined
      : await partnershipBetween(queries, { local: local.profile_id, partner: partner.profile_id });
  if (partnership !== undefined) return { partnership, faults: [] };
  const detail = profilesOf(interchange.header, partner, local);
  return { partnership, faults: [{ ...unmatched(interchange.place, partner, local), detail }] };
}

async function assignedPartnership(queries: AccountQueries, place: number, id: string): Promise<FoundPartnership> {
  const partnership = await partnershipWithId(queries, id);
  if (partnership !== undefined) return { partnership, faults: [] };
  const message = `${inInterchange(place)}: partnership ${id}, which it was assigned to, is not there any more. Assign it to another.`;
  return { partnership, faults: [{ code: 'FAILED_TO_FIND_PARTNERSHIP', message }] };
}

function unmatched(place: number, partner: Profiles | undefined, local: Profiles | undefined): InboundFault {
  const where = inInterchange(place);
  const then = 'then release it.';
  if (partner === undefined && local === undefined) {
    const message = `${where}: no profile has its ids, neither the sender's (ISA05, ISA06) nor the receiver's (ISA07, ISA08). Create profiles and a partnership, ${then}`;
    return { code: 'FAILED_TO_FIND_PROFILES', message };
  }
  if (partner === undefined) {
    const message = `${where}: no profile has the ids of its sender (ISA05, ISA06). Create a partner profile and a partnership, ${then}`;
    return { code: 'FAILED_TO_FIND_SENDER_PROFILE', message };
  }
  if (local === undefined) {
    const message = `${where}: no profile has the ids of its receiver (ISA07, ISA08). Create a local profile and a partnership, ${then}`;
    return { code: 'FAILED_TO_FIND_RECEIVER_PROFILE', message };
  }
  if (partner.profile_type !== 'partner') {
    const message = `${where}: its sender (ISA05, ISA06) is one of your local profiles, and no partner. Ask the partner for the right ids, or assign it to a partnership.`;
    return { code: 'FAILED_TO_FIND_PARTNER_PROFILE', message };
  }
  if (local.profile_type !== 'local') {
    const message = `${where}: its receiver (ISA07, ISA08) is a partner's profile, and not one of yours. Ask the partner for the right ids, or assign it to a partnership.`;
    return { code: 'FAILED_TO_FIND_LOCAL_PROFILE', message };
  }
  const message = `${where}: there is no partnership between its sender and its receiver. Create it, ${then}`;
  return { code: 'FAILED_TO_FIND_PARTNERSHIP', message };
}

/** Both sides of an interchange as faults show them. */
export function profilesOf(
  header: InterchangeHeader,
  partner: Profiles | undefined,
  local: Profiles | undefined,
): FaultDetail {
  const shown = (qualifier: string, id: string, profile: Profiles | undefined) => ({
    interchangeQualifier: qualifier,
    interchangeId: id,
    ...(profile === undefined ? {} : { profileId: profile.profile_id, profileType: profile.profile_type }),
  });
  return {
    senderProfile: shown(header.senderQualifier, header.senderId, partner),
    receiverProfile: shown(header.receiverQualifier, header.receiverId, local),
  };
}

interface Match {
  readonly queries: AccountQueries;
  readonly library: GuideLibrary;
  readonly interchange: InterchangeToMatch;
  readonly partnership: Partnerships | undefined;
  readonly settings: readonly TransactionSettings[];
  readonly aliases: Aliases;
}

interface SetMatch {
  readonly set: MatchedSet;
  readonly faults: readonly InboundFault[];
}

async function matchSet(match: Match, header: GroupHeader | undefined, transactionSet: string): Promise<SetMatch> {
  const { queries, library, settings, aliases, partnership } = match;
  const release = header?.release.trim() ?? '';
  const partnerApplicationId = header?.applicationSenderCode.trim() ?? '';
  const localApplicationId = header?.applicationReceiverCode.trim() ?? '';
  const received = { transactionSet, release, partnerApplicationId, localApplicationId };
  const [setting, other] = settingsFor(settings, received, aliases);
  const own = setting?.guide_id == null ? undefined : await library.find(queries, setting.guide_id);
  const base = setting === undefined ? [transactionSet, release] : [setting.transaction_set, setting.release];
  const guide = own ?? (await library.base(base[0] ?? '', base[1] ?? ''));
  const set = { transactionSet, setting, guide };
  const at = inInterchange(match.interchange.place);
  const detail = { transactionSetIdentifier: transactionSet.slice(0, 10), release: release.slice(0, 20) };
  const fault = (code: InboundFault['code'], message: string): SetMatch => ({
    set,
    faults: [{ code, message, detail }],
  });
  if (partnership === undefined) return { set, faults: [] };
  if (other !== undefined) {
    return fault(
      'MULTIPLE_MATCHING_TRANSACTION_SETTINGS',
      `${at}: more than one inbound transaction setting of partnership ${partnership.partnership_id} is for this set: ${setting?.id} and ${other.id}. Delete one, or have both name application ids (GS02, GS03), then release it.`,
    );
  }
  if (setting?.guide_id != null && own === undefined) {
    return fault(
      'FAILED_TO_FIND_GUIDE',
      `${at}: guide ${setting.guide_id} of transaction setting ${setting.id} is not published. Publish it, or name another, then release the interchange.`,
    );
  }
  if (setting === undefined && header?.functionalIdentifierCode !== ACKNOWLEDGMENTS && header !== undefined) {
    return fault(
      'INVALID_CONFIGURATION',
      `${at}: partnership ${partnership.partnership_id} has no inbound transaction setting for this transaction set in this release${ofIds(settings, transactionSet)}. Create one, then release the interchange; or reject the file with the partner.`,
    );
  }
  return { set, faults: [] };
}

/** Settings may be there, for other application ids. */
function ofIds(settings: readonly TransactionSettings[], transactionSet: string): string {
  const isNamed = settings.some(
    ({ transaction_set: set, local_application_id: local, partner_application_id: partner }) =>
      set.startsWith(transactionSet) && (local ?? partner) !== null,
  );
  return isNamed ? ' and with these application ids (GS02, GS03)' : '';
}
