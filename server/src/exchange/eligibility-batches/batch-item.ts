import { contentOf, originOf } from '../../resources/eligibility-batches/columns.js';
import type { EligibilityBatches, EligibilityBatchItems } from '../../store/batch-tables.js';
import type { CheckInput } from '../eligibility/check.js';
import type { Services } from '../services.js';

/** A check of a batch, as it is read. */
export interface BatchItem {
  readonly services: Services;
  readonly item: EligibilityBatchItems;
  readonly batch: EligibilityBatches;
}

/** What is asked; `undefined`: a row of a table that cannot be. */
export function inputOf({ services, item, batch }: BatchItem): CheckInput | undefined {
  const content = contentOf(services.sealedColumns, item);
  if (content === undefined) return undefined;
  const origin = originOf(batch);
  return content.source === 'json' ? { ...content, origin } : { source: content.source, x12: content.x12, origin };
}
