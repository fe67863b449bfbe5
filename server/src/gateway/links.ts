import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.js';
import { AccountQueries } from '../store/account-queries.js';
import { accessDenied, notFound } from './api-error.js';
import { writeAudit } from './audit.js';
import type { Caller } from './call.js';
import type { Gateway } from './gateway.js';
import { send } from './register.js';

/** How long a link opens. */
export const LINK_MS = 5 * 60 * 1000;

interface Link {
  readonly accountId: string;
  readonly artifactId: string;
  /** Whose the reading is in the audit. */
  readonly keyId: string;
  readonly expires: string;
}

/** Where the bytes of an artifact are, for whoever has the address: for five minutes, to read, as a download. */
export function artifactLink({ publicUrl, clock, secrets }: Services, caller: Caller, artifactId: string): string {
  const link = {
    accountId: caller.accountId,
    artifactId,
    keyId: caller.keyId,
    expires: String(clock.now() + LINK_MS),
  };
  const query = new URLSearchParams({ key: link.keyId, expires: link.expires, signature: macOf(secrets.keys, link) });
  return `${publicUrl}/links/${encodeURIComponent(link.accountId)}/${encodeURIComponent(artifactId)}?${query}`;
}

/** Serves links. The signature stands for a key: it was given to whoever had one. */
export function registerLinks(app: FastifyInstance, { services }: Gateway): void {
  app.get('/links/:accountId/:artifactId', async (request, reply) => {
    // Texts by the address's pattern; the query is what it may be.
    const { accountId, artifactId } = request.params as { readonly accountId: string; readonly artifactId: string };
    const { key, expires, signature } = request.query as Readonly<Record<string, unknown>>;
    const link = { accountId, artifactId, keyId: String(key), expires: String(expires) };
    if (!isSigned(services, link, String(signature)) || Number(expires) <= services.clock.now()) {
      throw accessDenied('The link has expired or is not whole. Ask for a new one.', 'LINK_EXPIRED');
    }
    const queriesOf = (tx: AccountQueries['tx']): AccountQueries => new AccountQueries(tx, accountId);
    const row = await services.store.read((db) =>
      queriesOf(db).from('artifacts').selectAll().where('id', '=', artifactId).executeTakeFirst(),
    );
    if (row === undefined) throw notFound('artifact');
    const body = await services.artifacts.read(row);
    await services.store.write((tx) =>
      writeAudit(queriesOf(tx), services.clock, {
        action: 'download',
        objectKind: 'artifact',
        objectId: artifactId,
        keyId: link.keyId,
        address: request.ip,
        requestId: request.id,
      }),
    );
    const headers = { 'content-type': row.type, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
    return send(reply, { status: 200, headers: { ...headers, 'content-disposition': attachment(row.name) }, body });
  });
}

/** A `Content-Disposition` that keeps any name, and lets none of its characters out of the header. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w .-]/g, '_').slice(0, 200);
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function macOf(keys: Services['secrets']['keys'], { accountId, artifactId, keyId, expires }: Link): string {
  return keys.mac('link', JSON.stringify(['GET', accountId, artifactId, keyId, expires])).toString('base64url');
}

function isSigned({ secrets }: Services, link: Link, signature: string): boolean {
  const expected = Buffer.from(macOf(secrets.keys, link));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
