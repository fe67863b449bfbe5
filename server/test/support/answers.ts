import { createEngine, type Engine, type Finding } from 'ediloom';
import { type AcknowledgmentPolicy, acknowledgmentsOf, type ReceivedAcknowledgments } from 'ediloom/acknowledgment';
import { loadGuide } from 'ediloom/guides';
import { applyAcknowledgments } from '../../src/exchange/tracking/apply-acknowledgments.js';
import type { AppliedAnswers, ReceivedAnswers } from '../../src/exchange/tracking/received-answers.js';
import type { AnsweredBy } from '../../src/exchange/tracking/write-answers.js';
import { writeEvents } from '../../src/resources/events/rows.js';
import type { InterchangeIds } from '../../src/resources/inbound/pair.js';
import type { ExpectedAcknowledgments } from '../../src/resources/partnerships/configuration.js';
import { PARTNERSHIP, purchaseOrder } from './partner-rows.js';
import type { TestApp } from './test-app.js';

/** Sends a file with so many orders in each of its groups. */
export async function sendGroups(
  test: TestApp,
  sizes: readonly number[],
): Promise<{ readonly executionId: string; readonly edi: string }> {
  const transactionGroups = sizes.map((size, group) => ({
    transactionSettingId: 'po',
    transactions: Array.from({ length: size }, (_, set) => purchaseOrder(`PO-${group + 1}-${set + 1}`)),
  }));
  const answer = await test.call('POST', `/2023-08-01/x12/partnerships/${PARTNERSHIP}/generate-edi`, {
    headers: { authorization: test.testKey },
    payload: { transactionGroups },
  });
  const { fileExecutionId, edi } = answer.json();
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return { executionId: fileExecutionId, edi };
}

/** Has the partnership wait for answers. */
export async function expectAnswers(test: TestApp, expected: ExpectedAcknowledgments): Promise<void> {
  const expected_acknowledgments = JSON.stringify(expected);
  await test.queries((queries) => queries.update('partnerships').set({ expected_acknowledgments }).execute());
}

/** The groups of a file that was sent, in its order. */
export function groupsOf(test: TestApp, executionId: string) {
  return test.queries((queries) =>
    queries.from('sent_groups').selectAll().where('execution_id', '=', executionId).orderBy('place').execute(),
  );
}

/** What a partner answers to a file. */
export interface PartnerAnswer {
  readonly ids: InterchangeIds;
  /** ISA13. */
  readonly number: string;
  readonly received: ReceivedAcknowledgments;
}

export interface AnswerWish {
  /** Sets that it rejects: group and set, from 1. */
  readonly reject?: readonly (readonly [group: number, set: number])[];
  /** Default never. */
  readonly ta1?: AcknowledgmentPolicy['ta1'];
  /** TA105 by which it rejects the interchange. */
  readonly ta105?: '025' | '009';
  readonly functional?: AcknowledgmentPolicy['functional'];
  readonly policy?: AcknowledgmentPolicy;
}

const ANSWERED = Date.UTC(2026, 3, 1, 9, 31);
let engine: Promise<Engine> | undefined;

/** The answer of a partner who reads the file with the engine, and whose answer is read with it. */
export async function answerTo(edi: string, wish: AnswerWish = {}): Promise<PartnerAnswer> {
  engine ??= Promise.all([loadGuide('850-004010'), loadGuide('997-004010')]).then((guides) =>
    createEngine({ guides, clock: () => ANSWERED }),
  );
  const reader = await engine;
  const { reject = [], ta1 = 'never', ta105, functional, policy } = wish;
  const interchange: Finding[] =
    ta105 === undefined
      ? []
      : [
          {
            level: 'interchange',
            code: ta105,
            reason: 'acknowledgment-code',
            severity: 'error',
            snip: 1,
            at: { interchange: 1 },
          },
        ];
  const sets = reject.map(
    ([group, transaction]): Finding => ({
      ...{ level: 'transaction', code: '1', reason: 'acknowledgment-code', severity: 'error', snip: 1 },
      at: { interchange: 1, group, transaction },
    }),
  );
  const acknowledged = await reader.acknowledge(new TextEncoder().encode(edi), {
    ...{ ta1, functional, check: () => [...interchange, ...sets] },
    ...policy,
  });
  const replies = acknowledged.flatMap(({ reply }) => reply ?? []);
  const numbered = replies.map((reply) => ({
    ...reply,
    header: { ...reply.header, controlNumber: 900 },
    groups: reply.groups.map((group, index) => ({ ...group, header: { ...group.header, controlNumber: 800 + index } })),
  }));
  const { bytes } = reader.generate({ interchanges: numbered });
  const document = await reader.parse(bytes);
  const [header] = document.interchanges.map((one) => one.header);
  if (header === undefined) throw new Error('The partner answers nothing.');
  return { ids: header, number: header.controlNumber, received: acknowledgmentsOf(document) };
}

/** Applies an answer, as the job does that receives its file. */
export async function applyAnswer(
  test: TestApp,
  answer: PartnerAnswer,
  more: Partial<ReceivedAnswers & AnsweredBy> = {},
): Promise<AppliedAnswers> {
  const from = { executionId: 'in-1', at: test.clock.now(), keyMode: 'live', partnershipId: PARTNERSHIP } as const;
  return test.queries(async (queries) => {
    const { executionId, at, ...received } = { ...from, ...answer, ...more };
    const applied = await applyAcknowledgments(queries, { executionId, at }, [received]);
    await writeEvents(test.services, queries, applied.events);
    return applied;
  });
}

/** What came of the transactions of a file, in its order. */
export async function statesOf(test: TestApp, executionId: string): Promise<readonly string[]> {
  const rows = await test.queries((queries) =>
    queries
      .from('transactions')
      .select('acknowledgment')
      .where('execution_id', '=', executionId)
      .orderBy('place')
      .execute(),
  );
  return rows.map(({ acknowledgment }) => acknowledgment);
}
