import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { prepared } from '../../store/prepared.js';
import type { ControlNumbers } from '../../store/tables.js';
import type { InterchangePair } from './control-number-table.js';

/** ISA13 and GS06 have nine digits, and neither is ever 0. */
export const LAST_NUMBER = 999_999_999;

/** ISA13 or GS06. */
export type Counter = 'interchange' | 'group';

/** A number, or how many, for each counter. */
export type ByCounter = Readonly<Record<Counter, number>>;

/**
 * The rule that all who read or move a counter go by: where a run of numbers begins. At what the row has next, which is one beyond the
 * last number after that was given; a run that would go beyond the last number begins at 1, so that the numbers of one file always
 * follow each other.
 * @param next column of a counter. @param count how many numbers the run has.
 */
function runStart(next: string, count: number): RawBuilder<number | string> {
  const end = sql.lit(LAST_NUMBER);
  return sql`case when ${sql.ref(next)} + ${count} - 1 > ${end} then 1 else ${sql.ref(next)} end`;
}

interface Runs {
  readonly accountId: string;
  readonly pair: string;
  /** How many numbers of each counter. */
  readonly interchanges: number;
  readonly groups: number;
  readonly at: number;
}

// Asked for each file: prepared. The first runs of a pair begin at 1, and make its row.
const moveCounters = prepared(
  (_, { accountId, pair, interchanges, groups, at }: Runs) => sql<
    Pick<ControlNumbers, 'interchange_next' | 'group_next'>
  >`
  insert into control_numbers (account_id, pair, interchange_next, group_next, updated_at)
  values (${accountId}, ${pair}, 1 + ${interchanges}, 1 + ${groups}, ${at})
  on conflict (account_id, pair) do update set
    interchange_next = ${runStart('control_numbers.interchange_next', interchanges)} + ${interchanges},
    group_next = ${runStart('control_numbers.group_next', groups)} + ${groups},
    updated_at = excluded.updated_at
  returning interchange_next, group_next`,
);

/** Takes a run of each counter, by one statement, and gives the first number of each. */
export async function takeRuns(
  queries: AccountQueries,
  clock: Clock,
  pair: InterchangePair,
  { interchange, group }: ByCounter,
): Promise<ByCounter> {
  const { rows } = await moveCounters(queries.tx, {
    accountId: queries.accountId,
    pair: pairKey(pair),
    interchanges: interchange,
    groups: group,
    at: clock.now(),
  });
  const [row] = rows;
  if (row === undefined) throw new Error('Control numbers were not given.');
  // PostgreSQL's bigint may come as text.
  return { interchange: Number(row.interchange_next) - interchange, group: Number(row.group_next) - group };
}

/** The numbers given next: where runs of one number would begin. */
export async function readNext(queries: AccountQueries, pair: InterchangePair): Promise<ByCounter> {
  const row = await queries
    .from('control_numbers')
    .select([runStart('interchange_next', 1).as('interchange'), runStart('group_next', 1).as('group')])
    .where('pair', '=', pairKey(pair))
    .executeTakeFirst();
  return { interchange: Number(row?.interchange ?? 1), group: Number(row?.group ?? 1) };
}

/** Makes a number the one that a counter gives next; the other counter stays, or begins at 1. */
export async function setNext(
  queries: AccountQueries,
  clock: Clock,
  pair: InterchangePair,
  counter: Counter,
  next: number,
): Promise<void> {
  const now = clock.now();
  const first: ByCounter = { interchange: 1, group: 1, [counter]: next };
  await queries
    .insert('control_numbers', {
      pair: pairKey(pair),
      interchange_next: first.interchange,
      group_next: first.group,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'pair']).doUpdateSet({ [`${counter}_next`]: next, updated_at: now }),
    )
    .execute();
}

/** Names a pair's row. Qualifiers have no `*`, and neither have ids: it reads like the segment. */
export function pairKey({ senderQualifier, senderId, receiverQualifier, receiverId }: InterchangePair): string {
  return [senderQualifier, senderId.trim(), receiverQualifier, receiverId.trim()].join('*');
}
