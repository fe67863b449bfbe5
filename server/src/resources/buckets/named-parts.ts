import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

/** Which of these names of bytes belong to parts of uploads, of any account. */
export async function namedByParts(db: Transaction, names: readonly string[]): Promise<readonly string[]> {
  const rows = db.selectFrom('upload_parts').select('object_name').where('object_name', 'in', listOf(db, names));
  return (await rows.execute()).map(({ object_name }) => object_name);
}

/** Names of the bytes of all parts from the first to the last, for the sweep. */
export async function partsBetween(db: Transaction, first: string, last: string): Promise<readonly string[]> {
  const rows = db.selectFrom('upload_parts').select('object_name').where('object_name', '>=', first);
  return (await rows.where('object_name', '<=', last).execute()).map(({ object_name }) => object_name);
}
