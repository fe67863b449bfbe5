import type { TakenNumbers } from '../../resources/control-numbers/control-number-table.js';
import type { Draft } from './generate-interchange.js';

/** `x12` of a transaction, as the interface shows it: what its envelope says, and by which setting it was made. */
export function x12Of(draft: Draft, numbers: TakenNumbers, group: number, transaction: number): object {
  const { plan, request, moment } = draft;
  const { local, partner } = plan.partnership;
  const planned = plan.groups[group];
  const setting = planned?.setting;
  const isa = (profile: typeof local) => ({ qualifier: profile.qualifier, id: profile.interchangeId });
  return {
    transactionSetting: {
      ...(planned?.guide === undefined ? {} : { guideId: planned.guide.id }),
      transactionSettingId: setting?.id,
    },
    metadata: {
      interchange: {
        acknowledgmentRequestedCode: request.overrides?.acknowledgmentRequestedCode ?? '0',
        controlNumber: numbers.interchange,
      },
      functionalGroup: {
        controlNumber: numbers.groups[group],
        release: setting?.release,
        date: moment.date,
        time: plan.partnership.timeFormat === 'HHMMSS' ? `${moment.time}:${moment.second}` : moment.time,
        functionalIdentifierCode: planned?.functionalId ?? '',
      },
      transaction: {
        controlNumber: draft.setNumbers[group]?.[transaction] ?? '',
        transactionSetIdentifier: setting?.transaction_set,
      },
      sender: { applicationCode: planned?.sender, isa: isa(local) },
      receiver: { applicationCode: planned?.receiver, isa: isa(partner) },
    },
  };
}

/** What acknowledgments of the interchange are matched by. */
export function interchangeFacts({ plan, setNumbers }: Draft, numbers: TakenNumbers): object {
  const { local, partner } = plan.partnership;
  return {
    senderQualifier: local.qualifier,
    senderId: local.interchangeId,
    receiverQualifier: partner.qualifier,
    receiverId: partner.interchangeId,
    controlNumber: numbers.interchange,
    usageIndicator: plan.usage,
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
