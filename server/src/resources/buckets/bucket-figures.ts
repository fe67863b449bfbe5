import { sql } from 'kysely';
import type { Transaction } from '../../store/store.js';

/** What lies in the buckets of all accounts. */
export interface BucketFigures {
  readonly buckets: number;
  readonly objects: number;
  readonly bytes: number;
}

/** Sums an index of all objects up, which takes a second for some millions: to be asked for seldom, apart from all other work. */
export async function bucketFigures(db: Transaction): Promise<BucketFigures> {
  const { rows } = await sql<Record<keyof BucketFigures, number | string | null>>`select
    (select count(*) from buckets) as buckets, count(*) as objects, sum(size) as bytes from bucket_objects`.execute(db);
  const { buckets, objects, bytes } = rows[0] ?? {};
  return { buckets: Number(buckets ?? 0), objects: Number(objects ?? 0), bytes: Number(bytes ?? 0) };
}
