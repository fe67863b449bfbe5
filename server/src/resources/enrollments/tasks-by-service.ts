import { notFound } from '../../problems.js';
import { addTask, answerTask, deleteTask, findTask } from '../enrollment-tasks/rows.js';
import type { NewTask, Task } from '../enrollment-tasks/schemas.js';
import { showTask } from '../enrollment-tasks/shown.js';
import { audited, type Needs, type OfAccount } from './by-service.js';
import { findEnrollment, lockEnrollment } from './rows.js';

// The tasks that the operator gives, takes back, and does where they are the service's own.

/** @throws Problem `not-found`; `invalid` for fields of one key. */
export function addTaskByService(services: Needs, of: OfAccount, given: NewTask): Promise<Task> {
  return audited(services, of, 'add-task', async (queries) => {
    if ((await lockEnrollment(queries, of.enrollmentId)) === undefined) throw notFound('enrollment');
    return showTask(services.sealedColumns, await addTask(services, queries, of.enrollmentId, given));
  });
}

/** Taken back again it is no error. @returns whether it was there. @throws Problem `not-found` for the enrollment. */
export function deleteTaskByService(services: Needs, of: OfAccount, taskId: string): Promise<boolean> {
  return audited(services, of, 'delete-task', async (queries) => {
    await findEnrollment(queries, of.enrollmentId);
    return deleteTask(services, queries, of.enrollmentId, taskId);
  });
}

/** Says that a task of the service's own is done. @throws Problem `not-found`; `invalid` for one of the provider's. */
export function completeTaskByService(services: Needs, of: OfAccount, taskId: string): Promise<Task> {
  return audited(services, of, 'complete-task', async (queries) => {
    if ((await findTask(queries, taskId)).enrollment_id !== of.enrollmentId) throw notFound('task');
    const row = await answerTask(services, queries, taskId, { completed: true, as: 'PLATFORM' });
    return showTask(services.sealedColumns, row);
  });
}
