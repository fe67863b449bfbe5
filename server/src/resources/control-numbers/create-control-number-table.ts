import type { Clock } from '../../clock.js';
import { Gatherer } from '../../gatherer.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Store } from '../../store/store.js';
import type { ControlNumberTable, InterchangePair, TakenNumbers } from './control-number-table.js';
import { pairKey, readNext, setNext, takeRuns } from './counters.js';
import { LAST_NUMBER } from './last-number.js';

/** Interchanges that take their numbers by one statement. */
const MAX_TOGETHER = 200;

/** One interchange that asks for its numbers. */
interface Taker {
  readonly accountId: string;
  readonly pair: InterchangePair;
  /** How many. */
  readonly groups: number;
}

/**
 * The counters in the store; one statement takes all numbers of an interchange, or of several that ask at the same time: each
 * statement locks the row of its pair until its commit, so that without this a pair would have a commit an interchange at most.
 */
export function createControlNumberTable({ store, clock }: { store: Store; clock: Clock }): ControlNumberTable {
  const takers = new Gatherer<Taker, TakenNumbers>((take) => takeAll(store, clock, take), { most: MAX_TOGETHER });
  return {
    take: (accountId, pair, groups) => {
      demandCount(groups);
      return takers.add({ accountId, pair, groups }, JSON.stringify([accountId, pairKey(pair)]));
    },
    peek: readNext,
    set: async (queries, pair, counter, next) => {
      demandNumber(next);
      await setNext(queries, clock, pair, counter, next);
    },
    increment: async (queries, pair, counter) => {
      const counts = { interchange: 0, group: 0, [counter]: 1 };
      return (await takeRuns(queries, clock, pair, counts))[counter];
    },
  };
}

/** Numbers for interchanges of one account and pair: one run of each counter, cut up in the order in which they asked. */
async function takeAll(store: Store, clock: Clock, take: () => readonly Taker[]): Promise<readonly TakenNumbers[]> {
  let next = await store.write(
    (tx) => {
      const takers = take();
      const [first] = takers;
      if (first === undefined) throw new Error('Nobody takes numbers.');
      const counts = { interchange: takers.length, group: takers.reduce((sum, { groups }) => sum + groups, 0) };
      return takeRuns(new AccountQueries(tx, first.accountId), clock, first.pair, counts);
    },
    // The row of a pair is every other process' too: a payer route has one for all accounts.
    { atOnce: true },
  );
  return take().map(({ groups }) => {
    const { interchange, group } = next;
    next = { interchange: interchange + 1, group: group + groups };
    return { interchange, groups: Array.from({ length: groups }, (_, place) => group + place) };
  });
}

function demandCount(groups: number): void {
  // None: a TA1 alone.
  if (Number.isInteger(groups) && groups >= 0 && groups <= LAST_NUMBER) return;
  throw new RangeError('An interchange has no such number of groups.');
}

function demandNumber(next: number): void {
  if (Number.isInteger(next) && next >= 1 && next <= LAST_NUMBER) return;
  throw new RangeError(`A control number is a whole number from 1 to ${LAST_NUMBER}.`);
}
