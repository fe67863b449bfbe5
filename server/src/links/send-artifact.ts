import { notFound } from '../gateway/api-error.js';
import type { Answer } from '../gateway/call.js';
import type { Services } from '../services.js';
import { AccountQueries } from '../store/account-queries.js';
import type { LinkTarget } from './signed-link.js';

/** The bytes of an artifact, to be saved and not shown: what partners send may look like a page. */
export async function sendArtifact(services: Services, { accountId, id }: LinkTarget): Promise<Answer<Uint8Array>> {
  const row = await services.store.read((db) =>
    new AccountQueries(db, accountId).from('artifacts').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (row === undefined) throw notFound('document');
  return {
    headers: {
      'content-type': row.type,
      'content-disposition': `attachment; filename="${row.name.replace(/[^\w.!'()*-]/g, '_')}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
    body: await services.artifacts.read(row),
  };
}
