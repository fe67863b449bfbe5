import { expect, it } from 'vitest';
import { INDEX_STEPS } from '../../src/store/migrations/index-steps.js';
import { type Source, sources } from './sources.js';

/**
 * Conditions that bind a value of a column which partial indexes of their table are conditioned on, and why they need none of these
 * indexes. By file and column; the list only gets shorter.
 */
const BOUND: Readonly<Record<string, string>> = {
  'jobs/hurry-job.ts state': 'found by its id',
  'jobs/scheduled.ts state': 'found by its id',
  'objects/artifact-rows.ts model': 'found by their owners',
  'resources/claims/files.ts state': 'found by its id',
  'resources/destinations/deliveries.ts status': 'found by their ids',
  'resources/executions/failed-since.ts status': 'has the words of the index beside it',
  'resources/executions/outcomes.ts direction': 'found by their ids',
  'resources/executions/outcomes.ts status': 'found by their ids',
  'resources/executions/redelivery.ts direction': 'found by its id',
  'resources/executions/redelivery.ts status': 'found by its id',
  'resources/functions/invocation-rows.ts kind': 'found by its id, or has the words of the index beside it',
  'resources/functions/invocation-rows.ts state': 'found by its id, or by its age',
  'resources/feed/feed.ts kind': 'has the words of the index beside it, where one batch is polled',
  'resources/inbound/waiting.ts state': 'found by its id, or by those of its file',
  'resources/payers/shipped-payers.ts kind': 'the primary key begins with the text',
  'resources/tracking/overdue.ts state': 'has the words of the index beside it',
  'resources/tracking/sent-groups.ts state': 'found by their files',
  'resources/transactions/acknowledged.ts acknowledgment': 'found by their files',
};

/** Columns whose values partial indexes of a table are conditioned on; `is null` and `is not null` are seen in any statement. */
function conditioned(): ReadonlyMap<string, ReadonlySet<string>> {
  const columns = new Map<string, Set<string>>();
  const steps = INDEX_STEPS.map(({ on }) => on);
  const made = sources
    .filter(({ path }) => /^store\/migrations\/\d/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/create (?:unique )?index \w+ on ([^;]+);/g)].map(([, on = '']) => on));
  for (const on of [...steps, ...made]) {
    const [, table = '', where = ''] = /^(\w+) \(.*?\) where (.*)$/s.exec(on) ?? [];
    for (const [, column = ''] of where.matchAll(/(\w+) (?:=|<>|in) /g)) {
      columns.set(table, (columns.get(table) ?? new Set()).add(column));
    }
  }
  return columns;
}

/** The statements that a file builds: the table, and what follows until it is over. */
function statementsOf({ code }: Source): readonly (readonly [table: string, rest: string])[] {
  const begins = /(?:\.(?:from|update|delete|selectFrom|updateTable|deleteFrom))\('(\w+)'\)/g;
  return [...code.matchAll(begins)].map(({ 1: table = '', index }) => {
    const rest = code.slice(index + 1);
    const end = rest.search(/;\n|\.(?:from|update|delete|selectFrom|updateTable|deleteFrom)\('/);
    return [table, end < 0 ? rest : rest.slice(0, end)];
  });
}

// Of a value that is bound a planner does not know whether it is one of the index: SQLite never uses it then, PostgreSQL not in a generic plan.
it('no statement binds the value by which a partial index would be found, but where it needs none', () => {
  const columns = conditioned();
  expect(columns.get('jobs')).toEqual(new Set(['state']));
  const found = sources.flatMap((source) =>
    statementsOf(source).flatMap(([table, rest]) =>
      [...rest.matchAll(/'(?:\w+\.)?(\w+)', '(?:=|in|<>|!=)', (?!sql\.lit)/g)]
        .filter(([, column = '']) => columns.get(table)?.has(column))
        .map(([, column]) => `${source.path} ${column}`),
    ),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(BOUND).sort());
});
