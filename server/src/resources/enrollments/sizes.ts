import type { AccountQueries } from '../../store/account-queries.js';
import { documentSizes } from '../enrollment-documents/sizes.js';
import { taskSizes } from '../enrollment-tasks/sizes.js';

/** About how many bytes of each of these enrollments are shown beside its own row, as far as there are any. */
export async function shownSizes(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const { enrollment_id, bytes } of [...(await taskSizes(queries, ids)), ...(await documentSizes(queries, ids))])
    sizes.set(enrollment_id, (sizes.get(enrollment_id) ?? 0) + Number(bytes));
  return sizes;
}
