import type { Services } from '../exchange/services.js';
import { addNoteByService, moveByService, notesToService, showToService } from '../resources/enrollments/by-service.js';
import type { EnrollmentNote } from '../resources/enrollments/notes.js';
import { type Enrollment, STATUSES } from '../resources/enrollments/schemas.js';
import { enrollmentsWith, type WaitingEnrollment } from '../resources/enrollments/waiting.js';
import { readRows } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import {
  type Arguments,
  type Command,
  demandNoWords,
  type Input,
  optionalText,
  textIn,
  UsageError,
} from './command.js';

/** What the service may make of an enrollment. */
const MOVES_TO = STATUSES.filter((status) => status !== 'DRAFT' && status !== 'SUBMITTED');

async function ofInput(services: Services, input: Input) {
  return { accountId: await accountOf(services, optionalText(input, 'account')), enrollmentId: textIn(input, 'id') };
}

/** The id of one enrollment. @throws UsageError. */
function oneOf(name: string, { positionals: [id, ...more], options }: Arguments): Input {
  if (id === undefined || more.length > 0) throw new UsageError(`${name} takes the id of an enrollment.`);
  return { ...options, id };
}

/** The id of one enrollment, and a word behind it. @throws UsageError that says what the word is. */
function wordOf(name: string, what: string, { positionals: [id, word, ...more], options }: Arguments) {
  if (id === undefined || word === undefined || more.length > 0)
    throw new UsageError(`${name} takes the id of an enrollment, and ${what}.`);
  return { word, input: { ...options, id } };
}

/** @throws UsageError. */
function statusOf(text: string): Enrollment['status'] {
  const status = STATUSES.find((one) => one === text.toUpperCase());
  if (status === undefined) throw new UsageError(`The status is one of ${STATUSES.join(', ')}.`);
  return status;
}

/** What the service does with the enrollments that accounts have applied for. */
export const SERVICE_ENROLLMENT_COMMANDS: readonly Command[] = [
  {
    name: 'enrollments move',
    usage: 'ID STATUS [--reason TEXT] [--account ID]',
    summary: 'Moves an enrollment on: PROVISIONING, LIVE, REJECTED or CANCELED.',
    options: { ...ACCOUNT, reason: { type: 'string', help: 'why; the account is shown it' } },
    prepare: async (args) => {
      const { word, input } = wordOf('enrollments move', `the status that it gets: ${MOVES_TO.join(', ')}`, args);
      return { ...input, status: statusOf(word) };
    },
    run: async (services, input) =>
      moveByService(services, await ofInput(services, input), {
        status: statusOf(textIn(input, 'status')),
        reason: optionalText(input, 'reason'),
      }),
    show: showOne,
  },
  {
    name: 'enrollments notes add',
    usage: 'ID TEXT [--account ID]',
    summary: 'Adds a note to an enrollment, which no account is shown.',
    options: ACCOUNT,
    prepare: async (args) => {
      const { word, input } = wordOf('enrollments notes add', 'a text in quotation marks', args);
      return { ...input, text: word };
    },
    run: async (services, input) => addNoteByService(services, await ofInput(services, input), textIn(input, 'text')),
    show: ({ id }: EnrollmentNote) => `Added as ${id}.`,
  },
  {
    name: 'enrollments notes',
    usage: 'ID [--account ID]',
    summary: 'Shows the notes of an enrollment, oldest first.',
    options: ACCOUNT,
    prepare: async (args) => oneOf('enrollments notes', args),
    run: async (services, input) => notesToService(services, await ofInput(services, input)),
    show: (notes: readonly EnrollmentNote[]) =>
      notes.length === 0
        ? 'There are no notes.'
        : notes.map(({ createdAt, text }) => `${createdAt.slice(0, 16)}  ${text}`).join('\n'),
  },
  {
    name: 'enrollments show',
    usage: 'ID [--account ID]',
    summary: 'Shows an enrollment that an account has applied for, with its tasks and documents.',
    options: ACCOUNT,
    prepare: async (args) => oneOf('enrollments show', args),
    run: async (services, input) => showToService(services, await ofInput(services, input)),
    show: showOne,
  },
  {
    name: 'enrollments requests',
    usage: '[--status STATUS] [--account ID]',
    summary: 'Lists enrollments that accounts have applied for: the oldest thousand of a status.',
    options: { ...ACCOUNT, status: { type: 'string', help: 'default: SUBMITTED, those that wait for the service' } },
    prepare: async (args) => {
      demandNoWords('enrollments requests', args);
      const { status, ...others } = args.options;
      return { ...others, status: statusOf(typeof status === 'string' ? status : 'SUBMITTED') };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const status = statusOf(textIn(input, 'status'));
      return readRows(services.store, accountId, (queries) => enrollmentsWith(queries, status));
    },
    show: (rows: readonly WaitingEnrollment[]) =>
      rows.length === 0
        ? 'There are none.'
        : rows
            .map(
              ({ enrollmentId, status, payer, npi, statusLastUpdatedAt, providerName }) =>
                `${enrollmentId}  ${status.padEnd(12)}  ${statusLastUpdatedAt.slice(0, 16)}  ${payer}  ${npi}  ${providerName}`,
            )
            .join('\n'),
  },
];

function showOne({ id, status, payer, provider, transactions, reason, history, tasks, documents }: Enrollment): string {
  return [
    `${id}  ${status}`,
    `payer         ${payer.platformPayerId}  ${payer.name ?? ''}`.trimEnd(),
    `provider      ${provider.npi}  ${provider.name}`,
    `transactions  ${Object.keys(transactions).join(', ')}`,
    ...(reason === undefined ? [] : [`reason        ${reason}`]),
    ...tasks.map(taskLine),
    ...documents.map(({ id, status, name }) => `document      ${id}  ${status.padEnd(8)}  ${name}`),
    ...history.map(
      ({ changedAt, newStatus, changedBy }) => `${changedAt.slice(0, 16)}  ${newStatus} by the ${changedBy}`,
    ),
  ].join('\n');
}

/** By its id it is done or taken back. */
function taskLine({ id, isComplete, responsibleParty, definition }: Enrollment['tasks'][number]): string {
  const [first = ''] = definition.manualTask.instructions.split('\n', 1);
  return `task          ${id}  ${isComplete ? 'done' : 'open'}  ${responsibleParty.padEnd(8)}  ${first}`;
}
