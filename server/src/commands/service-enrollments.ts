import type { Services } from '../exchange/services.js';
import { addNoteByService, moveByService, notesToService, showToService } from '../resources/enrollments/by-service.js';
import type { EnrollmentNote } from '../resources/enrollments/notes.js';
import { type Enrollment, STATUSES } from '../resources/enrollments/schemas.js';
import { enrollmentsWith, type WaitingEnrollment } from '../resources/enrollments/waiting.js';
import { readRows } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Arguments, type Command, demandNoWords, optionalText, textIn, UsageError } from './command.js';

type Input = Readonly<Record<string, unknown>>;

async function ofInput(services: Services, input: Input) {
  return { accountId: await accountOf(services, optionalText(input, 'account')), enrollmentId: textIn(input, 'id') };
}

/** The id of one enrollment, and as many words behind it. @throws UsageError. */
function wordsOf(name: string, { positionals: [id, ...more], options }: Arguments, others = 0) {
  if (id === undefined || more.length !== others)
    throw new UsageError(`${name} takes the id of an enrollment${others === 0 ? '' : ' and one word more'}.`);
  return { words: more, input: { ...options, id } };
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
      const { words, input } = wordsOf('enrollments move', args, 1);
      return { ...input, status: statusOf(words[0] ?? '') };
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
      const { words, input } = wordsOf('enrollments notes add', args, 1);
      return { ...input, text: words[0] };
    },
    run: async (services, input) =>
      addNoteByService(services, await ofInput(services, input), textIn(input, 'text').slice(0, 10_000)),
    show: ({ id }: EnrollmentNote) => `Added as ${id}.`,
  },
  {
    name: 'enrollments notes',
    usage: 'ID [--account ID]',
    summary: 'Shows the notes of an enrollment, oldest first.',
    options: ACCOUNT,
    prepare: async (args) => wordsOf('enrollments notes', args).input,
    run: async (services, input) => notesToService(services, await ofInput(services, input)),
    show: (notes: readonly EnrollmentNote[]) =>
      notes.length === 0
        ? 'There are no notes.'
        : notes.map(({ createdAt, text }) => `${createdAt.slice(0, 16)}  ${text}`).join('\n'),
  },
  {
    name: 'enrollments show',
    usage: 'ID [--account ID]',
    summary: 'Shows an enrollment that an account has applied for.',
    options: ACCOUNT,
    prepare: async (args) => wordsOf('enrollments show', args).input,
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

function showOne({ id, status, payer, provider, transactions, reason, history }: Enrollment): string {
  return [
    `${id}  ${status}`,
    `payer         ${payer.platformPayerId}  ${payer.name ?? ''}`.trimEnd(),
    `provider      ${provider.npi}  ${provider.name}`,
    `transactions  ${Object.keys(transactions).join(', ')}`,
    ...(reason === undefined ? [] : [`reason        ${reason}`]),
    ...history.map(
      ({ changedAt, newStatus, changedBy }) => `${changedAt.slice(0, 16)}  ${newStatus} by the ${changedBy}`,
    ),
  ].join('\n');
}
