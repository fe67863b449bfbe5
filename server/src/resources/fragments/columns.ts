import type { PayloadColumns } from '../../secrets/payload-columns.js';
import { fragmentContext } from '../../secrets/payload-columns.js';
import type { Fragments, Json } from '../../store/tables.js';

// The column of fragments that holds JSON: the only place that reads or writes it.

/** `fragments.fragment`: payload, sealed for the row with this id where payloads are sealed. */
export function fragmentColumn(payloads: PayloadColumns, accountId: string, id: string, fragment: unknown): Json {
  return payloads.sealText(fragmentContext(accountId, id), JSON.stringify(fragment));
}

/** An object with one member, as `occurrencesOf` has let it through. */
export function fragmentOf(
  payloads: PayloadColumns,
  accountId: string,
  { id, fragment }: Pick<Fragments, 'id' | 'fragment'>,
): unknown {
  return JSON.parse(payloads.openText(fragmentContext(accountId, id), fragment));
}
