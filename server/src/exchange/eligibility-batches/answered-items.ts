import type { RejectError } from 'ediloom/eligibility';
import { contentOf, errorsOf } from '../../resources/eligibility-batches/columns.js';
import { listItems } from '../../resources/eligibility-batches/list-items.js';
import { batchNames, findBatch } from '../../resources/eligibility-batches/rows.js';
import { payerNames } from '../../resources/payers/find-payer.js';
import { readRows } from '../../store/account-queries.js';
import type { BatchItemState, EligibilityBatchItems } from '../../store/batch-tables.js';
import type { Services } from '../services.js';
import { writtenResults } from './written-results.js';

/** Items of one page, where answers are short. */
const MOST_ITEMS = 500;

/** A check of a batch in its place, with what is answered as it is stored. */
export interface AnsweredItem {
  /** From 0. */
  readonly place: number;
  /** Of one that came in a table. */
  readonly rowNumber?: number | undefined;
  readonly state: BatchItemState;
  /** The sender's own id. */
  readonly ownId?: string | undefined;
  /** As it was handed in. */
  readonly payerId?: string | undefined;
  readonly payerName?: string | undefined;
  /** JSON, as polling has it; absent: it is not over, or its answer has passed its time. */
  readonly answer?: string | undefined;
  /** Of one that is not over: what its last attempt came to. */
  readonly errors: readonly RejectError[];
}

/** Some of them, and the id of the last, where more follow. */
export interface AnsweredPage {
  readonly items: readonly AnsweredItem[];
  readonly next?: string | undefined;
}

/**
 * Checks of a batch in their order, over or not: as many as there is room for, as answers may be long.
 * @param after id of the item before. @throws Problem `not-found`.
 */
export async function answeredItems(
  services: Pick<Services, 'store' | 'artifacts' | 'sealedColumns'>,
  accountId: string,
  { batchId, after }: { readonly batchId: string; readonly after?: string | undefined },
): Promise<AnsweredPage> {
  const { page, names, payers } = await readRows(services.store, accountId, async (queries) => {
    await findBatch(queries, batchId);
    const asked = { size: MOST_ITEMS, after: after === undefined ? undefined : [after] };
    const page = await listItems(queries, batchId, {}, asked);
    const ids = page.items.flatMap(({ payer_id }) => payer_id ?? []);
    return { page, names: await batchNames(queries, [batchId]), payers: await payerNames(queries.tx, ids) };
  });
  const over = page.items.filter(({ ended_at }) => ended_at !== null);
  const polled = over.map((item) => ({ item, after: [item.id] }));
  const { items: answers, cutAfter } = await writtenResults(services, polled, names);
  const last = cutAfter?.[0] ?? page.next?.[0];
  const shown = last === undefined ? page.items : page.items.filter(({ id }) => id <= String(last));
  return {
    items: shown.map((item) => ({
      ...knownOf(services, item),
      payerName: payers.get(item.payer_id ?? ''),
      answer: answers.get(item.id),
    })),
    ...(last === undefined ? {} : { next: String(last) }),
  };
}

function knownOf({ sealedColumns }: Pick<Services, 'sealedColumns'>, item: EligibilityBatchItems) {
  const { submitterTransactionIdentifier, tradingPartnerServiceId } = contentOf(sealedColumns, item)?.request ?? {};
  return {
    place: Number(item.place),
    ...(item.row_number === null ? {} : { rowNumber: Number(item.row_number) }),
    state: item.state,
    errors: item.ended_at === null ? errorsOf(item) : [],
    ownId: textOf(submitterTransactionIdentifier),
    payerId: textOf(tradingPartnerServiceId),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
