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
