import Type from 'typebox';
import type { AdminRoute } from '../../gateway/admin-route.js';
import { NewTask, Task, TaskId } from '../../resources/enrollment-tasks/schemas.js';
import {
  addNoteByService,
  moveByService,
  notesToService,
  showToService,
} from '../../resources/enrollments/by-service.js';
import { MOST_OF_REASON } from '../../resources/enrollments/move-enrollment.js';
import { MOST_OF_NOTE } from '../../resources/enrollments/notes.js';
import { Enrollment, EnrollmentId, EnrollmentStatusName } from '../../resources/enrollments/schemas.js';
import {
  addTaskByService,
  completeTaskByService,
  deleteTaskByService,
} from '../../resources/enrollments/tasks-by-service.js';
import { CreatedAt, closed, Nothing } from '../../schemas/shapes.js';
import { adminRoute } from '../route.js';

/*
 * What the operator does with enrollments: moves them on, and keeps notes of them that no account sees.
 */

const Params = Type.Object({
  accountId: Type.String({ description: 'Id of an account.' }),
  enrollmentId: EnrollmentId,
});
const PATH = '/accounts/:accountId/enrollments/:enrollmentId';

const Note = Type.Object(
  {
    id: Type.String({ description: 'Id of the note.' }),
    text: Type.String({ description: 'What was written.' }),
    createdAt: CreatedAt,
  },
  { title: 'EnrollmentNote', description: 'A note of the operator, which no account is shown.' },
);

const getServiceEnrollmentRoute = adminRoute({
  operation: 'GetServiceEnrollment',
  method: 'GET',
  path: PATH,
  summary: 'Get an enrollment of an account',
  schemas: { params: Params, response: { 200: Enrollment } },
  handle: async ({ services, params }) => ({ body: await showToService(services, params) }),
});

const moveEnrollmentRoute = adminRoute({
  operation: 'MoveEnrollment',
  method: 'POST',
  path: `${PATH}/status`,
  summary: 'Change the status of an enrollment',
  description:
    'SUBMITTED becomes PROVISIONING, LIVE, REJECTED or CANCELED, PROVISIONING the last three, LIVE is CANCELED; nothing else. What the provider may exchange changes at once, and the account is told.',
  schemas: {
    params: Params,
    body: Type.Object(
      {
        status: EnrollmentStatusName,
        reason: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: MOST_OF_REASON,
            description: 'Why it is delayed or rejected, as the account is shown it. Left out: none from now on.',
          }),
        ),
      },
      { ...closed, description: 'Where to.' },
    ),
    response: { 200: Enrollment },
  },
  handle: async ({ services, params, body }) => ({ body: await moveByService(services, params, body) }),
});

const addEnrollmentNoteRoute = adminRoute({
  operation: 'AddEnrollmentNote',
  method: 'POST',
  path: `${PATH}/notes`,
  summary: 'Add a note to an enrollment, which no account is shown',
  schemas: {
    params: Params,
    body: Type.Object(
      {
        text: Type.String({
          minLength: 1,
          maxLength: MOST_OF_NOTE,
          description: 'What is to be known of it. It is stored sealed.',
        }),
      },
      { ...closed, description: 'The note.' },
    ),
    response: { 201: Note },
  },
  handle: async ({ services, params, body }) => ({
    status: 201,
    body: await addNoteByService(services, params, body.text),
  }),
});

const listEnrollmentNotesRoute = adminRoute({
  operation: 'ListEnrollmentNotes',
  method: 'GET',
  path: `${PATH}/notes`,
  summary: 'List the notes of an enrollment, oldest first',
  schemas: {
    params: Params,
    response: {
      200: Type.Object({ items: Type.Array(Note, { description: 'All of them.' }) }, { description: 'The notes.' }),
    },
  },
  handle: async ({ services, params }) => ({ body: { items: await notesToService(services, params) } }),
});

const addEnrollmentTaskRoute = adminRoute({
  operation: 'AddEnrollmentTask',
  method: 'POST',
  path: `${PATH}/tasks`,
  summary: 'Add a task to an enrollment',
  description:
    'The account sees it, is told by an event, and answers it by UpdateTaskPost where it is the provider who has to do it.',
  schemas: { params: Params, body: NewTask, response: { 201: Task } },
  handle: async ({ services, params, body }) => ({ status: 201, body: await addTaskByService(services, params, body) }),
});

const TaskParams = Type.Object({ ...Params.properties, taskId: TaskId });

const completeEnrollmentTaskRoute = adminRoute({
  operation: 'CompleteEnrollmentTask',
  method: 'POST',
  path: `${PATH}/tasks/:taskId/complete`,
  summary: 'Set a task of the platform to be done',
  schemas: { params: TaskParams, response: { 200: Task } },
  handle: async ({ services, params }) => ({ body: await completeTaskByService(services, params, params.taskId) }),
});

const deleteEnrollmentTaskRoute = adminRoute({
  operation: 'DeleteEnrollmentTask',
  method: 'DELETE',
  path: `${PATH}/tasks/:taskId`,
  summary: 'Delete a task of an enrollment',
  description: 'Deleted again it is no error.',
  schemas: { params: TaskParams, response: { 204: Nothing } },
  handle: async ({ services, params }) => {
    await deleteTaskByService(services, params, params.taskId);
    return { status: 204, body: undefined };
  },
});

/** Enrollments as the operator works on them. */
export const serviceEnrollmentRoutes: readonly AdminRoute[] = [
  getServiceEnrollmentRoute,
  moveEnrollmentRoute,
  addEnrollmentNoteRoute,
  listEnrollmentNotesRoute,
  addEnrollmentTaskRoute,
  completeEnrollmentTaskRoute,
  deleteEnrollmentTaskRoute,
];
