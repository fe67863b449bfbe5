import { sql } from 'kysely';
import type { Transaction } from '../store.js';
import { createIndex } from './index-step.js';
import { INDEX_STEPS } from './index-steps.js';

/** Makes the indexes that a schema can have, in the transaction of the caller: where nobody else writes, or nothing is there yet. */
export async function makeIndexes(tx: Transaction, schema: number): Promise<void> {
  for (const step of INDEX_STEPS) {
    if (step.schema > schema) continue;
    await sql.raw(createIndex(step)).execute(tx);
    if (step.replaces !== undefined) await sql.raw(`drop index if exists ${step.replaces}`).execute(tx);
  }
}
