import type { Services } from '../exchange/services.js';
import { notFound } from '../problems.js';
import { readTaskFile, soundTask } from '../resources/enrollment-tasks/read-task-file.js';
import type { Task } from '../resources/enrollment-tasks/schemas.js';
import {
  addTaskByService,
  completeTaskByService,
  deleteTaskByService,
} from '../resources/enrollments/tasks-by-service.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Arguments, type Command, type Input, optionalText, textIn, UsageError } from './command.js';

async function ofInput(services: Services, input: Input) {
  return { accountId: await accountOf(services, optionalText(input, 'account')), enrollmentId: textIn(input, 'id') };
}

/** The id of an enrollment, and one word behind it. @throws UsageError. */
function twoWords(name: string, what: string, { positionals: [id, word, ...more], options }: Arguments) {
  if (id === undefined || word === undefined || more.length > 0)
    throw new UsageError(`${name} takes the id of an enrollment and ${what}.`);
  return { word, input: { ...options, id } };
}

function ofTask(name: string, args: Arguments): Input {
  const { word, input } = twoWords(name, 'the id of a task', args);
  return { ...input, task: word };
}

/** Tasks of enrollments, which the operator gives. */
export const ENROLLMENT_TASK_COMMANDS: readonly Command[] = [
  {
    name: 'enrollments tasks add',
    usage: 'ID FILE [--account ID]',
    summary: 'Gives a task to an enrollment; FILE is JSON, as AddEnrollmentTask takes it.',
    options: ACCOUNT,
    prepare: async (args) => {
      const { word, input } = twoWords('enrollments tasks add', 'a file', args);
      return { ...input, task: await readTaskFile(word) };
    },
    run: async (services, input) => addTaskByService(services, await ofInput(services, input), soundTask(input.task)),
    show: ({ id }: Task) => `Given as ${id}.`,
  },
  {
    name: 'enrollments tasks complete',
    usage: 'ID TASK [--account ID]',
    summary: 'Says that a task which the platform has to do is done.',
    options: ACCOUNT,
    prepare: async (args) => ofTask('enrollments tasks complete', args),
    run: async (services, input) =>
      completeTaskByService(services, await ofInput(services, input), textIn(input, 'task')),
    show: ({ id }: Task) => `${id} is done.`,
  },
  {
    name: 'enrollments tasks delete',
    usage: 'ID TASK [--account ID]',
    summary: 'Takes a task of an enrollment back.',
    options: ACCOUNT,
    prepare: async (args) => ofTask('enrollments tasks delete', args),
    run: async (services, input) => {
      const wasThere = await deleteTaskByService(services, await ofInput(services, input), textIn(input, 'task'));
      // Said to be taken back, a task whose id was mistyped would stay.
      if (!wasThere) throw notFound('task of the enrollment; enrollments show lists those there are');
      return {};
    },
    show: () => 'It is taken back.',
  },
];
