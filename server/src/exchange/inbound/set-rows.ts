import type { GroupHeader } from 'ediloom';
import { uuid } from '../../ids.js';
import type { NewArtifact } from '../../objects/artifacts.js';
import type { ReadFragment, ReadSet } from '../../reading/reader.js';
import { publishedId } from '../../resources/guides/guide-id.js';
import {
  businessIdentifiersColumn,
  type FragmentsOf,
  fragmentsColumn,
  type X12,
  x12Column,
} from '../../resources/transactions/columns.js';
import type { OwnRow } from '../../store/account-queries.js';
import type { Partnerships } from '../../store/tables.js';
import type { DecidedInterchange } from './decide-interchange.js';

/** Of the file: what all of its transactions have. */
export interface FileFacts {
  readonly executionId: string;
  readonly at: number;
  readonly expiresAt: number | null;
}

/** What is written down of one transaction set; its artifacts are still to be prepared. */
export interface SetRows {
  readonly transaction: OwnRow<'transactions'>;
  readonly identifiers: readonly OwnRow<'business_identifiers'>[];
  readonly artifacts: readonly NewArtifact[];
}

/** A set that was taken: its place in the file from 0, those that were not taken counted too, and its bytes from ST to SE. */
export interface SetToWrite {
  readonly read: ReadSet;
  readonly place: number;
  readonly edi: Uint8Array;
  /** As its fragments, which were written before, name it. */
  readonly id?: string | undefined;
  readonly fragments?: FragmentsOf | undefined;
}

/** A part of a set as a document of it. @param index from 0. */
export function fragmentOf(
  { expiresAt }: FileFacts,
  id: string,
  { index, data }: Pick<ReadFragment, 'index' | 'data'>,
): NewArtifact {
  const own = { model: 'fragment', ownerId: id, ...(expiresAt === null ? {} : { expiresAt }) } as const;
  return { ...own, usage: 'output', type: 'application/json', name: `${id}-${index}.json`, bytes: data };
}

/**
 * The rows of a set that was taken: the EDI as it came and its guide JSON are its documents.
 */
export function rowsOfSet(
  file: FileFacts,
  decided: DecidedInterchange & { readonly matched: { readonly partnership: Partnerships } },
  { read, place, edi, id = uuid(), fragments }: SetToWrite,
): SetRows {
  const { partnership } = decided.matched;
  const { executionId, at, expiresAt } = file;
  const transaction: OwnRow<'transactions'> = {
    id,
    execution_id: executionId,
    place,
    status: 'succeeded',
    direction: 'INBOUND',
    mode: decided.mode?.mode ?? 'other',
    key_mode: decided.mode?.keyMode ?? 'live',
    partnership_id: partnership.partnership_id,
    sender_id: partnership.partner_profile_id,
    receiver_id: partnership.local_profile_id,
    transaction_set: read.header.transactionSet,
    x12: x12Column(x12Of(decided, read)),
    business_identifiers: businessIdentifiersColumn(read.identifiers),
    fragments: fragments === undefined ? null : fragmentsColumn(fragments),
    acknowledgment: 'not-expected',
    listed: 1,
    processed_at: at,
    created_at: at,
    expires_at: expiresAt,
  };
  const own = { model: 'transaction', ownerId: id, ...(expiresAt === null ? {} : { expiresAt }) } as const;
  return {
    transaction,
    identifiers: read.identifiers.map(({ elementId, value }) => ({
      ...{ transaction_id: id, element_id: elementId, value, created_at: at },
    })),
    artifacts: [
      { ...own, usage: 'input', type: 'application/edi-x12', name: `${id}.x12`, bytes: edi },
      { ...own, usage: 'output', type: 'application/json', name: `${id}.json`, bytes: read.data },
    ],
  };
}

function x12Of({ outlined, matched }: DecidedInterchange, { group, header }: ReadSet): X12 {
  const isa = outlined.header;
  const gs: Partial<GroupHeader> = outlined.groups[group - 1]?.header ?? {};
  const match = matched.groups[group - 1]?.sets.find(({ transactionSet }) => transactionSet === header.transactionSet);
  const setting = {
    ...(match?.guide === undefined ? {} : { guideId: publishedId(match.guide.id) }),
    ...(match?.setting === undefined ? {} : { transactionSettingId: match.setting.id }),
  };
  return {
    ...(Object.keys(setting).length === 0 ? {} : { transactionSetting: setting }),
    metadata: {
      interchange: {
        acknowledgmentRequestedCode: isa.acknowledgmentRequestedCode,
        controlNumber: Number(isa.controlNumber) || 0,
      },
      functionalGroup: {
        controlNumber: Number(gs.controlNumber) || 0,
        release: gs.release ?? '',
        date: gs.date ?? '',
        time: gs.time ?? '',
        functionalIdentifierCode: gs.functionalIdentifierCode ?? '',
      },
      transaction: { controlNumber: header.controlNumber, transactionSetIdentifier: header.transactionSet },
      sender: {
        applicationCode: gs.applicationSenderCode ?? '',
        isa: { qualifier: isa.senderQualifier, id: isa.senderId },
      },
      receiver: {
        applicationCode: gs.applicationReceiverCode ?? '',
        isa: { qualifier: isa.receiverQualifier, id: isa.receiverId },
      },
    },
  };
}
