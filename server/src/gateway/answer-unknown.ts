import type { FastifyInstance } from 'fastify';
import { FAMILIES } from '../families.js';
import { denied } from '../problems.js';
import { ApiError } from './api-error.js';
import type { DeclaredRoute } from './declared-route.js';
import { type AdminCheck, authenticate, demandAdmin, type KeyCheck } from './keys/authenticate.js';

/** First segments of paths; families may share one. */
const VERSIONS: ReadonlySet<string> = new Set(Object.values(FAMILIES).map(({ version }) => version));

/**
 * Answers what no route takes. The key comes first, as everywhere but in the documentation: without one, paths that exist and paths that do not are answered
 * alike. With one: 403 for a path that takes another method, 404 for the rest.
 */
export function answerUnknown(
  app: FastifyInstance,
  checks: KeyCheck & AdminCheck,
  routes: readonly DeclaredRoute[],
): void {
  const patterns = routes.flatMap(({ paths }) => paths.map((path) => path.split('/')));
  app.setNotFoundHandler(async (request) => {
    const { authorization } = request.headers;
    const segments = (request.url.split('?')[0] ?? '').split('/');
    if (segments[1] === 'docs') throw noRoute('There is no such page of the documentation. It begins at /docs.');
    if (segments[1] === 'admin') demandAdmin(checks, authorization, request.ip);
    else request.knownKey = await authenticate(checks, authorization, request.ip);
    if (patterns.some((pattern) => isLike(pattern, segments))) {
      throw denied('This path does not take this method. See /docs for those it takes.');
    }
    if (VERSIONS.has(segments[1] ?? ''))
      throw noRoute('There is no such path in this version. See /docs for those there are.');
    throw noRoute('There is no such version. Paths begin with the version of a family; see /docs.');
  });
}

/** Whether a path is one of a route's, whatever the method; a parameter is never empty. */
function isLike(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}

function noRoute(message: string): ApiError {
  return new ApiError(404, 'RESOURCE_NOT_FOUND', message);
}
