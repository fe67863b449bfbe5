import type { FastifyInstance } from 'fastify';
import { denied } from '../problems.js';
import { ApiError } from './api-error.js';
import type { DeclaredRoute } from './declared-route.js';
import { type AdminCheck, authenticate, demandAdmin, type KeyCheck } from './keys/authenticate.js';

/**
 * Answers what no route takes. The key comes first, as everywhere but in the documentation: without one, paths that exist and paths that do not are answered
 * alike. With one: 403 for a path that takes another method, 404 for the rest.
 */
export function answerUnknown(
  app: FastifyInstance,
  checks: KeyCheck & AdminCheck,
  routes: readonly DeclaredRoute[],
): void {
  const patterns = routes.flatMap(({ route, paths }) =>
    paths.map((path) => ({
      ...{ method: route.method, parts: path.split('/') },
      isBeginning: route.restParam !== undefined,
    })),
  );
  // First segments of paths; families may share one.
  const versions = new Set(patterns.map(({ parts }) => parts[1] ?? ''));
  app.setNotFoundHandler(async (request) => {
    const { authorization } = request.headers;
    const segments = (request.url.split('?')[0] ?? '').split('/');
    if (segments[1] === 'docs') throw noRoute('There is no such page of the documentation. It begins at /docs.');
    // They need no key, and whoever puts a file by the wrong method is told so, not that a key is missing.
    if (segments[1] === 'links' && segments.length === 3) {
      throw denied('Links are read by GET, and files are put to them by PUT, as curl -T FILE does.');
    }
    if (segments[1] === 'admin') {
      demandAdmin(checks, authorization, request.ip);
      throw noRoute('There is no such operation, or not by this method. See /docs/admin for those there are.');
    }
    request.knownKey = await authenticate(checks, authorization, request.ip);
    const methods = new Set(patterns.flatMap((pattern) => (isLike(pattern, segments) ? [pattern.method] : [])));
    if (methods.size > 0) {
      throw denied(`This path takes ${[...methods].join(' and ')}, and not this method. See /docs.`);
    }
    const [, , ...rest] = segments;
    const elsewhere = patterns.find(
      ({ parts: [, , ...parts], isBeginning }) => rest.length > 0 && isLike({ parts, isBeginning }, rest),
    );
    const meant = elsewhere === undefined ? '' : ` The version of this path is ${elsewhere.parts[1]}.`;
    if (versions.has(segments[1] ?? '')) {
      throw noRoute(`There is no such path in this version.${meant} See /docs for those there are.`);
    }
    const begin = [...versions].filter((version) => /^\d/.test(version)).join(', ');
    throw noRoute(`There is no such version.${meant || ` Paths begin with one of ${begin}.`} See /docs.`);
  });
}

interface Pattern {
  readonly parts: readonly string[];
  /** Its last parameter is all that follows. */
  readonly isBeginning: boolean;
}

/** Whether a path is one of a route's, whatever the method; a parameter is never empty. */
function isLike({ parts, isBeginning }: Pattern, segments: readonly string[]): boolean {
  const isAsLong = isBeginning ? segments.length >= parts.length : segments.length === parts.length;
  return (
    isAsLong && parts.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}

function noRoute(message: string): ApiError {
  return new ApiError(404, 'RESOURCE_NOT_FOUND', message);
}
