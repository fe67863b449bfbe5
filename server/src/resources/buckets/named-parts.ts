import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

/** Those of these bytes that parts of uploads of any account have. */
export async function namedByParts(db: Transaction, names: readonly string[]): Promise<readonly string[]> {
  const rows = db.selectFrom('upload_parts').select('object_name').where('object_name', 'in', listOf(db, names));
  return (await rows.execute()).map(({ object_name }) => object_name);
}

/** For the sweep: from the first to the last. */
export async function partsBetween(db: Transaction, first: string, last: string): Promise<readonly string[]> {
  const rows = db.selectFrom('upload_parts').select('object_name').where('object_name', '>=', first);
  return (await rows.where('object_name', '<=', last).execute()).map(({ object_name }) => object_name);
}
