import { sql } from 'kysely';
import type { StoredFigures } from '../../metrics-collected.js';
import type { Transaction } from '../../store/store.js';

/** What lies in the buckets of all accounts. It sums up an index of all objects, which takes a second for some millions: ask seldom, and apart from all other work. */
export async function bucketFigures(db: Transaction): Promise<StoredFigures> {
  const { rows } = await sql<Record<keyof StoredFigures, number | string | null>>`select
    (select count(*) from buckets) as buckets, count(*) as objects, sum(size) as bytes from bucket_objects`.execute(db);
  const { buckets, objects, bytes } = rows[0] ?? {};
  return { buckets: Number(buckets ?? 0), objects: Number(objects ?? 0), bytes: Number(bytes ?? 0) };
}
