import {
  INVOCATION_STATES,
  type Invocation,
  type ListedInvocation,
} from '../resources/functions/invocation-schemas.js';
import { ACCOUNT } from './account-of.js';
import { type Command, demandNoWords, textIn, UsageError } from './command.js';
import {
  failures,
  invocationsOf,
  listAll,
  type Retried,
  readLog,
  retryAll,
  retryThese,
  type ShownFunction,
} from './function-work.js';
import { countIn } from './key-options.js';
import { printable } from './printable.js';

const STATES: readonly unknown[] = INVOCATION_STATES;
const LIMIT = {
  limit: { type: 'string', help: 'how many at most, up to 1000; default: 100' },
  before: { type: 'string', help: 'the id of the last that was listed: what comes behind it' },
} as const;
const LIMITS = { least: 1, most: 1000 };

/** Functions of accounts, and what became of their invocations. */
export const FUNCTION_COMMANDS: readonly Command[] = [
  {
    name: 'functions invocations',
    usage: 'NAME [--status failed|succeeded|waiting] [--limit N] [--before ID] [--account ID]',
    summary: 'Lists invocations of a function, the newest first, also of one that was deleted.',
    options: { ...ACCOUNT, ...LIMIT, status: { type: 'string', help: 'those of this state; default: all' } },
    prepare: async ({ positionals: [name, ...more], options }) => {
      if (name === undefined || more.length > 0) {
        throw new UsageError('functions invocations takes the name of one function.');
      }
      const { status } = options;
      if (status !== undefined && !STATES.includes(status)) {
        throw new UsageError('--status is failed, succeeded or waiting.');
      }
      return { ...options, name, limit: countIn(options.limit ?? '100', '--limit', LIMITS) };
    },
    run: (services, input) => invocationsOf(services, input, textIn(input, 'name'), Number(input.limit)),
    show: (rows: readonly ListedInvocation[]) => (rows.length === 0 ? 'There is none.' : rows.map(line).join('\n')),
  },
  {
    name: 'functions log',
    usage: 'INVOCATION_ID [--account ID]',
    summary: 'Shows an invocation with its error and what it printed; the audit has it.',
    options: ACCOUNT,
    prepare: async ({ positionals: [id, ...more], options }) => {
      if (id === undefined || more.length > 0) throw new UsageError('functions log takes the id of one invocation.');
      return { ...options, id };
    },
    run: (services, input) => readLog(services, input, textIn(input, 'id')),
    show: shownLog,
  },
  {
    name: 'functions errors',
    usage: '[--limit N] [--before ID] [--account ID]',
    summary: 'Lists invocations that failed for good, of all functions, the one that failed last first.',
    options: { ...ACCOUNT, ...LIMIT },
    prepare: async (args) => {
      demandNoWords('functions errors', args);
      return { ...args.options, limit: countIn(args.options.limit ?? '100', '--limit', LIMITS) };
    },
    run: (services, input) => failures(services, input, Number(input.limit)),
    show: (rows: readonly ListedInvocation[]) =>
      rows.length === 0 ? 'No invocation has failed for good.' : rows.map(line).join('\n'),
  },
  {
    name: 'functions retry',
    usage: 'INVOCATION_ID... | --all [--account ID]',
    summary: 'Has invocations that failed for good done again, with what they were invoked with.',
    options: { ...ACCOUNT, all: { type: 'boolean', help: 'all of the account that failed for good' } },
    prepare: async ({ positionals: ids, options: { all, ...options } }) => {
      if (ids.length > 0 === (all === true)) {
        throw new UsageError('functions retry takes ids of invocations, or --all.');
      }
      return all === true ? options : { ...options, ids };
    },
    run: (services, input) =>
      Array.isArray(input.ids) ? retryThese(services, input, input.ids.map(String)) : retryAll(services, input),
    show: ({ retried, deleted }: Retried) =>
      [
        `${retried} ${retried === 1 ? 'invocation' : 'invocations'} will be done again`,
        ...(deleted === 0 ? [] : [`${deleted} will not: their functions were deleted`]),
      ].join('\n'),
  },
  {
    name: 'functions',
    alias: 'functions list',
    usage: '[--account ID]',
    summary: 'Lists functions by name, with the names of their variables.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('functions', args);
      return { ...args.options };
    },
    run: listAll,
    show: (rows: readonly ShownFunction[]) =>
      rows.length === 0
        ? 'There is no function.'
        : rows
            .map(({ name, mode, timeout, logRetention, variables }) =>
              [name, mode, `${timeout} s`, logRetention, variables.join(',')].join('  ').trimEnd(),
            )
            .join('\n'),
  },
];

function line({ invocationId, functionName, status, attempts, createdAt, durationMs, source }: ListedInvocation) {
  const took = durationMs === undefined ? '' : `${durationMs} ms`;
  return [invocationId, functionName, status, `attempts ${attempts}`, createdAt, source, took].join('  ').trimEnd();
}

function shownLog({ error, log, ...rest }: Invocation): string {
  return [
    line(rest),
    ...(error === undefined
      ? []
      : [printable(`${error.errorType}: ${error.errorMessage}`), ...error.trace.map(printable)]),
    ...(log === '' ? ['It printed nothing.'] : ['', printable(log).trimEnd()]),
  ].join('\n');
}
