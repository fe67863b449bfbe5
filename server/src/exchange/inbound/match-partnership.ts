import type { InterchangeHeader } from 'ediloom';
import type { FaultDetail } from '../../resources/executions/columns.js';
import { partnershipBetween, partnershipWithId } from '../../resources/partnerships/rows.js';
import { profileNamed } from '../../resources/profiles/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Partnerships, Profiles } from '../../store/tables.js';
import type { UnplacedFault } from './inbound-fault.js';

/** Whose an interchange is; or why nobody knows. */
export interface FoundPartnership {
  readonly partnership: Partnerships | undefined;
  readonly fault: UnplacedFault | undefined;
}

/** The partnership whose partner sends and whose local profile receives. */
export async function partnershipOf(queries: AccountQueries, header: InterchangeHeader): Promise<FoundPartnership> {
  const partner = await profileNamed(queries, header.senderQualifier, header.senderId);
  const local = await profileNamed(queries, header.receiverQualifier, header.receiverId);
  const partnership =
    partner === undefined || local === undefined
      ? undefined
      : await partnershipBetween(queries, { local: local.profile_id, partner: partner.profile_id });
  if (partnership !== undefined) return { partnership, fault: undefined };
  return { partnership, fault: { ...unmatched(partner, local), detail: profilesOf(header, partner, local) } };
}

/** The partnership that somebody has assigned it to. */
export async function assignedPartnership(queries: AccountQueries, id: string): Promise<FoundPartnership> {
  const partnership = await partnershipWithId(queries, id);
  if (partnership !== undefined) return { partnership, fault: undefined };
  const text = `partnership ${id}, which it was assigned to, is not there any more. Assign it to another.`;
  return { partnership, fault: { code: 'FAILED_TO_FIND_PARTNERSHIP', text } };
}

function unmatched(partner: Profiles | undefined, local: Profiles | undefined): UnplacedFault {
  const then = 'then release it.';
  if (partner === undefined && local === undefined) {
    const text = `no profile has its ids, neither the sender's (ISA05, ISA06) nor the receiver's (ISA07, ISA08). Create profiles and a partnership, ${then}`;
    return { code: 'FAILED_TO_FIND_PROFILES', text };
  }
  if (partner === undefined) {
    const text = `no profile has the ids of its sender (ISA05, ISA06). Create a partner profile and a partnership, ${then}`;
    return { code: 'FAILED_TO_FIND_SENDER_PROFILE', text };
  }
  if (local === undefined) {
    const text = `no profile has the ids of its receiver (ISA07, ISA08). Create a local profile and a partnership, ${then}`;
    return { code: 'FAILED_TO_FIND_RECEIVER_PROFILE', text };
  }
  if (partner.profile_type !== 'partner') {
    const text = `its sender (ISA05, ISA06) is one of your local profiles, and no partner. Ask the partner for the right ids, or assign it to a partnership.`;
    return { code: 'FAILED_TO_FIND_PARTNER_PROFILE', text };
  }
  if (local.profile_type !== 'local') {
    const text = `its receiver (ISA07, ISA08) is a partner's profile, and not one of yours. Ask the partner for the right ids, or assign it to a partnership.`;
    return { code: 'FAILED_TO_FIND_LOCAL_PROFILE', text };
  }
  const text = `there is no partnership between its sender and its receiver. Create it, ${then}`;
  return { code: 'FAILED_TO_FIND_PARTNERSHIP', text };
}

/** Both sides of an interchange as faults show them. */
function profilesOf(
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
