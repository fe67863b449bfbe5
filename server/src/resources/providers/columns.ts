import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { SealedColumn } from '../../secrets/rotate-column.js';
import type { Providers } from '../../store/enrollment-tables.js';
import type { ProviderContact } from './contact.js';
import type { NewProvider } from './schemas.js';

/** What is sealed of a provider: tax ids, some of which are those of people, and names and addresses of people. */
export interface ProviderContent {
  /** Nine digits. */
  readonly taxId: string;
  readonly taxIdType: NewProvider['taxIdType'];
  readonly contacts: readonly ProviderContact[];
}

/** To what the sealed content of a provider belongs. */
function providerContext(accountId: string, id: string): string {
  return JSON.stringify(['provider', accountId, id]);
}

/** What rotation of the master key seals anew. */
export const PROVIDER_CONTENT = {
  table: 'providers',
  column: 'content',
  contextOf: providerContext,
} as const satisfies SealedColumn;

export function sealedProvider(
  columns: PayloadColumns,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  content: ProviderContent,
): string {
  return columns.sealText(providerContext(accountId, id), JSON.stringify(content));
}

export function providerContent(
  columns: PayloadColumns,
  { account_id, id, content }: Pick<Providers, 'account_id' | 'id' | 'content'>,
): ProviderContent {
  // Written by `sealedProvider`.
  return JSON.parse(columns.openText(providerContext(account_id, id), content)) as ProviderContent;
}

/** `providers.search`: what fuzzy filters look through. */
export function searchOf({ name, npi }: { readonly name: string; readonly npi: string }): string {
  return `${name.toLowerCase()} ${npi}`;
}
