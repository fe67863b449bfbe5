import type { TakenNumbers } from '../../resources/control-numbers/control-number-table.js';
import type { SentInterchange } from '../../resources/executions/columns.js';
import { publishedId } from '../../resources/guides/guide-id.js';
import type { X12 } from '../../resources/transactions/columns.js';
import type { Draft } from './draft-interchange.js';

/**
 * `x12` of a transaction, as the interface shows it: what its envelopes say, and by which setting it was made.
 * @param group of the interchange, from 0. @param transaction of the group, from 0.
 */
export function sentX12(draft: Draft, numbers: TakenNumbers, group: number, transaction: number): X12 {
  const { plan, request, moment } = draft;
  const { local, partner } = plan.partnership;
  const planned = plan.groups[group];
  const number = numbers.groups[group];
  if (planned === undefined || number === undefined) throw new RangeError('There is no such group.');
  const { setting, guide, functionalId, sender, receiver } = planned;
  const isa = (profile: typeof local) => ({ qualifier: profile.qualifier, id: profile.interchangeId });
  return {
    transactionSetting: {
      ...(guide === undefined ? {} : { guideId: publishedId(guide.id) }),
      ...(setting.id === undefined ? {} : { transactionSettingId: setting.id }),
    },
    metadata: {
      interchange: {
        acknowledgmentRequestedCode: request.overrides?.acknowledgmentRequestedCode ?? '0',
        controlNumber: numbers.interchange,
      },
      functionalGroup: {
        controlNumber: number,
        release: setting.release,
        date: moment.date,
        time: plan.partnership.timeFormat === 'HHMMSS' ? `${moment.time}:${moment.second}` : moment.time,
        functionalIdentifierCode: functionalId ?? '',
      },
      transaction: {
        controlNumber: draft.setNumbers[group]?.[transaction] ?? '',
        transactionSetIdentifier: setting.transaction_set,
      },
      sender: { applicationCode: sender, isa: isa(local) },
      receiver: { applicationCode: receiver, isa: isa(partner) },
    },
  };
}

/** What acknowledgments of the interchange are matched by. */
export function sentInterchange({ plan, setNumbers, moment }: Draft, numbers: TakenNumbers): SentInterchange {
  const { local, partner } = plan.partnership;
  return {
    senderQualifier: local.qualifier,
    senderId: local.interchangeId,
    receiverQualifier: partner.qualifier,
    receiverId: partner.interchangeId,
    controlNumber: numbers.interchange,
    usageIndicator: plan.usage,
    date: moment.date,
    time: moment.time,
    groups: plan.groups.map(({ functionalId, sender, receiver, setting }, index) => ({
      functionalIdentifierCode: functionalId,
      applicationSenderCode: sender,
      applicationReceiverCode: receiver,
      release: setting.release,
      controlNumber: numbers.groups[index],
      transactions: setNumbers[index]?.length ?? 0,
    })),
  };
}
