import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { prepared } from '../../store/prepared.js';
import type { ControlNumbers } from '../../store/tables.js';
import type { InterchangePair } from './control-number-table.js';
import { LAST_NUMBER } from './last-number.js';
import { FIRST, HELD, heldNumbers } from './restored-numbers.js';

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

/**
 * Where counters of new pairs begin: at 1, or as far above as all counters were raised after a restore, since a pair that the backup
 * does not know may have been given numbers after it.
 */
const firstNumber = sql<number>`coalesce((select cast(value as bigint) from settings where name = ${sql.lit(FIRST)}), 1)`;

interface Runs {
  readonly accountId: string;
  readonly pair: string;
  /** How many numbers of each counter. */
  readonly interchanges: number;
  readonly groups: number;
  readonly at: number;
}

// Asked for each file: prepared. The first runs of a pair make its row.
const moveCounters = prepared(
  (_, { accountId, pair, interchanges, groups, at }: Runs) => sql<
    Pick<ControlNumbers, 'interchange_next' | 'group_next'>
  >`
  insert into control_numbers (account_id, pair, interchange_next, group_next, updated_at)
  select ${accountId}, ${pair}, ${firstNumber} + ${interchanges}, ${firstNumber} + ${groups}, ${at}
    where not exists (select 1 from settings where name = ${sql.lit(HELD)})
  on conflict (account_id, pair) do update set
    interchange_next = ${runStart('control_numbers.interchange_next', interchanges)} + ${interchanges},
    group_next = ${runStart('control_numbers.group_next', groups)} + ${groups},
    updated_at = excluded.updated_at
  returning interchange_next, group_next`,
);

/**
 * Takes a run of each counter, by one statement, and gives the first number of each.
 * @throws Problem `unavailable` while nobody has said which numbers were sent since the backup that the store was restored from.
 */
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
  if (row === undefined) throw heldNumbers();
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
  if (row !== undefined) return { interchange: Number(row.interchange), group: Number(row.group) };
  const first = await readFirst(queries);
  return { interchange: first, group: first };
}

async function readFirst({ tx }: AccountQueries): Promise<number> {
  const row = await tx.selectNoFrom(firstNumber.as('first')).executeTakeFirst();
  return Number(row?.first ?? 1);
}

/** Makes a number the one that a counter gives next; the other counter stays, or begins as one of a new pair. */
export async function setNext(
  queries: AccountQueries,
  clock: Clock,
  pair: InterchangePair,
  counter: Counter,
  next: number,
): Promise<void> {
  const now = clock.now();
  const start = await readFirst(queries);
  const first: ByCounter = { interchange: start, group: start, [counter]: next };
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
