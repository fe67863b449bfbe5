import type { Caller } from '../../caller.js';
import { GROUP_CHARACTERS } from '../../schemas/transaction-sizes.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import { ByteBudget } from '../delivery/byte-budget.js';
import type { Services } from '../services.js';

/** Characters of all groups that are sent at once. An account has half: two of the largest groups, or as many small ones as there are. */
const IN_MEMORY = 4 * GROUP_CHARACTERS;

/** Groups wait for it in turn: the requests that send them are a few bytes long, so that no other budget knows of them. */
export const createGroupMemory = (): ByteBudget => new ByteBudget(IN_MEMORY);

/** Who asks, until when, and for what. */
interface Asking {
  readonly services: Services;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/**
 * Does what needs a group in memory when there is room for it.
 * @param find the group, which says how large it is.
 * @throws the signal's reason where it aborts before; else as `find` and the work.
 */
export async function withGroupMemory<Result>(
  { services, caller: { accountId }, signal }: Asking,
  find: (queries: AccountQueries) => Promise<{ readonly characters: number }>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { characters } = await readRows(services.store, accountId, find);
  const giveBack = await services.groupMemory.take(accountId, characters, signal);
  try {
    return await work();
  } finally {
    giveBack();
  }
}
