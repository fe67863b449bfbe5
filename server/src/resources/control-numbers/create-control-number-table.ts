import { sql } from 'kysely';
import type { Clock } from '../../clock.js';
import { Gatherer } from '../../gatherer.js';
import { AccountQueries } from '../../store/account-queries.js';
import { prepared } from '../../store/prepared.js';
import type { Store } from '../../store/store.js';
import type { ControlNumbers } from '../../store/tables.js';
import type { ControlNumberTable, InterchangePair, TakenNumbers } from './control-number-table.js';

/** ISA13 and GS06 have nine digits, and neither is ever 0. */
const LAST = 999_999_999;
/** Interchanges that take their numbers by one statement. */
const MAX_TOGETHER = 200;

type Counter = 'interchange' | 'group';

/** One interchange that asks for its numbers. */
interface Taker {
  readonly accountId: string;
  readonly pair: InterchangePair;
  /** How many. */
  readonly groups: number;
}

/**
 * The counters in the store; one statement takes all numbers of an interchange, or of several that ask at the same time: each
 * statement holds the row of its pair until its commit, so that without this a pair would have a commit an interchange at most.
 */
export function createControlNumberTable({ store, clock }: { store: Store; clock: Clock }): ControlNumberTable {
  const takers = new Gatherer<Taker, TakenNumbers>((take) => takeAll(store, clock, take), { most: MAX_TOGETHER });
  return {
    take: (accountId, pair, groups) => {
      demandCount(groups);
      return takers.add({ accountId, pair, groups }, JSON.stringify([accountId, pairKey(pair)]));
    },
    peek: async (queries, pair) => {
      const row = await queries
        .from('control_numbers')
        .select(['interchange_next', 'group_next'])
        .where('pair', '=', pairKey(pair))
        .executeTakeFirst();
      return { interchange: inRange(row?.interchange_next ?? 1), group: inRange(row?.group_next ?? 1) };
    },
    set: async (queries, pair, counter, next) => {
      demandNumber(next);
      const now = clock.now();
      const interchange = counter === 'interchange' ? next : 1;
      const group = counter === 'group' ? next : 1;
      await queries
        .insert('control_numbers', {
          pair: pairKey(pair),
          interchange_next: interchange,
          group_next: group,
          updated_at: now,
        })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'pair']).doUpdateSet({ [`${counter}_next`]: next, updated_at: now }),
        )
        .execute();
    },
    increment: async (queries, pair, counter) => {
      const counts: Readonly<Record<Counter, number>> = { interchange: 0, group: 0, [counter]: 1 };
      return (await advance(queries, clock, pair, counts))[counter];
    },
  };
}

/** Numbers for interchanges of one account and pair. */
async function takeAll(store: Store, clock: Clock, take: () => readonly Taker[]): Promise<readonly TakenNumbers[]> {
  let next = await store.write((tx) => {
    const takers = take();
    const [first] = takers;
    if (first === undefined) throw new Error('Nobody takes numbers.');
    const counts = { interchange: takers.length, group: takers.reduce((sum, { groups }) => sum + groups, 0) };
    return advance(new AccountQueries(tx, first.accountId), clock, first.pair, counts);
  });
  return take().map(({ groups }) => {
    const { interchange, group } = next;
    next = { interchange: interchange + 1, group: group + groups };
    return { interchange, groups: Array.from({ length: groups }, (_, place) => group + place) };
  });
}

/** What is given next after a run is up to one beyond the last, which the next run takes for 1. */
const END = sql.lit(LAST + 1);

interface Runs extends Pick<ControlNumbers, 'account_id' | 'pair' | 'updated_at'> {
  readonly interchanges: number;
  readonly groups: number;
  /** What is given next after a run that starts at 1. */
  readonly afterInterchanges: number;
  readonly afterGroups: number;
}

const takeRuns = prepared(
  (_, runs: Runs) => sql<Pick<ControlNumbers, 'interchange_next' | 'group_next'>>`
  insert into control_numbers (account_id, pair, interchange_next, group_next, updated_at)
  values (${runs.account_id}, ${runs.pair}, ${runs.afterInterchanges}, ${runs.afterGroups}, ${runs.updated_at})
  on conflict (account_id, pair) do update set
    interchange_next = case when control_numbers.interchange_next + ${runs.interchanges} > ${END}
      then ${runs.afterInterchanges}
      else control_numbers.interchange_next + ${runs.interchanges} end,
    group_next = case when control_numbers.group_next + ${runs.groups} > ${END} then ${runs.afterGroups}
      else control_numbers.group_next + ${runs.groups} end,
    updated_at = excluded.updated_at
  returning interchange_next, group_next`,
);

/**
 * Takes runs of numbers and gives the first of each. A run that would go beyond the last number starts at 1 instead, so that
 * the numbers of one file always follow each other.
 */
async function advance(
  queries: AccountQueries,
  clock: Clock,
  pair: InterchangePair,
  counts: Readonly<Record<Counter, number>>,
): Promise<Record<Counter, number>> {
  const { interchange, group } = counts;
  const now = clock.now();
  const { rows } = await takeRuns(queries.tx, {
    account_id: queries.accountId,
    pair: pairKey(pair),
    updated_at: now,
    interchanges: interchange,
    groups: group,
    afterInterchanges: 1 + interchange,
    afterGroups: 1 + group,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('Control numbers were not given.');
  // PostgreSQL's bigint may come as text.
  return {
    interchange: Number(row.interchange_next) - counts.interchange,
    group: Number(row.group_next) - counts.group,
  };
}

/** One beyond the last is shown as what will be given. */
function inRange(next: number | string): number {
  const number = Number(next);
  return number > LAST ? 1 : number;
}

/** Qualifiers have no `*`, and neither have ids: the pair reads like the segment. */
function pairKey({ senderQualifier, senderId, receiverQualifier, receiverId }: InterchangePair): string {
  return [senderQualifier, senderId.trim(), receiverQualifier, receiverId.trim()].join('*');
}

function demandCount(groups: number): void {
  if (Number.isInteger(groups) && groups >= 1 && groups <= LAST) return;
  throw new RangeError('An interchange has at least one group.');
}

function demandNumber(next: number): void {
  if (Number.isInteger(next) && next >= 1 && next <= LAST) return;
  throw new RangeError(`A control number is a whole number from 1 to ${LAST}.`);
}
