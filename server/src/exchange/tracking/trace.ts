import { isoTime } from '../../clock.js';
import { metadataOf } from '../../resources/executions/columns.js';
import { deliveryReportsOf, executionWithId, listFaults } from '../../resources/executions/rows.js';
import { interchangesOfFile } from '../../resources/inbound/interchanges.js';
import { answersOf } from '../../resources/tracking/answers.js';
import { answerFactsOf, sentFactsOf } from '../../resources/tracking/columns.js';
import { sentGroupsOf } from '../../resources/tracking/traced.js';
import { x12Of } from '../../resources/transactions/columns.js';
import { countAcknowledgments, setsOfTraced } from '../../resources/transactions/traced.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Acknowledgments, ReceivedInterchanges, SentGroups } from '../../store/exchange-tables.js';
import type { Executions } from '../../store/tables.js';
import type { TraceMatch } from './find-traced.js';

/** What happened to a file and to what answers it, in the order of time. Nothing of what is in it. */
export interface TracedFile {
  readonly direction: 'OUTBOUND' | 'INBOUND';
  readonly executionId: string;
  readonly name: string;
  readonly partnershipId: string | null;
  readonly status: string;
  readonly interchangeNumbers: readonly number[];
  readonly groups: readonly TracedGroup[];
  /** Transactions by what came of them; of files that were sent. */
  readonly acknowledgments?: Readonly<Record<string, number>>;
  /** The one that was asked for. */
  readonly transaction?: TracedTransaction;
  /** Of a file that came in and is no X12, what it looks like. */
  readonly otherKind?: string;
  /** What is wrong with a file that came in: the first {@link MOST_FAULTS}, and what to do. */
  readonly faults?: readonly { readonly code: string; readonly message: string }[];
  readonly moreFaults?: number;
  readonly steps: readonly TraceStep[];
}

export interface TracedGroup {
  /** GS01 and GS06. */
  readonly functionalId: string | null;
  readonly number: number | null;
  readonly transactions: number;
  readonly state: string;
  /** When its answers are, or were, to be there. */
  readonly dueAt?: string;
}

export interface TracedTransaction {
  readonly transactionId: string;
  readonly transactionSet: string;
  /** ST02. */
  readonly controlNumber: string;
  readonly acknowledgment?: string;
}

export interface TraceStep {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** `written`, `received`, `delivery 1`, `TA1`, `997`, `999`, `277CA`. */
  readonly what: string;
  readonly outcome: string;
  readonly details: readonly string[];
  /** Of another file that it is about. */
  readonly executionId?: string;
}

/** `executions.file_type`. */
const X12 = 'EDI/X12';
/** Executions that deliver the same file, before and after. */
const MOST_EXECUTIONS = 20;
/** Answers that are shown. */
const MOST_ANSWERS = 200;
/** Faults that are shown. */
const MOST_FAULTS = 10;
/** Interchanges of an inbound file that are shown. */
const MOST_INTERCHANGES = 200;

/** What became of a file that was sent or came in; `undefined`: it is not there any more. */
export async function traceFile(queries: AccountQueries, match: TraceMatch): Promise<TracedFile | undefined> {
  const execution = await executionWithId(queries, match.executionId);
  if (execution === undefined) return undefined;
  return execution.direction === 'INBOUND'
    ? traceReceived(queries, execution, match)
    : traceSent(queries, execution, match);
}

async function traceSent(queries: AccountQueries, execution: Executions, match: TraceMatch): Promise<TracedFile> {
  const groups = await sentGroupsOf(queries, execution.id);
  const answers = await answersOf(
    queries,
    groups.map(({ id }) => id),
    MOST_ANSWERS,
  );
  const chain = await sameFile(queries, execution);
  const [first = execution] = chain;
  const deliveries = await Promise.all(chain.map((one) => deliverySteps(queries, one)));
  const written: TraceStep = { at: isoTime(first.created_at), what: 'written', outcome: '', details: [] };
  return {
    ...headOf(execution),
    interchangeNumbers: [...new Set(groups.map((group) => group.interchange_number))],
    groups: groups.map(groupOf),
    acknowledgments: await countAcknowledgments(queries, execution.id),
    ...(await transactionOf(queries, match)),
    steps: inOrder([written, ...deliveries.flat(), ...answers.map(answerStep)]),
  };
}

async function traceReceived(queries: AccountQueries, execution: Executions, match: TraceMatch): Promise<TracedFile> {
  const interchanges = await interchangesOfFile(queries, execution.id, MOST_INTERCHANGES);
  const replies = interchanges.flatMap(({ reply_execution_id }) => reply_execution_id ?? []).slice(0, MOST_ANSWERS);
  const sent = await Promise.all(replies.map((id) => replySteps(queries, id)));
  const received = { at: isoTime(execution.created_at), what: 'received', outcome: '', details: [] };
  const { items: faults } = await listFaults(queries, execution.id, { size: MOST_FAULTS });
  const more = Number(execution.fault_count) - faults.length;
  return {
    ...headOf(execution),
    ...(execution.status === 'COMPLETED' && execution.file_type !== X12 ? { otherKind: execution.file_type } : {}),
    ...(faults.length === 0 ? {} : { faults: faults.map(({ code, message }) => ({ code, message })) }),
    ...(more > 0 ? { moreFaults: more } : {}),
    interchangeNumbers: interchanges.flatMap(({ control_number }) => control_number ?? []),
    groups: [],
    ...(await transactionOf(queries, match)),
    steps: inOrder([received, ...interchanges.map(interchangeStep), ...sent.flat()]),
  };
}

function headOf({ id, direction, name, partnership_id, status }: Executions) {
  return {
    direction: direction === 'INBOUND' ? direction : ('OUTBOUND' as const),
    executionId: id,
    name,
    partnershipId: partnership_id,
    status,
  };
}

/** The executions that deliver the same bytes, oldest first: a retry or redelivery is a child. */
async function sameFile(queries: AccountQueries, execution: Executions): Promise<readonly Executions[]> {
  const chain = [execution];
  for (let id = execution.parent_id; id !== null && chain.length < MOST_EXECUTIONS; ) {
    const parent = await executionWithId(queries, id);
    if (parent === undefined) break;
    chain.unshift(parent);
    id = parent.parent_id;
  }
  for (let id = execution.child_id; id !== null && chain.length < MOST_EXECUTIONS; ) {
    const child = await executionWithId(queries, id);
    if (child === undefined) break;
    chain.push(child);
    id = child.child_id;
  }
  return chain;
}

async function deliverySteps(queries: AccountQueries, { id }: Pick<Executions, 'id'>): Promise<readonly TraceStep[]> {
  const reports = await deliveryReportsOf(queries, id);
  return reports.map((report) => ({
    at: isoTime(report.created_at),
    what: `delivery ${report.attempt}`,
    outcome: report.status,
    details: [
      report.message,
      ...(metadataOf(report)?.mdn_file === undefined ? [] : ['The signed receipt (MDN) is kept.']),
    ],
    executionId: id,
  }));
}

function groupOf({ functional_id, group_number, transactions, state, due_at }: SentGroups): TracedGroup {
  return {
    functionalId: functional_id,
    number: group_number,
    transactions,
    state,
    ...(due_at === null ? {} : { dueAt: isoTime(due_at) }),
  };
}

function answerStep(row: Acknowledgments): TraceStep {
  const { codes = [], received, accepted, sets = [] } = answerFactsOf(row);
  const what = row.kind === '277CA' ? 'claims' : 'sets';
  return {
    at: isoTime(row.created_at),
    what: row.kind,
    outcome: [row.verdict, ...codes.map((code) => `code ${code}`)].join(', '),
    details: [
      ...(received === undefined ? [] : [`${accepted ?? 0} of ${received} ${what} accepted`]),
      ...sets.map(({ controlNumber, verdict, codes: own }) =>
        [`ST02 ${controlNumber} ${verdict}`, ...own.map((code) => `code ${code}`)].join(', '),
      ),
    ],
    executionId: row.execution_id,
  };
}

function interchangeStep({ created_at, control_number, state, fault_code }: ReceivedInterchanges): TraceStep {
  return {
    at: isoTime(created_at),
    what: `ISA13 ${control_number ?? 'unreadable'}`,
    outcome: fault_code === null ? state : `${state}, ${fault_code}`,
    details: [],
  };
}

/** What became of the file that answers an interchange: with a 997 or 999, or with nothing but a TA1. */
async function replySteps(queries: AccountQueries, id: string): Promise<readonly TraceStep[]> {
  const execution = await executionWithId(queries, id);
  if (execution === undefined) return [];
  const chain = await sameFile(queries, execution);
  // Who delivers it again has taken its groups along.
  const [first] = await sentGroupsOf(queries, chain.at(-1)?.id ?? id);
  const kind = first === undefined ? 'TA1' : sentFactsOf(first).transactionSet;
  const written = { at: isoTime(execution.created_at), what: kind, outcome: 'written', details: [], executionId: id };
  const deliveries = await Promise.all(chain.map((one) => deliverySteps(queries, one)));
  return [written, ...deliveries.flat().map((step) => ({ ...step, what: `${kind} ${step.what}` }))];
}

async function transactionOf(queries: AccountQueries, { executionId, place }: TraceMatch) {
  if (place === undefined) return {};
  const [set] = await setsOfTraced(queries, executionId, { place, most: 1 });
  if (set === undefined) return {};
  const { controlNumber } = x12Of(set).metadata.transaction;
  const transaction: TracedTransaction = {
    ...{ transactionId: set.id, transactionSet: set.transaction_set, controlNumber },
    ...(set.direction === 'OUTBOUND' ? { acknowledgment: set.acknowledgment } : {}),
  };
  return { transaction };
}

function inOrder(steps: readonly TraceStep[]): readonly TraceStep[] {
  return steps.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
