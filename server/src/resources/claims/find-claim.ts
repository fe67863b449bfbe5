import { sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';

/** A claim of the account that the key may see: test keys see those of tests. @throws Problem `not-found`. */
export async function findClaim(queries: AccountQueries, { mode }: Pick<Caller, 'mode'>, id: string): Promise<Claims> {
  const row = await queries.from('claims').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || (mode === 'test' && row.mode !== 'test')) throw notFound('claim');
  return row;
}

/** Claims with a patient control number, as `patientIndexOf` makes it, that the key may see: newest first. */
export function listClaims(
  queries: AccountQueries,
  { mode }: Pick<Caller, 'mode'>,
  patientIndex: string,
  page: AskedPage,
): Promise<Page<Claims>> {
  const claims = queries.from('claims').selectAll().where('patient_index', '=', patientIndex);
  // The words of the index.
  return readPage(
    mode === 'test' ? claims.where('mode', '=', sql.lit('test')) : claims,
    ['created_at', 'id'],
    page,
    'desc',
  );
}
