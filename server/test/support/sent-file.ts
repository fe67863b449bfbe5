import { PARTNERSHIP, purchaseOrder } from './partner-rows.js';
import type { TestApp } from './test-app.js';

export interface SentFile {
  readonly executionId: string;
  readonly transactionIds: readonly string[];
  readonly edi: string;
}

/** Sends orders of these numbers in one file. */
export async function sendOrders(test: TestApp, numbers: readonly string[], key = test.testKey): Promise<SentFile> {
  const transactions = numbers.map((number) => purchaseOrder(number));
  const answer = await test.call('POST', `/2023-08-01/x12/partnerships/${PARTNERSHIP}/generate-edi`, {
    headers: { authorization: key },
    payload: { transactionGroups: [{ transactionSettingId: 'po', transactions }] },
  });
  const { fileExecutionId, edi } = answer.json();
  const rows = await test.queries((queries) =>
    queries.from('transactions').select('id').where('execution_id', '=', fileExecutionId).orderBy('place').execute(),
  );
  return { executionId: fileExecutionId, transactionIds: rows.map(({ id }) => id), edi };
}

/** What becomes of a file when it was delivered. */
export async function markDelivered(test: TestApp, { executionId }: SentFile): Promise<void> {
  await test.queries(async (queries) => {
    await queries.update('executions').set({ status: 'COMPLETED' }).where('id', '=', executionId).execute();
    await queries.update('transactions').set({ listed: 1 }).where('execution_id', '=', executionId).execute();
  });
}

/** And when it could not be. */
export async function markFailed(test: TestApp, { executionId }: SentFile): Promise<void> {
  await test.queries(async (queries) => {
    const failed = { status: 'FAILED', fault_code: 'DELIVERY_FAILURE', fault_count: 1, retryable: 1 };
    await queries.update('executions').set(failed).where('id', '=', executionId).execute();
  });
}
