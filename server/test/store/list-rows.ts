import type { OwnRow } from '../../src/store/account-queries.js';

// Rows of lists, made by their number: some values most of them have, others few.

/** Milliseconds since 1970 of the first one. */
export const BEGIN = Date.UTC(2026, 0, 15);

/** @param at default: several in each millisecond. */
export function executionRow(number: number, at = BEGIN + Math.floor(number / 3)): OwnRow<'executions'> {
  const failed = number % 50 === 7;
  return {
    id: idOf('E', number),
    direction: number % 40 === 3 ? 'INBOUND' : 'OUTBOUND',
    mode: number % 30 === 1 ? 'test' : 'production',
    key_mode: number % 20 === 1 ? 'test' : 'live',
    status: failed ? 'FAILED' : 'COMPLETED',
    file_type: 'x12',
    transaction_count: 1,
    fault_count: failed ? 1 : 0,
    fault_code: failed ? 'DELIVERY_FAILURE' : null,
    fault_message: null,
    retryable: 0,
    parent_id: null,
    child_id: null,
    partnership_id: number % 25 === 2 ? 'p1' : `p${2 + (number % 2)}`,
    connection_type: 'bucket',
    connection_id: 'c',
    directory: 'out',
    name: number % 60 === 5 ? `${number} Zzzz.edi` : `${number}.edi`,
    interchange: null,
    created_at: at,
    updated_at: at,
    expires_at: null,
  };
}

export function transactionRow(number: number, at = BEGIN + Math.floor(number / 3)): OwnRow<'transactions'> {
  return {
    id: idOf('T', number),
    execution_id: idOf('E', number),
    place: 0,
    status: number % 50 === 7 ? 'failed' : 'succeeded',
    direction: number % 40 === 3 ? 'INBOUND' : 'OUTBOUND',
    mode: number % 30 === 1 ? 'test' : 'production',
    key_mode: number % 20 === 1 ? 'test' : 'live',
    partnership_id: number % 25 === 2 ? 'p1' : `p${2 + (number % 2)}`,
    sender_id: number % 15 === 4 ? 's' : 'often',
    receiver_id: number % 15 === 6 ? 'r' : 'often',
    transaction_set: number % 35 === 8 ? '271' : '850',
    x12: '{}',
    business_identifiers: '[]',
    acknowledgment: 'not-expected',
    listed: number % 10 === 9 ? 0 : 1,
    processed_at: at,
    created_at: at,
    expires_at: null,
  };
}

/** `every` transaction has one value, every hundredth `one`, some of them twice. */
export function identifierRows(number: number, at = BEGIN + Math.floor(number / 3)): OwnRow<'business_identifiers'>[] {
  const row = (value: string, element: string): OwnRow<'business_identifiers'> => {
    return { transaction_id: idOf('T', number), element_id: element, value, created_at: at };
  };
  return [
    row('every', number % 2 === 0 ? '127' : '324'),
    ...(number % 100 === 11 ? [row('one', '127'), row('one', '324')] : []),
  ];
}

/** In no order, as ids of several processes within a millisecond. */
function idOf(letter: string, number: number): string {
  return `${letter}${String((number * 7919) % 1_000_003).padStart(7, '0')}-${number}`;
}
