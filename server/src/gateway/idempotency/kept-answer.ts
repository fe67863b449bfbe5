import { Readable } from 'node:stream';
import type { Secrets } from '../../secrets/secrets.js';
import type { Idempotency } from '../../store/tables.js';
import type { Rendered } from '../rendered.js';

type KeptAnswer = Pick<Idempotency, 'status' | 'headers' | 'body' | 'master_key_id'>;

/** An answer as its row keeps it; sealed where payloads are. */
export function sealAnswer(secrets: Secrets, encrypt: boolean, context: string, answer: Rendered): KeptAnswer {
  const { status, headers, body } = answer;
  if (body instanceof Readable) throw new Error('A streamed answer cannot be kept: the route must not be idempotent.');
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const kept = { status, headers: JSON.stringify(headers), body: bytes ?? null, master_key_id: null };
  if (!encrypt || bytes === undefined) return kept;
  const { keyId, ciphertext } = secrets.keys.seal(context, bytes);
  return { ...kept, body: ciphertext, master_key_id: keyId };
}

/** The answer of a row that has one, marked as given before. */
export function storedAnswer(secrets: Secrets, row: Idempotency): Rendered {
  const context = `idempotency ${row.account_id} ${row.key}`;
  const body =
    row.body === null || row.master_key_id === null
      ? (row.body ?? undefined)
      : secrets.keys.open(row.master_key_id, context, row.body);
  // Written by `sealAnswer`.
  const headers = JSON.parse(row.headers ?? '{}') as Record<string, string>;
  return { status: Number(row.status), headers: { ...headers, 'idempotent-replayed': 'true' }, body };
}
