import { uuid } from '../../ids.js';
import type { OwnRow } from '../../store/account-queries.js';
import type { SentGroups } from '../../store/exchange-tables.js';
import type { SentGroup, SentInterchange } from '../executions/columns.js';
import { pairOf } from '../inbound/pair.js';
import type { ExpectedAcknowledgments } from '../partnerships/configuration.js';
import type { AnswerKind } from './acknowledgment.js';
import { sentFactsColumn } from './columns.js';

/** A file that is sent. */
export interface SentFile {
  readonly executionId: string;
  readonly partnershipId: string;
  readonly keyMode: SentGroups['key_mode'];
  readonly at: number;
  /** As the execution's column has it. */
  readonly interchange: SentInterchange;
  /** ST01 of the sets of each group. */
  readonly transactionSets: readonly string[];
  /** ST02 of the sets of each group. */
  readonly setNumbers: readonly (readonly string[])[];
  /** By the partnership; `undefined`: no answer is waited for. */
  readonly expected: ExpectedAcknowledgments | undefined;
}

const DEFAULT_HOURS = 24;

/** A row for each group of a file; files without groups, which carry TA1s only, have none. */
export function sentGroupRows(file: SentFile): readonly OwnRow<'sent_groups'>[] {
  let place = 0;
  const pair = pairOf(file.interchange);
  return file.interchange.groups.map((group, index) => {
    const first = place;
    place += group.transactions;
    return rowOf(file, { group, index, pair, first });
  });
}

interface Place {
  readonly group: SentGroup;
  readonly index: number;
  readonly pair: string;
  /** Of its first set in the file. */
  readonly first: number;
}

function rowOf(file: SentFile, { group, index, pair, first }: Place): OwnRow<'sent_groups'> {
  const { interchange, at } = file;
  const expects = expectedOf(file.expected, group.functionalIdentifierCode);
  return {
    id: uuid(),
    execution_id: file.executionId,
    place: index,
    pair,
    interchange_number: interchange.controlNumber,
    group_number: group.controlNumber ?? null,
    functional_id: group.functionalIdentifierCode ?? null,
    facts: sentFactsColumn({
      date: interchange.date,
      time: interchange.time,
      usage: interchange.usageIndicator,
      sender: group.applicationSenderCode,
      receiver: group.applicationReceiverCode,
      release: group.release,
      transactionSet: file.transactionSets[index] ?? '',
      setNumbers: unlessCounting(file.setNumbers[index] ?? []),
    }),
    partnership_id: file.partnershipId,
    key_mode: file.keyMode,
    first_place: first,
    transactions: group.transactions,
    expects: expects.length === 0 ? null : expects.join(' '),
    due_hours: expects.length === 0 ? null : (file.expected?.withinHours ?? DEFAULT_HOURS),
    interchange_answer: null,
    duplicate: 0,
    state: expects.length === 0 ? 'not-expected' : 'awaited',
    due_at: null,
    created_at: at,
    updated_at: at,
  };
}

/**
 * Which answers are waited for.
 * @param functionalId GS01: nobody answers acknowledgments (FA), and only claims (HC) get a 277CA.
 */
export function expectedOf(
  expected: ExpectedAcknowledgments | undefined,
  functionalId: string | undefined,
): readonly AnswerKind[] {
  if (expected === undefined || functionalId === 'FA') return [];
  return [
    ...(expected.interchange === true ? (['interchange'] as const) : []),
    ...(expected.functional === true ? (['functional'] as const) : []),
    ...(expected.claims === true && functionalId === 'HC' ? (['claims'] as const) : []),
  ];
}

/** Nearly all sets are counted from 1 in their group: those numbers need no room. */
function unlessCounting(numbers: readonly string[]): readonly string[] | undefined {
  return numbers.every((number, index) => Number(number) === index + 1) ? undefined : numbers;
}
