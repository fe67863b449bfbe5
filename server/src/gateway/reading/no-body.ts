import { quotedName } from 'ediloom/words';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../../problems.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import { readJson } from './read-json.js';

/** Members named in one answer at most. */
const MAX_NAMED = 20;

/**
 * For operations that take no body. Who sends members means something by them, which would not be done: a new name for a file that is
 * delivered once more, say. Nothing, `{}` and `null` are what clients send who always send JSON.
 * @throws Problem `invalid` that names what there is.
 */
export function demandNoBody(bytes: Buffer | undefined): void {
  if (bytes === undefined) return;
  const { value } = readJson(bytes);
  if (value === null) return;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalid('This operation takes no body. Send none.', { code: 'VALIDATION_FAILED' });
  }
  const names = Object.keys(value).slice(0, MAX_NAMED).map(quotedName);
  if (names.length === 0) return;
  throw invalidRequest(
    names.map((name) => ({
      message: `/${name} is not known here: this operation takes no body. Remove it.`,
      path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    })),
  );
}

/** Bytes of `null`, which with `{}` is what clients send who always send JSON. */
const EMPTY_BYTES = 4;

/**
 * The body of a GET is read by nobody: filters that stand in it would let everything through.
 * @throws Problem `invalid`.
 */
export function demandNoUnreadBody({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): void {
  if (method !== 'GET' && method !== 'HEAD') return;
  const isThere = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > EMPTY_BYTES;
  if (!isThere) return;
  throw invalid('A GET takes no body. Send none: what filters a list are query parameters.', {
    code: 'VALIDATION_FAILED',
  });
}
