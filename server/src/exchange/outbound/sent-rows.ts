import { uuid } from '../../ids.js';
import { kindOf } from '../../resources/connections/kinds/kind-table.js';
import type { SendingConnection } from '../../resources/connections/sending-connection.js';
import { interchangeColumn, type SentInterchange } from '../../resources/executions/columns.js';
import type { SendingPartnership } from '../../resources/partnerships/sending-partnership.js';
import { expectedOf } from '../../resources/tracking/sent-group-rows.js';
import {
  type BusinessIdentifier,
  businessIdentifiersColumn,
  type X12,
  x12Column,
} from '../../resources/transactions/columns.js';
import type { OwnRow } from '../../store/account-queries.js';
import type { UsageIndicator } from './outbound-request.js';
import { modeOf } from './usage-indicator.js';

/** A file that goes out, whoever has made it: what its rows have in common. */
export interface OutboundFile {
  readonly executionId: string;
  /** ISA15. */
  readonly usage: UsageIndicator;
  readonly keyMode: 'test' | 'live';
  readonly partnership: SendingPartnership;
  readonly at: number;
  readonly expiresAt: number | null;
}

/** Where a file goes, and what is in it. */
export interface OutboundExecution {
  readonly connection: Pick<SendingConnection, 'id' | 'kind'>;
  readonly directory: string;
  /** File name. */
  readonly name: string;
  readonly interchange: SentInterchange;
  readonly transactionCount: number;
  /** How many functions stand before it, each of which has caused the next; `null`: none, as far as is known. */
  readonly depth: number | null;
}

/** The row of a file that nobody has begun to deliver. */
export function sentExecution(file: OutboundFile, sent: OutboundExecution): OwnRow<'executions'> {
  return {
    id: file.executionId,
    direction: 'OUTBOUND',
    mode: modeOf(file.usage),
    key_mode: file.keyMode,
    status: 'IN_PROGRESS',
    file_type: 'EDI/X12',
    transaction_count: sent.transactionCount,
    fault_count: 0,
    fault_code: null,
    fault_message: null,
    retryable: 0,
    parent_id: null,
    child_id: null,
    partnership_id: file.partnership.id,
    connection_type: kindOf(sent.connection).publicType,
    connection_id: sent.connection.id,
    directory: sent.directory,
    name: sent.name,
    interchange: interchangeColumn(sent.interchange),
    depth: sent.depth,
    created_at: file.at,
    updated_at: file.at,
    expires_at: file.expiresAt,
  };
}

/** A set of a file. */
export interface OutboundSet {
  /** In the file, from 0. */
  readonly place: number;
  /** As its setting calls it. */
  readonly transactionSet: string;
  /** GS01 of its group; `undefined` where no release has the set. */
  readonly functionalId: string | undefined;
  readonly x12: X12;
  readonly identifiers: readonly BusinessIdentifier[];
}

/** Its row; its data are not in it, but what is to identify it. */
export function sentTransaction(file: OutboundFile, set: OutboundSet): OwnRow<'transactions'> {
  const { partnership } = file;
  const isAwaited = expectedOf(partnership.expected, set.functionalId).length > 0;
  return {
    id: uuid(),
    execution_id: file.executionId,
    place: set.place,
    status: 'succeeded',
    direction: 'OUTBOUND',
    mode: modeOf(file.usage),
    key_mode: file.keyMode,
    partnership_id: partnership.id,
    sender_id: partnership.local.id,
    receiver_id: partnership.partner.id,
    transaction_set: set.transactionSet,
    x12: x12Column(set.x12),
    business_identifiers: businessIdentifiersColumn(set.identifiers),
    acknowledgment: isAwaited ? 'awaited' : 'not-expected',
    listed: 0,
    processed_at: file.at,
    created_at: file.at,
    expires_at: file.expiresAt,
  };
}
