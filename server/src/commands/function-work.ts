import { writeAudit } from '../audit/write-audit.js';
import type { Services } from '../exchange/services.js';
import { conflict, notFound, Problem, type ProblemKind } from '../problems.js';
import { hasInvocations, listFailed, listInvocations } from '../resources/functions/invocation-lists.js';
import { findInvocation } from '../resources/functions/invocation-rows.js';
import type { Invocation, InvocationFilters, ListedInvocation } from '../resources/functions/invocation-schemas.js';
import { retryInvocation } from '../resources/functions/retry-invocation.js';
import { allFunctions, findFunction } from '../resources/functions/rows.js';
import { showInvocation, showListed } from '../resources/functions/shown-invocation.js';
import { variablesOf } from '../resources/functions/variables.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import type { Invocations } from '../store/function-tables.js';
import type { AskedPage, Page } from '../store/page.js';
import { accountOf } from './account-of.js';
import { type Input, optionalText } from './command.js';

/** Retried in a transaction. */
const PORTION = 100;

/** What an operator sees of a function: nothing that its author keeps to themselves. */
export interface ShownFunction {
  readonly name: string;
  readonly mode: 'test' | 'live';
  readonly timeout: number;
  readonly logRetention: string;
  readonly variables: readonly string[];
}

export async function listAll(services: Services, input: Input): Promise<readonly ShownFunction[]> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  return readRows(services.store, accountId, async (queries) => {
    const rows = await allFunctions(queries);
    const names = rows.map(({ name }) => name);
    const variables = await variablesOf(services, queries, names);
    return rows.map(({ name, mode, timeout_s, log_retention }) => ({
      ...{ name, mode, timeout: timeout_s, logRetention: log_retention },
      variables: variables.get(name) ?? [],
    }));
  });
}

/**
 * Of one function in both modes, which it may have been made in one after the other: the newest of each.
 * @throws Problem `not-found` for a name that was never used: that is a mistake, and no empty list.
 */
export async function invocationsOf(
  services: Services,
  input: Input,
  functionName: string,
  size: number,
): Promise<readonly ListedInvocation[]> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  // `prepare` has let through only what is a state.
  const status = optionalText(input, 'status') as InvocationFilters['status'];
  const asked = status === undefined ? {} : { status };
  const before = optionalText(input, 'before');
  const rows = await readRows(services.store, accountId, async (queries) => {
    // Ids begin with their times, in both modes.
    const after = before === undefined ? undefined : ['', (await findInvocation(queries, undefined, before)).id];
    const pages = await Promise.all(
      MODES.map((mode) => listInvocations(queries, { functionName, mode }, asked, { size, after })),
    );
    const found = pages.flatMap(({ items }) => items);
    if (found.length === 0) await demandUsed(queries, functionName);
    return found;
  });
  rows.sort((a, b) => (a.id < b.id ? 1 : -1));
  return rows.slice(0, size).map(showListed);
}

const MODES = ['test', 'live'] as const;

async function demandUsed(queries: AccountQueries, functionName: string): Promise<void> {
  for (const mode of MODES) {
    if (await hasInvocations(queries, { functionName, mode })) return;
    if ((await problemAs('not-found', undefined, findFunction(queries, { mode }, functionName))) !== undefined) return;
  }
  throw notFound('function');
}

export async function failures(services: Services, input: Input, size: number): Promise<readonly ListedInvocation[]> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const before = optionalText(input, 'before');
  const { items } = await services.store.list(async (db) => {
    const queries = new AccountQueries(db, accountId);
    const last = before === undefined ? undefined : await findInvocation(queries, undefined, before);
    return listFailed(queries, { size, after: last === undefined ? undefined : [last.ended_at ?? 0, last.id] });
  });
  return items.map(showListed);
}

/** What a function printed is its account's own: that it was read is written down. */
export async function readLog(services: Services, input: Input, id: string): Promise<Invocation> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  return services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    const row = await findInvocation(queries, undefined, id);
    await audit(services, queries, 'read', id);
    return showInvocation(services, row);
  });
}

export interface Retried {
  readonly retried: number;
  /** Whose functions are not there any more. */
  readonly deleted: number;
}

/** All of them, or none. @throws Problem for one that is not there, or is not to be retried. */
export async function retryThese(services: Services, input: Input, ids: readonly string[]): Promise<Retried> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    for (const id of ids) {
      const row = await problemAs('not-found', undefined, findInvocation(queries, undefined, id));
      if (row === undefined) throw new Problem('not-found', `There is no invocation ${id}. Nothing was retried.`);
      const end = await retryOne(services, queries, row);
      if (end === 'deleted') throw conflict('The function was deleted, so that nothing is to be retried. Nothing was.');
    }
  });
  return { retried: ids.length, deleted: 0 };
}

/**
 * In portions, from the one that failed last on: those that fail anew meanwhile are behind none of them. Those that somebody else has begun to
 * retry meanwhile are theirs.
 */
export async function retryAll(services: Services, input: Input): Promise<Retried> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const ends: RetryEnd[] = [];
  let after: AskedPage['after'];
  do {
    const page: Page<RetryEnd> = await services.store.write(async (tx) => {
      const queries = new AccountQueries(tx, accountId);
      const { items, next } = await listFailed(queries, { size: PORTION, after });
      const ended: RetryEnd[] = [];
      for (const row of items) ended.push(await problemAs('conflict', 'not-ours', retryOne(services, queries, row)));
      return { items: ended, next };
    });
    ends.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  const count = (end: RetryEnd): number => ends.filter((one) => one === end).length;
  return { retried: count('retried'), deleted: count('deleted') };
}

/** `deleted`: its function is not there any more. */
type RetryEnd = 'retried' | 'deleted' | 'not-ours';

async function retryOne(
  services: Services,
  queries: AccountQueries,
  row: Pick<Invocations, 'id' | 'kind' | 'mode' | 'function_name'>,
): Promise<RetryEnd> {
  const of = await problemAs('not-found', undefined, findFunction(queries, row, row.function_name));
  if (of === undefined) return 'deleted';
  await retryInvocation(services, queries, of, row);
  await audit(services, queries, 'retry', row.id);
  return 'retried';
}

/** What work comes to, or something else where it ends with a Problem of this kind. */
async function problemAs<Result, Else>(
  kind: ProblemKind,
  instead: Else,
  work: Promise<Result>,
): Promise<Result | Else> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem && error.kind === kind) return instead;
    throw error;
  }
}

function audit({ clock }: Services, queries: AccountQueries, action: string, objectId: string): Promise<void> {
  return writeAudit(queries, clock, { action, objectKind: 'invocation', objectId });
}
