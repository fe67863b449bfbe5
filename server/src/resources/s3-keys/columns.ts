import type { Json } from '../../store/tables.js';

/** `s3_keys.buckets`: `null` for a key that may be used for all buckets of its mode. */
export function bucketsColumn(buckets: readonly string[] | undefined): Json | null {
  return buckets === undefined ? null : JSON.stringify(buckets);
}

export function readBuckets(column: Json | null): readonly string[] | undefined {
  // Written by `bucketsColumn` alone.
  return column === null ? undefined : (JSON.parse(column) as readonly string[]);
}
