import type { AccountQueries } from '../../store/account-queries.js';
import type { BatchItemResult, BatchItemState, EligibilityBatchItems } from '../../store/batch-tables.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';

/** What items are narrowed by; several values of one: any of them. */
export interface ItemFilters {
  readonly states?: readonly BatchItemState[] | undefined;
  readonly results?: readonly BatchItemResult[] | undefined;
}

/** Items of a batch in their order. A batch has ten thousand at most, and an index for each filter. */
export function listItems(
  queries: AccountQueries,
  batchId: string,
  { states = [], results = [] }: ItemFilters,
  page: AskedPage,
): Promise<Page<EligibilityBatchItems>> {
  let rows = queries.from('eligibility_batch_items').selectAll().where('batch_id', '=', batchId);
  if (states.length > 0) rows = rows.where('state', 'in', states);
  if (results.length > 0) rows = rows.where('result', 'in', results);
  return readPage(rows, ['id'], page);
}
