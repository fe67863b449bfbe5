import type { Caller } from '../../caller.js';
import { invalid, Problem } from '../../problems.js';
import { readRows } from '../../store/account-queries.js';
import type { Store } from '../../store/store.js';
import { DATA_LIMITS, limitedJson } from '../../worker/code-limits.js';
import { type CustomerCode, CustomerCodeError, type MapOutcome } from '../../worker/customer-code.js';
import { LIVE, type Mapping, type MappingType } from './mapping.js';
import { findMapping } from './rows.js';

interface MappingServices {
  readonly store: Store;
  readonly customerCode: CustomerCode;
}

interface MapRequest {
  /** Of a mapping of the caller. */
  readonly mappingId: string;
  readonly input: unknown;
  /** Its schemas are held against input and output. */
  readonly isStrict?: boolean | undefined;
}

const TIMEOUT_MS = 7_000;

/** What the result of an expression is merged into, by the type of the mapping. */
const OVER = {
  only_mapped_keys: 'nothing',
  merge_with_target_example: 'example',
  pass_through: 'input',
} as const satisfies Readonly<Record<MappingType, string>>;

/**
 * Maps a JSON value with a mapping of the caller. Not inside a transaction.
 * @returns JSON text, which goes into the answer as it is: it may be so long that to parse it and write it again would keep others waiting.
 * @throws Problem `not-found`; `invalid` `mapping_failed`, `validation_failed`; `too-large` `request_too_large`, `size_exceeded`.
 * CustomerCodeError `busy`.
 */
export async function runMapping(
  services: MappingServices,
  caller: Pick<Caller, 'accountId' | 'mode'>,
  { mappingId, input, isStrict }: MapRequest,
): Promise<string> {
  const { accountId } = caller;
  const mapping = await readRows(services.store, accountId, (queries) => findMapping(queries, caller, mappingId));
  const document = documentOf(input);
  const outcome = await outcomeOf(services.customerCode, mapping, document, { accountId, isStrict });
  if ('mapped' in outcome) return outcome.mapped;
  throw invalid('The mapping is strict, and a schema does not allow the document: see validation_errors.', {
    code: 'validation_failed',
    body: { validation_errors: JSON.parse(outcome.refused) },
  });
}

/** The same by a live mapping, for what is mapped on its way to something else. */
export async function mappedValue(
  services: MappingServices,
  accountId: string,
  mappingId: string,
  input: unknown,
): Promise<unknown> {
  return JSON.parse(await runMapping(services, { ...LIVE, accountId }, { mappingId, input }));
}

async function outcomeOf(
  customerCode: CustomerCode,
  { type, mapping: expression, source, target, lookup_tables }: Mapping,
  document: string,
  options: { readonly accountId: string; readonly isStrict: boolean | undefined },
): Promise<MapOutcome> {
  const tables = Object.fromEntries(lookup_tables.map(({ name, values }) => [name, values]));
  const code = { expression, over: OVER[type], source: source?.content, target: target?.content, tables };
  try {
    return await customerCode.map(code, document, { ...options, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof CustomerCodeError) || error.code === 'busy') throw error;
    if (error.code === 'too-large') {
      throw new Problem('too-large', error.message, { code: 'size_exceeded', cause: error });
    }
    throw invalid(error.message, { code: 'mapping_failed', cause: error });
  }
}

function documentOf(input: unknown): string {
  try {
    return limitedJson(input, DATA_LIMITS, 'The document to map') ?? 'null';
  } catch (error) {
    if (error instanceof RangeError) throw new Problem('too-large', error.message, { code: 'request_too_large' });
    throw error;
  }
}
