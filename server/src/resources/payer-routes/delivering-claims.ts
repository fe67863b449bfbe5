import type { ProblemDetail } from '../../problems.js';
import type { GivenRoute, RouteKindName } from './schemas.js';

/** Kinds of routes that claims go over: a claim that is taken in must have a way out. */
export const DELIVERING_CLAIMS: ReadonlySet<RouteKindName> = new Set(['partnership', 'caqh-core', 'x12-post']);

/** Kinds that carry files and no questions: who asks about a patient does not wait for a file that comes back some time. */
export const ASKING_NOTHING: ReadonlySet<RouteKindName> = new Set(['partnership']);

/** What a route is given that its kind does not send: nothing of that would ever leave. */
export function transactionProblems(given: GivenRoute): readonly ProblemDetail[] {
  const { kind, claims } = given;
  const lists = listsOf(given);
  if (!DELIVERING_CLAIMS.has(kind)) {
    const message = `Routes of the kind ${kind} send no claims.`;
    return [
      ...(claims === undefined ? [] : [{ message, path: '/claims' }]),
      ...lists.flatMap(({ transactions, path }) =>
        transactions.some((one) => one !== 'eligibility') ? [{ message, path }] : [],
      ),
    ];
  }
  if (!ASKING_NOTHING.has(kind)) return [];
  const message = `Routes of the kind ${kind} send claims alone: give transactions without eligibility.`;
  return lists.flatMap(({ transactions, path }) => (transactions.includes('eligibility') ? [{ message, path }] : []));
}

interface TransactionList {
  readonly transactions: readonly string[];
  readonly path: string;
}

/** What a route takes of payers, with its pointer; where nothing is said, it is eligibility. */
function listsOf({ catchAll, payers = [] }: GivenRoute): readonly TransactionList[] {
  const byDefault = ['eligibility'];
  return [
    ...(catchAll === undefined
      ? []
      : [{ transactions: catchAll.transactions ?? byDefault, path: '/catchAll/transactions' }]),
    ...payers.map(({ transactions = byDefault }, place) => ({ transactions, path: `/payers/${place}/transactions` })),
  ];
}
