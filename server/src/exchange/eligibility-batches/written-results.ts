import { contentOf, errorsOf } from '../../resources/eligibility-batches/columns.js';
import type { PolledItem } from '../../resources/eligibility-batches/poll-items.js';
import { responseTexts } from '../../resources/eligibility-checks/documents.js';
import type { PagePosition } from '../../store/page.js';
import type { Services } from '../services.js';
import { responseWithout } from './without-answer.js';

/** Bytes of answers from which on a page has no more items. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Items whose answers are read together. */
const AT_ONCE = 20;

/** Results as JSON by the ids of their items, in their order, as many as a page has room for. */
export interface WrittenResults {
  readonly items: ReadonlyMap<string, string>;
  /** The place behind the last of them; `undefined`: all of them are there. */
  readonly cutAfter: PagePosition | undefined;
}

/**
 * Results of checks that are over, each what was answered as it is stored, with what the batch knows of it. An answer that has passed its time, before
 * its batch was over for as long, is left out. @param names of batches by id.
 */
export async function writtenResults(
  services: Pick<Services, 'store' | 'artifacts' | 'sealedColumns'>,
  polled: readonly PolledItem[],
  names: ReadonlyMap<string, string>,
): Promise<WrittenResults> {
  const items = new Map<string, string>();
  let bytes = 0;
  for (let from = 0; from < polled.length; from += AT_ONCE) {
    const some = polled.slice(from, from + AT_ONCE);
    const accountId = some[0]?.item.account_id ?? '';
    const answers = await responseTexts(
      services,
      accountId,
      some.flatMap(({ item }) => item.check_id ?? []),
    );
    for (const [index, { item, after }] of some.entries()) {
      const answer = answers.get(item.check_id ?? '');
      if (isGone(item, answer)) continue;
      const text = writtenResult(services, item, { answer, name: names.get(item.batch_id) });
      items.set(item.id, text);
      bytes += text.length;
      if (bytes > MOST_BYTES && from + index + 1 < polled.length) return { items, cutAfter: after };
    }
  }
  return { items, cutAfter: undefined };
}

/** Whether a payer has answered, and the answer has passed its time: nothing may stand in its place. */
export function isGone({ state }: Pick<PolledItem['item'], 'state'>, answer: unknown): boolean {
  return state === 'COMPLETED' && answer === undefined;
}

function writtenResult(
  { sealedColumns }: Pick<Services, 'sealedColumns'>,
  item: PolledItem['item'],
  { answer, name }: { readonly answer: string | undefined; readonly name: string | undefined },
): string {
  const content = contentOf(sealedColumns, item);
  const request = content?.request ?? {};
  const { submitterTransactionIdentifier, tradingPartnerServiceId, eligibilitySearchId } = request;
  const known = JSON.stringify({ batchId: item.batch_id, batchName: name, submitterTransactionIdentifier });
  const without = {
    tradingPartnerServiceId,
    eligibilitySearchId,
    ...responseWithout(errorsOf(item)),
    id: item.check_id ?? undefined,
  };
  const rest = answer ?? JSON.stringify(without);
  // Both are objects with members.
  return `${known.slice(0, -1)},${rest.slice(1)}`;
}
