import { uuid } from '../../ids.js';
import type { Platform } from '../../platform.js';
import { invalid, notFound, type ProblemDetail } from '../../problems.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EnrollmentTasks } from '../../store/enrollment-tables.js';
import { LOCK } from '../../store/lock-row.js';
import { uploadedAmong } from '../enrollment-documents/uploaded.js';
import { detailColumn, type EventType } from '../events/detail.js';
import { writeEvents } from '../events/rows.js';
import { sealedResponse, sealedTask, taskContent, taskResponse } from './columns.js';
import type { ManualTask, NewTask, TaskResponse } from './schemas.js';

type Needs = Pick<Platform, 'clock' | 'sealedColumns' | 'jobs'>;

/** Of one enrollment. */
const MOST_TASKS = 100;

/** Gives a task. @param enrollmentId of an enrollment that is there. @throws Problem `invalid` for more than an enrollment may have. */
export async function addTask(
  services: Needs,
  queries: AccountQueries,
  enrollmentId: string,
  { definition: { manualTask }, responsibleParty = 'PROVIDER', rank = 0 }: NewTask,
): Promise<EnrollmentTasks> {
  const keys = manualTask.fields.map(({ key }) => key);
  const twice = keys.findIndex((key, place) => keys.indexOf(key) !== place);
  if (twice >= 0) {
    const path = `/definition/manualTask/fields/${twice}/key`;
    throw invalidRequest([{ path, message: 'Another field has this key.' }]);
  }
  const there = await queries.from('enrollment_tasks').select('id').where('enrollment_id', '=', enrollmentId).execute();
  if (there.length >= MOST_TASKS) throw invalid(`The enrollment has ${MOST_TASKS} tasks, and may not have more.`);
  const [id, now] = [uuid(), services.clock.now()];
  const row = await queries
    .insert('enrollment_tasks', {
      ...{ id, enrollment_id: enrollmentId, rank, responsible: responsibleParty },
      content: sealedTask(services.sealedColumns, { accountId: queries.accountId, id }, manualTask),
      ...{ response: null, completed_at: null, created_at: now, updated_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tell(services, queries, 'enrollment.task.assigned', row);
  return row;
}

/** @throws Problem `not-found`. */
export async function findTask(queries: AccountQueries, id: string): Promise<EnrollmentTasks> {
  const row = await queries.from('enrollment_tasks').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('task');
  return row;
}

export interface TaskAnswer {
  readonly completed: boolean;
  /** Kept for later where it does not complete the task. */
  readonly responseData?: TaskResponse | undefined;
  /** Whose tasks this one may answer. */
  readonly as: EnrollmentTasks['responsible'];
}

/**
 * Answers a task, or says that it is done. Said again it is no error.
 * @throws Problem `not-found`; `invalid` for a task of somebody else's, one before which another is to be done, one that is done, and
 *   for values that are not what its fields ask for.
 */
export async function answerTask(
  services: Needs,
  queries: AccountQueries,
  id: string,
  answer: TaskAnswer,
): Promise<EnrollmentTasks> {
  const row = await queries.update('enrollment_tasks').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
  if (row === undefined) throw notFound('task');
  if (row.responsible !== answer.as) throw invalid('The task is not yours to do: responsibleParty says whose it is.');
  const given = answer.responseData;
  if (row.completed_at !== null) {
    const known = taskResponse(services.sealedColumns, row);
    const isSame = given === undefined || JSON.stringify(given) === JSON.stringify(known);
    if (answer.completed && isSame) return row;
    throw invalid('The task is done, and what was answered stays.');
  }
  const task = taskContent(services.sealedColumns, row);
  const response = given ?? taskResponse(services.sealedColumns, row);
  const problems = [
    // Of what was answered before, too: its documents may have been deleted since.
    ...(response === undefined ? [] : await valueProblems(queries, row, task, response)),
    // What the platform finds out, it need not tell itself.
    ...(answer.completed && answer.as === 'PROVIDER' ? missingFields(task, response) : []),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  if (answer.completed) await demandFirst(queries, row);
  const now = services.clock.now();
  const own = { accountId: queries.accountId, id };
  const changed = await queries
    .update('enrollment_tasks')
    .set({
      ...(given === undefined ? {} : { response: sealedResponse(services.sealedColumns, own, given) }),
      ...(answer.completed ? { completed_at: now } : {}),
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (answer.completed) await tell(services, queries, 'enrollment.task.completed', changed);
  return changed;
}

/** Takes a task back; of one that is not there it is no error. */
export async function deleteTask(
  services: Needs,
  queries: AccountQueries,
  enrollmentId: string,
  id: string,
): Promise<boolean> {
  const row = await queries
    .delete('enrollment_tasks')
    .where('id', '=', id)
    .where('enrollment_id', '=', enrollmentId)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) await tell(services, queries, 'enrollment.task.deleted', row);
  return row !== undefined;
}

/** @throws Problem `invalid` while a task of a lower rank waits. */
async function demandFirst(queries: AccountQueries, { enrollment_id, rank }: EnrollmentTasks): Promise<void> {
  const before = await queries
    .from('enrollment_tasks')
    .select('id')
    .where('enrollment_id', '=', enrollment_id)
    .where('rank', '<', rank)
    .where('completed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (before !== undefined) throw invalid(`Task ${before.id} has a lower rank, and is to be done first.`);
}

async function valueProblems(
  queries: AccountQueries,
  { enrollment_id }: EnrollmentTasks,
  { fields }: ManualTask,
  { manualTask: { values } }: TaskResponse,
): Promise<readonly ProblemDetail[]> {
  const ids = values.flatMap(({ value }) => ('document' in value ? [value.document.documentId] : []));
  const uploaded = await uploadedAmong(queries, enrollment_id, ids);
  return values.flatMap(({ key, value }, place): ProblemDetail[] => {
    const at = `/responseData/manualTask/values/${place}`;
    const field = fields.find((one) => one.key === key);
    if (field === undefined) return [{ path: `${at}/key`, message: 'The task has no field of this key.' }];
    if (values.findIndex((one) => one.key === key) < place)
      return [{ path: `${at}/key`, message: 'Another value has this key.' }];
    const isDocument = 'document' in value;
    if (isDocument !== (field.fieldType === 'DOCUMENT')) {
      const message = isDocument ? 'The field is a text: give `text`.' : 'The field is a PDF: give `document`.';
      return [{ path: `${at}/value`, message }];
    }
    if (isDocument && !uploaded.has(value.document.documentId)) {
      const message = 'No document of this id was uploaded to the enrollment.';
      return [{ path: `${at}/value/document/documentId`, message }];
    }
    return [];
  });
}

function missingFields({ fields }: ManualTask, response: TaskResponse | undefined): readonly ProblemDetail[] {
  const keys = response?.manualTask.values.map(({ key }) => key) ?? [];
  const missing = fields.filter(({ key }) => !keys.includes(key));
  if (missing.length === 0) return [];
  const message = `The task is done with a value of each field; missing: ${missing.map(({ key }) => key).join(', ')}.`;
  return [{ path: '/responseData', message }];
}

async function tell(
  services: Needs,
  queries: AccountQueries,
  type: EventType,
  { id, enrollment_id }: EnrollmentTasks,
): Promise<void> {
  const about = { resourceKind: 'enrollment', resourceId: enrollment_id } as const;
  const detail = detailColumn({ relatedResources: [{ id, type: 'enrollment.task' }] });
  await writeEvents(services, queries, [{ type, mode: 'production', ...about, detail, at: services.clock.now() }]);
}
