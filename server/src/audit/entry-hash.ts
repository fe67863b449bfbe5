import { createHash } from 'node:crypto';
import type { Audit } from '../store/tables.js';

/** Before the first entry of an account. */
export const NO_HASH = '0'.repeat(64);

/** Over everything that an entry says, and by the hash before it over everything that was said before. */
export function hashOf(entry: Audit, position: number, previous: string): string {
  const { account_id, id, at, key_id, address, request_id, action, object_kind, object_id } = entry;
  const said = [
    previous,
    account_id,
    position,
    id,
    Number(at),
    key_id,
    address,
    request_id,
    action,
    object_kind,
    object_id,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** An end of a chain, or of a part of it. */
export interface ChainEnd {
  /** 1-based; 0: before the first entry. */
  readonly position: number;
  readonly hash: string;
}

/** @returns the end of the chain with an entry behind it; `undefined` where the entry is not the next one, or was changed. */
export function linked({ position: last, hash: previous }: ChainEnd, entry: Audit): ChainEnd | undefined {
  const position = last + 1;
  const hash = hashOf(entry, position, previous);
  const fits = Number(entry.position) === position && entry.previous_hash === previous && entry.hash === hash;
  return fits ? { position, hash } : undefined;
}
