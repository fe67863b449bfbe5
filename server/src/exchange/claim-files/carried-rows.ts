import { isoTime } from '../../clock.js';
import type { NewArtifact } from '../../objects/artifacts.js';
import type { SentInterchange } from '../../resources/executions/columns.js';
import type { ClaimCarrier } from '../../resources/payer-routes/carrier.js';
import { sentGroupRows } from '../../resources/tracking/sent-group-rows.js';
import type { X12 } from '../../resources/transactions/columns.js';
import type { InterchangeRows } from '../outbound/insert-files.js';
import { type OutboundFile, sentExecution, sentTransaction } from '../outbound/sent-rows.js';
import type { ClaimEnvelope } from './read-envelope.js';

/** A file of claims as the account of the operator sends it. */
export interface CarriedFile {
  /** Of the file of claims, and of the execution: a transport remembers by it what it has delivered. */
  readonly id: string;
  readonly carrier: ClaimCarrier;
  readonly envelope: ClaimEnvelope;
  /** File name. */
  readonly name: string;
  readonly x12: Uint8Array;
  readonly at: number;
  readonly expiresAt: number | null;
}

/** Its rows: envelopes and numbers, by which answers are matched. What the sets say of patients is in the file alone. */
export function carriedRows(file: CarriedFile): InterchangeRows {
  const { id, carrier, envelope, at } = file;
  const { partnership } = carrier;
  const interchange = sentInterchange(envelope);
  const groups = sentGroupRows({
    ...{ executionId: id, partnershipId: partnership.id, keyMode: 'live', at, interchange },
    transactionSets: [carrier.setting.transaction_set],
    setNumbers: [envelope.setNumbers],
    expected: partnership.expected,
  });
  const { connection, setting } = carrier;
  const outbound = outboundFile(file);
  const transactions = envelope.setNumbers.map((number, place) =>
    sentTransaction(outbound, {
      ...{ place, transactionSet: setting.transaction_set, x12: setX12(file, number), identifiers: [] },
      functionalId: envelope.group.functionalIdentifierCode,
    }),
  );
  const execution = sentExecution(outbound, {
    ...{ connection, directory: setting.subdirectory ?? '', name: file.name, interchange, depth: null },
    transactionCount: transactions.length,
  });
  return { execution, transactions, identifiers: [], groups };
}

function sentInterchange({ interchange, group, setNumbers }: ClaimEnvelope): SentInterchange {
  const { senderQualifier, senderId, receiverQualifier, receiverId, date, time } = interchange;
  return {
    ...{ senderQualifier, senderId, receiverQualifier, receiverId, date, time },
    controlNumber: Number(interchange.controlNumber),
    usageIndicator: usageOf(interchange),
    groups: [
      {
        functionalIdentifierCode: group.functionalIdentifierCode,
        applicationSenderCode: group.applicationSenderCode,
        applicationReceiverCode: group.applicationReceiverCode,
        release: group.release,
        controlNumber: Number(group.controlNumber),
        transactions: setNumbers.length,
      },
    ],
  };
}

/** ISA15; no claim of a test ever comes here. */
function usageOf({ usageIndicatorCode }: ClaimEnvelope['interchange']): SentInterchange['usageIndicator'] {
  return usageIndicatorCode === 'T' || usageIndicatorCode === 'I' ? usageIndicatorCode : 'P';
}

function outboundFile({ id, carrier, envelope, at, expiresAt }: CarriedFile): OutboundFile {
  const usage = usageOf(envelope.interchange);
  return { executionId: id, usage, keyMode: 'live', partnership: carrier.partnership, at, expiresAt };
}

function setX12({ carrier: { setting }, envelope: { interchange, group } }: CarriedFile, number: string): X12 {
  const { senderQualifier, senderId, receiverQualifier, receiverId } = interchange;
  return {
    transactionSetting: { transactionSettingId: setting.id },
    metadata: {
      interchange: {
        acknowledgmentRequestedCode: interchange.acknowledgmentRequestedCode,
        controlNumber: Number(interchange.controlNumber),
      },
      functionalGroup: {
        controlNumber: Number(group.controlNumber),
        ...{ release: group.release, date: group.date, time: group.time },
        functionalIdentifierCode: group.functionalIdentifierCode,
      },
      transaction: { controlNumber: number, transactionSetIdentifier: setting.transaction_set },
      sender: {
        applicationCode: group.applicationSenderCode,
        isa: { qualifier: senderQualifier, id: senderId },
      },
      receiver: {
        applicationCode: group.applicationReceiverCode,
        isa: { qualifier: receiverQualifier, id: receiverId },
      },
    },
  };
}

/** The file itself, encrypted whatever the configuration says, and what its envelope says. */
export function carriedArtifacts({ id, name, x12, carrier, envelope, at }: CarriedFile): readonly NewArtifact[] {
  const own = { model: 'execution', ownerId: id } as const;
  const metadata = {
    fileExecutionId: id,
    filename: name,
    partnershipId: carrier.partnership.id,
    createdAt: isoTime(at),
    interchange: sentInterchange(envelope),
  };
  return [
    { ...own, usage: 'output', type: 'application/edi-x12', name, bytes: x12, sealed: true },
    {
      ...{ ...own, usage: 'metadata', type: 'application/json', name: `${id}-metadata.json` },
      bytes: Buffer.from(JSON.stringify(metadata), 'utf8'),
    },
  ];
}
