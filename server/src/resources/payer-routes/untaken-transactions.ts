import type { Transaction } from '../../store/store.js';
import { findPayers } from '../payers/find-payer.js';
import type { Payer } from '../payers/payer.js';
import { claimSupportOf, takesChecks } from '../payers/support.js';
import type { GivenRoute } from './schemas.js';

/** Payers that are named; the others are counted. */
const MOST_NAMED = 20;

/** What a route has for payers that do not take it: it would be refused before the route is asked. */
export interface UntakenTransaction {
  /** Of the route. */
  readonly name: string;
  /** As the route calls it. */
  readonly transaction: string;
  /** Platform ids, the first 20. */
  readonly payers: readonly string[];
  readonly payerCount: number;
}

/**
 * What the routes have for payers whose `transactionSupport` says otherwise. That is no fault of a route: payers are imported apart from routes, and may
 * come to take it later. Payers that nobody knows are passed over, and those that a route takes without naming them are not looked at.
 */
export async function untakenTransactions(
  db: Transaction,
  routes: readonly GivenRoute[],
): Promise<readonly UntakenTransaction[]> {
  const named = [...new Set(routes.flatMap(({ payers = [] }) => payers.map(({ payer }) => payer)))];
  if (named.length === 0) return [];
  const known = await findPayers(db, named);
  return routes.flatMap(({ name, payers = [] }) => {
    const untaken = new Map<string, string[]>();
    for (const { payer, transactions = ['eligibility'] } of payers) {
      const found = known.get(payer);
      if (found?.kind !== 'found') continue;
      for (const transaction of transactions.filter((one) => !takes(found.payer, one))) {
        const ids = untaken.get(transaction) ?? [];
        ids.push(found.payer.platformId);
        untaken.set(transaction, ids);
      }
    }
    return [...untaken].map(([transaction, all]) => ({
      ...{ name, transaction, payers: all.slice(0, MOST_NAMED), payerCount: all.length },
    }));
  });
}

/** As checks and claims are judged. */
function takes(payer: Payer, transaction: string): boolean {
  return transaction === 'eligibility' ? takesChecks(payer) : claimSupportOf(payer, transaction) !== 'NOT_SUPPORTED';
}
