import type { Caller } from '../../caller.js';
import type { Services } from '../../exchange/services.js';
import { downloadLink } from '../../links/signed-link.js';
import type { Batch } from '../../resources/eligibility-batches/schemas.js';
import { showBatch } from '../../resources/eligibility-batches/shown.js';
import type { EligibilityBatches } from '../../store/batch-tables.js';

interface Asked {
  readonly services: Services;
  readonly caller: Caller;
}

/** A batch as its account sees it, with an address of its table for some minutes. */
export function shownBatch({ services, caller }: Asked, row: EligibilityBatches): Batch {
  return showBatch(row, row.file_id === null ? undefined : downloadLink(services, caller, row.file_id));
}
