import type { Caller } from '../../caller.js';
import { isoTime } from '../../clock.js';
import type { Steps } from '../../heavy-turns.js';
import type { NewArtifact } from '../../objects/artifacts.js';
import { identifiersIn } from '../../reading/identifying-values.js';
import type { TakenNumbers } from '../../resources/control-numbers/control-number-table.js';
import type { SentInterchange } from '../../resources/executions/columns.js';
import { sentGroupRows } from '../../resources/tracking/sent-group-rows.js';
import type { BusinessIdentifier } from '../../resources/transactions/columns.js';
import type { OwnRow } from '../../store/account-queries.js';
import type { Draft } from './draft-interchange.js';
import { sentInterchange, sentX12 } from './envelope-columns.js';
import type { InterchangeRows } from './insert-files.js';
import { type OutboundFile, sentExecution, sentTransaction } from './sent-rows.js';

/** A file that is ready to be written down. */
export interface NumberedInterchange {
  readonly draft: Draft;
  readonly numbers: TakenNumbers;
  readonly bytes: Uint8Array;
  readonly executionId: string;
  readonly filename: string;
  readonly caller: Caller;
  readonly at: number;
  readonly expiresAt: number | null;
}

const encoder = new TextEncoder();

/** The rows of a file, a set a step; the numbers of its envelopes are in them, its data are not. */
export function* rowsOf(file: NumberedInterchange): Steps<InterchangeRows> {
  const transactions: OwnRow<'transactions'>[] = [];
  const identifiers: OwnRow<'business_identifiers'>[] = [];
  for (const [group, { transactions: sets }] of file.draft.request.groups.entries()) {
    for (const [index, data] of sets.entries()) {
      yield;
      const guide = file.draft.plan.groups[group]?.guide?.guide;
      const known = guide === undefined ? [] : identifiersIn(guide, data);
      const row = transactionRow(file, group, index, transactions.length, known);
      transactions.push(row);
      for (const { elementId, value } of known) {
        identifiers.push({ transaction_id: row.id, element_id: elementId, value, created_at: file.at });
      }
    }
  }
  const interchange = sentInterchange(file.draft, file.numbers);
  const execution = executionRow(file, interchange, transactions.length);
  return { execution, transactions, identifiers, groups: groupRows(file, interchange) };
}

function groupRows(file: NumberedInterchange, interchange: SentInterchange): readonly OwnRow<'sent_groups'>[] {
  const { plan, setNumbers } = file.draft;
  return sentGroupRows({
    executionId: file.executionId,
    partnershipId: plan.partnership.id,
    keyMode: file.caller.mode,
    at: file.at,
    interchange,
    transactionSets: plan.groups.map(({ setting }) => setting.transaction_set.slice(0, 3)),
    setNumbers,
    expected: plan.partnership.expected,
  });
}

function outboundFile({ draft: { plan }, executionId, caller, at, expiresAt }: NumberedInterchange): OutboundFile {
  return { executionId, usage: plan.usage, keyMode: caller.mode, partnership: plan.partnership, at, expiresAt };
}

function executionRow(
  file: NumberedInterchange,
  interchange: SentInterchange,
  transactionCount: number,
): OwnRow<'executions'> {
  const { connection, directory } = file.draft.plan;
  const { filename: name, caller } = file;
  const depth = caller.depth ?? null;
  return sentExecution(outboundFile(file), { connection, directory, name, interchange, transactionCount, depth });
}

function transactionRow(
  file: NumberedInterchange,
  group: number,
  index: number,
  place: number,
  identifiers: readonly BusinessIdentifier[],
): OwnRow<'transactions'> {
  const planned = file.draft.plan.groups[group];
  return sentTransaction(outboundFile(file), {
    place,
    transactionSet: planned?.setting.transaction_set ?? '',
    functionalId: planned?.functionalId,
    x12: sentX12(file.draft, file.numbers, group, index),
    identifiers,
  });
}

/**
 * What is kept of a file: each set as it was given, the file, and what its envelope says. In a file of several sets each has an
 * output of its own; of a single one the file is the output. A set a step.
 */
export function* artifactsOf(
  file: NumberedInterchange,
  { transactions }: InterchangeRows,
): Steps<readonly NewArtifact[]> {
  const { draft, numbers, executionId, filename } = file;
  const kept: NewArtifact[] = [
    {
      model: 'execution',
      ownerId: executionId,
      usage: 'output',
      type: 'application/edi-x12',
      name: filename,
      bytes: file.bytes,
    },
    {
      model: 'execution',
      ownerId: executionId,
      usage: 'metadata',
      type: 'application/json',
      name: `${executionId}-metadata.json`,
      bytes: encoder.encode(metadataText(file)),
    },
  ];
  let place = 0;
  for (const [group, { transactions: sets }] of draft.request.groups.entries()) {
    for (const [index, data] of sets.entries()) {
      yield;
      const ownerId = transactions[place++]?.id ?? '';
      const own = { model: 'transaction', ownerId } as const;
      const name = `${ownerId}.json`;
      const bytes = encoder.encode(JSON.stringify(data));
      kept.push({ ...own, usage: 'input', type: 'application/json', name, bytes });
      if (transactions.length === 1) continue;
      const output = draft.finishOne(group, index, numbers);
      kept.push({ ...own, usage: 'output', type: 'application/edi-x12', name: `${ownerId}.x12`, bytes: output });
    }
  }
  return kept;
}

function metadataText(file: NumberedInterchange): string {
  return JSON.stringify({
    fileExecutionId: file.executionId,
    filename: file.filename,
    partnershipId: file.draft.plan.partnership.id,
    createdAt: isoTime(file.at),
    interchange: sentInterchange(file.draft, file.numbers),
  });
}
