import { Readable } from 'node:stream';
import type { KeptAnswer } from '../../idempotency/rows.js';
import type { Secrets } from '../../secrets/secrets.js';
import type { Idempotency } from '../../store/tables.js';
import type { Rendered } from '../render-answer.js';

/** The row an answer belongs to: in another its body does not open. */
interface AnswerPlace {
  readonly accountId: string;
  readonly rowKey: string;
}

/**
 * Answers that a repeated request gets again: those that the same request would always get. A 404 or 409 is not one of them: mostly
 * something is not set up yet, and keys are often made of ids of the business, which stay the same once it is.
 */
export function isKept(status: number): boolean {
  return status < 300 || status === 400 || status === 413;
}

/** Codes of refusals for what was set up before the request, and is mended without it. */
const SET_UP_CODES: ReadonlySet<string> = new Set([
  'FAILED_TO_FIND_CONNECTION',
  'FAILED_TO_FIND_GUIDE',
  'GUIDE_REFUSED',
  'INVALID_CONFIGURATION',
  // The payer is imported, its route configured, its provider enrolled, and the same request is right.
  ...['UNKNOWN_PAYER', 'AMBIGUOUS_PAYER', 'NOT_OFFERED', 'ENROLLMENT_REQUIRED'],
]);

/** As {@link isKept}; a refusal for what is not set up yet is kept as little as a 404 is. */
export function isKeptError({ status, code }: { readonly status: number; readonly code: string }): boolean {
  return isKept(status) && !SET_UP_CODES.has(code);
}

/** An answer as its row keeps it. @param options.encrypt seals the body, as payloads are. */
export function sealAnswer(
  place: AnswerPlace,
  { status, headers, body }: Rendered,
  { secrets, encrypt }: { readonly secrets: Secrets; readonly encrypt: boolean },
): KeptAnswer {
  if (body instanceof Readable) throw new Error('A streamed answer cannot be kept: the route must not be idempotent.');
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const kept = { status, headers: JSON.stringify(headers), body: bytes ?? null, master_key_id: null };
  if (!encrypt || bytes === undefined) return kept;
  const { keyId, ciphertext } = secrets.keys.seal(contextOf(place), bytes);
  return { ...kept, body: ciphertext, master_key_id: keyId };
}

/** The answer of a row that has one, marked as given before. */
export function storedAnswer(secrets: Secrets, row: Idempotency): Rendered {
  const { status, master_key_id, body } = row;
  // Written by `sealAnswer` alone.
  const headers = JSON.parse(row.headers ?? '{}') as Record<string, string>;
  const context = contextOf({ accountId: row.account_id, rowKey: row.key });
  const bytes = body === null || master_key_id === null ? body : secrets.keys.open(master_key_id, context, body);
  return {
    status: Number(status),
    headers: { ...headers, 'idempotent-replayed': 'true' },
    body: bytes ?? undefined,
  };
}

function contextOf({ accountId, rowKey }: AnswerPlace): string {
  return `idempotency ${accountId} ${rowKey}`;
}
