import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { answerTask } from '../../resources/enrollment-tasks/rows.js';
import { Task, TaskId, TaskResponse } from '../../resources/enrollment-tasks/schemas.js';
import { showTask } from '../../resources/enrollment-tasks/shown.js';
import { closed } from '../../schemas/shapes.js';
import { route } from '../route.js';

const updateTaskRoute = route({
  ...({ family: 'enrollments', keys: 'live', pool: 'enrollments' } as const),
  operation: 'UpdateTaskPost',
  method: 'POST',
  path: '/tasks/:taskId',
  summary: 'Send the answer to a task of an enrollment',
  description:
    'With `completed` it is done, and what was answered stays; without, the answer is kept for later. A task is done with a value of each of its fields, and behind those of lower ranks.',
  audit: { action: 'answer', objectKind: 'enrollment-task', objectParam: 'taskId' },
  schemas: {
    params: Type.Object({ taskId: TaskId }),
    body: Type.Object(
      {
        completed: Type.Optional(Type.Boolean({ description: 'Whether it is done. Default false.' })),
        responseData: Type.Optional(TaskResponse),
      },
      { ...closed, title: 'TaskUpdate', description: 'An answer to a task.' },
    ),
    response: { 200: Type.Object({ task: Task }, { title: 'UpdatedTask', description: 'The task as it is now.' }) },
  },
  handle: (call) =>
    call.commit(async (queries) => {
      const { services, params, body } = call;
      const { completed = false, responseData } = body;
      const row = await answerTask(services, queries, params.taskId, { completed, responseData, as: 'PROVIDER' });
      return { body: { task: showTask(services.sealedColumns, row) } };
    }),
});

/** What has to be done before an enrollment goes on. */
export const enrollmentTaskRoutes: readonly AnyRoute[] = [updateTaskRoute];
