import type { Clock } from '../../clock.js';
import { uuid } from '../../ids.js';
import { removeArtifactsOf } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import { conflict, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EnrollmentDocuments } from '../../store/enrollment-tables.js';
import { LOCK } from '../../store/lock-row.js';
import { isAnswer, isDone, lockTask } from '../enrollment-tasks/is-done.js';

/** Milliseconds for which a document can be put. */
export const UPLOAD_MS = 24 * 60 * 60 * 1_000;
/** Of one enrollment, deleted ones left out. */
const MOST_DOCUMENTS = 100;
/** The same, deleted ones too: their rows stay. */
const MOST_EVER = 1_000;

/** Announces a document, which is put later. @throws Problem `invalid` for more than an enrollment may have. */
export async function announceDocument(
  queries: AccountQueries,
  clock: Clock,
  { enrollmentId, taskId, name }: { readonly enrollmentId: string; readonly taskId: string; readonly name: string },
): Promise<EnrollmentDocuments> {
  const there = await queries
    .from('enrollment_documents')
    .select('status')
    .where('enrollment_id', '=', enrollmentId)
    .limit(MOST_EVER)
    .execute();
  if (there.length >= MOST_EVER) {
    throw invalid(
      `The enrollment has had ${MOST_EVER} documents, deleted ones among them, and may not have more. Ask the operator to cancel it, and create another.`,
    );
  }
  if (there.filter(({ status }) => status !== 'DELETED').length >= MOST_DOCUMENTS) {
    throw invalid(
      `The enrollment has ${MOST_DOCUMENTS} documents, and may not have more. Delete one that is not needed.`,
    );
  }
  const now = clock.now();
  return queries
    .insert('enrollment_documents', {
      ...{ id: uuid(), enrollment_id: enrollmentId, task_id: taskId, name, status: 'PENDING' },
      ...{ artifact_id: null, content_type: null, size: null, upload_until: now + UPLOAD_MS },
      ...{ created_at: now, updated_at: now, deleted_at: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws Problem `not-found`, also of one that was deleted. */
export async function findDocument(queries: AccountQueries, id: string): Promise<EnrollmentDocuments> {
  const row = await queries.from('enrollment_documents').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || row.status === 'DELETED') throw notFound('document');
  return row;
}

/**
 * Whether a document can be put now.
 * @throws Problem `not-found` for one that is not there any more, `conflict` for one that has its bytes, `invalid` once the task that asked for it
 *   is done.
 */
export async function demandPending(queries: AccountQueries, id: string): Promise<EnrollmentDocuments> {
  const row = await findDocument(queries, id);
  if (row.status !== 'PENDING') throw conflict('The document was put already. Ask for another to put other bytes.');
  if (row.task_id !== null && (await isDone(queries, row.task_id))) throw taskIsDone();
  return row;
}

/** Gives a document its bytes, in the transaction that writes their artifact. @throws Problem as `demandPending`. */
export async function completeDocument(
  queries: AccountQueries,
  clock: Clock,
  id: string,
  { artifactId, type, size }: { readonly artifactId: string; readonly type: string; readonly size: number },
): Promise<void> {
  await lockTask(queries, (await findDocument(queries, id)).task_id);
  await lockDocument(queries, id);
  await demandPending(queries, id);
  await queries
    .update('enrollment_documents')
    .set({ status: 'UPLOADED', artifact_id: artifactId, content_type: type, size, updated_at: clock.now() })
    .where('id', '=', id)
    .execute();
}

/**
 * Deletes a document and its bytes; deleted again it is no error.
 * @throws Problem `not-found` of one that never was; `invalid` once the task that asked for it is done, or one that was answered with it.
 */
export async function deleteDocument(
  { clock, sealedColumns }: Pick<Platform, 'clock' | 'sealedColumns'>,
  queries: AccountQueries,
  id: string,
): Promise<void> {
  const there = await queries.from('enrollment_documents').select('task_id').where('id', '=', id).executeTakeFirst();
  await lockTask(queries, there?.task_id ?? null);
  const row = await lockDocument(queries, id);
  if (row === undefined) throw notFound('document');
  if (row.status === 'DELETED') return;
  if (row.status === 'UPLOADED' && row.task_id !== null && (await isDone(queries, row.task_id))) throw taskIsDone();
  if (row.status === 'UPLOADED' && (await isAnswer(sealedColumns, queries, row))) {
    throw invalid('A task that is done was answered with the document, and what was answered stays.');
  }
  const now = clock.now();
  await removeArtifactsOf(queries, [id]);
  await queries
    .update('enrollment_documents')
    .set({ status: 'DELETED', artifact_id: null, deleted_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

function lockDocument(queries: AccountQueries, id: string): Promise<EnrollmentDocuments | undefined> {
  return queries.update('enrollment_documents').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
}

function taskIsDone() {
  return invalid('The task that asked for the document is done, and what was answered stays.');
}
