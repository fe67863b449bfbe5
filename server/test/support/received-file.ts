import { uuid } from '../../src/ids.js';
import { fragmentsColumn } from '../../src/resources/transactions/columns.js';
import type { SentFile } from './sent-file.js';
import type { TestApp } from './test-app.js';

/** A file that came in, with every sort of document that only such files have. */
export interface ReceivedFile {
  readonly executionId: string;
  /** The fault was found in a document. */
  readonly faultId: string;
  /** It is in two fragments. */
  readonly transactionId: string;
  readonly attachmentId: string;
}

/** Makes one of a file that was sent: the same rows, in the other direction. */
export async function receivedFile(test: TestApp, sent: SentFile): Promise<ReceivedFile> {
  const { services, accountId } = test;
  const [executionId, transactionId, faultId] = [uuid(), uuid(), uuid()];
  const json = { type: 'application/json', name: 'part.json', bytes: Buffer.from('{}') } as const;
  const ofTransaction = { model: 'transaction', ownerId: transactionId } as const;
  const artifacts = await services.artifacts.prepare(accountId, [
    { ...ofTransaction, usage: 'output', ...json },
    { ...ofTransaction, usage: 'attachment', type: 'text/plain', name: 'note.txt', bytes: Buffer.from('Enclosed.') },
    { ...ofTransaction, model: 'fragment', usage: 'output', ...json },
    { ...ofTransaction, model: 'fragment', usage: 'output', ...json },
    { model: 'fault', ownerId: faultId, usage: 'input', ...json },
  ]);
  await test.queries(async (queries) => {
    const all = {
      executions: queries.from('executions').selectAll().where('id', '=', sent.executionId),
      transactions: queries.from('transactions').selectAll().where('execution_id', '=', sent.executionId),
    };
    const { account_id: _, ...execution } = await all.executions.executeTakeFirstOrThrow();
    const { account_id: __, ...transaction } = await all.transactions.executeTakeFirstOrThrow();
    const received = { direction: 'INBOUND', created_at: services.clock.now() } as const;
    await queries.insert('executions', { ...execution, ...received, id: executionId, fault_count: 1 }).execute();
    const fragments = fragmentsColumn({ keyName: 'PO1_loop', fragmentCount: 2, batchSize: 1 });
    const own = { id: transactionId, execution_id: executionId, fragments, listed: 1 };
    await queries.insert('transactions', { ...transaction, ...received, ...own }).execute();
    const fault = { code: 'UNKNOWN_ERROR', message: 'It could not be read.', detail: '{}', created_at: 6 };
    await queries.insert('faults', { id: faultId, execution_id: executionId, ...fault }).execute();
    await services.artifacts.insert(queries, artifacts);
  });
  const attachmentId = artifacts.find(({ usage }) => usage === 'attachment')?.id ?? '';
  return { executionId, faultId, transactionId, attachmentId };
}
