import { Problem } from '../../problems.js';
import { mappedValue } from '../../resources/mappings/run-mapping.js';
import type { Run } from '../services.js';

/** Bytes of JSON that is mapped before it is sent. */
const MAPPED_LIMIT = 4_000_000;

/**
 * What a mapping makes of what was sent, or what was sent itself. Not inside a transaction: mappings take their time.
 * @throws Problem `too-large` above the limit of mappings, and what `mappedValue` throws.
 */
export async function mappedTransaction(
  { services, caller }: Run,
  mappingId: string | undefined,
  transaction: unknown,
): Promise<unknown> {
  if (mappingId === undefined) return transaction;
  if (Buffer.byteLength(JSON.stringify(transaction ?? null)) > MAPPED_LIMIT) {
    throw new Problem('too-large', 'What is mapped must be smaller than 4 MB. Send it in parts.');
  }
  return mappedValue(services, caller.accountId, mappingId, transaction);
}
