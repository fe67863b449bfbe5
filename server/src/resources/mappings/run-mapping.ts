import type { Caller } from '../../caller.js';
import { invalid, Problem } from '../../problems.js';
import { readRows } from '../../store/account-queries.js';
import type { Store } from '../../store/store.js';
import { DATA_LIMITS, limitedJson } from '../../worker/code-limits.js';
import { type CustomerCode, CustomerCodeError } from '../../worker/customer-code.js';
import { exampleOf } from './check-mapping.js';
import type { Mapping } from './mapping.js';
import { mergeJson } from './merge-json.js';
import { findMapping } from './rows.js';

interface MappingServices {
  readonly store: Store;
  readonly customerCode: CustomerCode;
}

const TIMEOUT_MS = 7_000;

/**
 * Maps a JSON value with a mapping of the account. Not inside a transaction.
 * @throws Problem `not-found`; `invalid` `mapping_failed`; `too-large` `request_too_large`, `size_exceeded`. CustomerCodeError `busy`.
 */
export async function runMapping(
  services: MappingServices,
  { accountId, mode }: Pick<Caller, 'accountId' | 'mode'>,
  mappingId: string,
  input: unknown,
): Promise<unknown> {
  const mapping = await readRows(services.store, accountId, (queries) => findMapping(queries, { mode }, mappingId));
  demandSize(input, 'request_too_large', 'The document to map');
  const made = await evaluate(services.customerCode, accountId, mapping, input);
  const result = mergeJson(baseOf(mapping, input), made) ?? {};
  if (mapping.type !== 'only_mapped_keys') demandSize(result, 'size_exceeded', 'The mapped document');
  return result;
}

/** What the expression's result is laid over. */
function baseOf({ type, target }: Mapping, input: unknown): unknown {
  switch (type) {
    case 'only_mapped_keys':
      return undefined;
    case 'merge_with_target_example':
      return exampleOf(target);
    case 'pass_through':
      return input;
  }
}

async function evaluate(
  customerCode: CustomerCode,
  accountId: string,
  { mapping, lookup_tables }: Mapping,
  input: unknown,
): Promise<unknown> {
  const tables = Object.fromEntries(lookup_tables.map(({ name, values }) => [name, values]));
  try {
    return await customerCode.evaluate(mapping, input, { accountId, tables, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof CustomerCodeError) || error.code === 'busy') throw error;
    if (error.code === 'too-large') {
      throw new Problem('too-large', error.message, { code: 'size_exceeded', cause: error });
    }
    throw invalid(error.message, { code: 'mapping_failed', cause: error });
  }
}

function demandSize(value: unknown, code: string, what: string): void {
  try {
    limitedJson(value, DATA_LIMITS, what);
  } catch (error) {
    if (error instanceof RangeError) throw new Problem('too-large', error.message, { code });
    throw error;
  }
}
