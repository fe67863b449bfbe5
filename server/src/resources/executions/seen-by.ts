import type { Caller } from '../../caller.js';

/** A query of rows that keep the mode of the key that made them. */
interface ByMode<Query> {
  where(column: 'key_mode', operator: '=', value: Caller['mode']): Query;
}

/** Narrows a query to what a key may see: test keys see what test keys have made. */
export function seenBy<Query extends ByMode<Query>>({ mode }: Pick<Caller, 'mode'>, query: Query): Query {
  return mode === 'test' ? query.where('key_mode', '=', 'test') : query;
}
