import { isoTime } from '../../clock.js';
import { uuid } from '../../ids.js';
import type { NewArtifact } from '../../objects/artifacts.js';
import { kindOf } from '../../resources/connections/kinds/kind-table.js';
import { interchangeColumn, type SentInterchange } from '../../resources/executions/columns.js';
import type { ClaimCarrier } from '../../resources/payer-routes/carrier.js';
import { expectedOf, sentGroupRows } from '../../resources/tracking/sent-group-rows.js';
import { businessIdentifiersColumn, x12Column } from '../../resources/transactions/columns.js';
import type { OwnRow } from '../../store/account-queries.js';
import { modeOf } from '../outbound/usage-indicator.js';
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

export interface CarriedRows {
  readonly execution: OwnRow<'executions'>;
  readonly transactions: readonly OwnRow<'transactions'>[];
  readonly groups: readonly OwnRow<'sent_groups'>[];
}

/** Its rows: envelopes and numbers, by which answers are matched. What the sets say of patients is in the file alone. */
export function carriedRows(file: CarriedFile): CarriedRows {
  const { id, carrier, envelope, at } = file;
  const { partnership } = carrier;
  const interchange = sentInterchange(envelope);
  const groups = sentGroupRows({
    ...{ executionId: id, partnershipId: partnership.id, keyMode: 'live', at, interchange },
    transactionSets: [carrier.setting.transaction_set],
    setNumbers: [envelope.setNumbers],
    expected: partnership.expected,
  });
  const transactions = envelope.setNumbers.map((number, place) => transactionRow(file, number, place));
  return { execution: executionRow(file, interchange), transactions, groups };
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

function executionRow(
  { id, carrier, envelope, name, at, expiresAt }: CarriedFile,
  interchange: SentInterchange,
): OwnRow<'executions'> {
  const { partnership, setting, connection } = carrier;
  return {
    ...{ id, direction: 'OUTBOUND', mode: modeOf(interchange.usageIndicator), key_mode: 'live' },
    ...{ status: 'IN_PROGRESS', file_type: 'EDI/X12', transaction_count: envelope.setNumbers.length },
    ...{ fault_count: 0, fault_code: null, fault_message: null, retryable: 0, parent_id: null, child_id: null },
    partnership_id: partnership.id,
    connection_type: kindOf(connection).publicType,
    connection_id: connection.id,
    directory: setting.subdirectory ?? '',
    name,
    interchange: interchangeColumn(interchange),
    depth: null,
    ...{ created_at: at, updated_at: at, expires_at: expiresAt },
  };
}

function transactionRow(file: CarriedFile, number: string, place: number): OwnRow<'transactions'> {
  const { id, carrier, envelope, at, expiresAt } = file;
  const { partnership, setting } = carrier;
  const isAwaited = expectedOf(partnership.expected, envelope.group.functionalIdentifierCode).length > 0;
  return {
    ...{ id: uuid(), execution_id: id, place, status: 'succeeded', direction: 'OUTBOUND' },
    ...{ mode: modeOf(usageOf(envelope.interchange)), key_mode: 'live' },
    partnership_id: partnership.id,
    sender_id: partnership.local.id,
    receiver_id: partnership.partner.id,
    transaction_set: setting.transaction_set,
    x12: setX12(file, number),
    business_identifiers: businessIdentifiersColumn([]),
    acknowledgment: isAwaited ? 'awaited' : 'not-expected',
    listed: 0,
    ...{ processed_at: at, created_at: at, expires_at: expiresAt },
  };
}

function setX12({ carrier: { setting }, envelope: { interchange, group } }: CarriedFile, number: string) {
  const { senderQualifier, senderId, receiverQualifier, receiverId } = interchange;
  return x12Column({
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
  });
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
