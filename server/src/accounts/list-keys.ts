import { isoTime } from '../clock.js';
import type { AccountQueries } from '../store/account-queries.js';

/** A key without the key: that was shown when it was made. */
export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly mode: 'test' | 'live';
  /** Absent: all. */
  readonly scopes?: readonly string[];
  readonly cidrs?: readonly string[];
  readonly createdAt: string;
}

export async function listKeys(queries: AccountQueries): Promise<readonly ListedKey[]> {
  const rows = await queries.from('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(({ id, name, mode, scopes, cidrs, created_at }) => ({
    id,
    name,
    mode,
    ...(scopes === null ? {} : { scopes: namesOf(scopes) }),
    ...(cidrs === null ? {} : { cidrs: namesOf(cidrs) }),
    createdAt: isoTime(Number(created_at)),
  }));
}

function namesOf(json: string): readonly string[] {
  // Written by `create-key`.
  return JSON.parse(json) as readonly string[];
}
