import { invalid } from '../../problems.js';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import { grouped } from '../../store/grouped.js';
import type { StagedTransactions } from '../../store/tables.js';
import { type GroupOverrides, overridesOf, transactionOf } from './columns.js';
import { setNumberOf } from './set-number.js';

/** A transaction set of a group, as it was staged. */
export interface StagedSet {
  readonly id: string;
  readonly overrides: GroupOverrides;
  /** Guide JSON. */
  readonly data: unknown;
}

/** In which order sets are sent: by ST02, or as they were staged. */
export type SetOrder = 'CONTROL_NUMBER' | undefined;

/**
 * The sets of a group, in the order in which they are sent. Sets of one pair of application ids make one functional group, in the
 * order in which the pairs first occur: GS02 and GS03 are of the functional group.
 * @throws Problem `invalid` where one was not uploaded yet.
 */
export function stagedGroups(
  payloads: PayloadColumns,
  staged: readonly StagedTransactions[],
  order: SetOrder,
): readonly (readonly StagedSet[])[] {
  const sets = ordered(
    staged.map((row) => openedSet(payloads, row)),
    order,
  );
  return [...grouped(sets, ({ overrides }) => pairOf(overrides)).values()];
}

/** Members of overrides stand in the order in which a client has named them. */
function pairOf({ localApplicationId, partnerApplicationId }: GroupOverrides): string {
  return JSON.stringify([localApplicationId, partnerApplicationId]);
}

function openedSet(payloads: PayloadColumns, row: StagedTransactions): StagedSet {
  const data = transactionOf(payloads, row);
  if (data !== undefined) return { id: row.id, overrides: overridesOf(row), data };
  throw invalid('A transaction of the group was not uploaded yet. Put it to its uploadUrl first.', {
    errors: [{ message: 'Was not uploaded.', path: `/transactions/${row.id}` }],
  });
}

function ordered(sets: readonly StagedSet[], order: SetOrder): readonly StagedSet[] {
  if (order === undefined) return sets;
  return [...sets].sort((a, b) => setNumberOf(a.data) - setNumberOf(b.data));
}
