import { isoTime } from '../../clock.js';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { Providers } from '../../store/enrollment-tables.js';
import { providerContent } from './columns.js';
import type { ProviderSummary, ShownProvider } from './schemas.js';

/** A provider as lists show it. */
export function showSummary(columns: PayloadColumns, row: Providers): ProviderSummary {
  const { taxId, taxIdType } = providerContent(columns, row);
  return { id: row.id, name: row.name, npi: row.npi, taxId, taxIdType };
}

/** A provider with all that is known of it. */
export function showProvider(columns: PayloadColumns, row: Providers): ShownProvider {
  return {
    ...showSummary(columns, row),
    contacts: [...providerContent(columns, row).contacts],
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
