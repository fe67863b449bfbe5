import type { TSchema } from 'typebox';
import { TextErrorShape } from '../../schemas/error-shape.js';
import type { AdminRoute } from '../admin-route.js';
import { statusOf } from '../api-error.js';
import { hasTextErrors } from '../family-errors.js';
import { JSON_MEDIA } from '../render-answer.js';
import type { AnyRoute } from '../route.js';
import { type Example, shownExamples } from './example.js';
import { headersOf, protocolContent } from './parameters.js';
import type { Json, SchemaParts } from './schema-parts.js';
import { errorReference, errorResponse, OF_ALL, OF_KEPT, OF_REDIRECTS, refusalResponse } from './shared-responses.js';

/** Every answer of an operation, by status: its own, and the errors of the gateway. */
export function responsesOf(route: AnyRoute | AdminRoute, parts: SchemaParts, examples: readonly Example[]): Json {
  const isRepeated = 'idempotent' in route && route.idempotent === true;
  const errors = errorsOf(route, isRepeated).map((status) => [status, errorOf(route, status, { isRepeated, parts })]);
  return { ...answersOf(route, isRepeated, { parts, examples }), ...Object.fromEntries(errors) };
}

/** A protocol says what is wrong in its own words. */
function errorOf(
  route: AnyRoute | AdminRoute,
  status: number,
  { isRepeated, parts }: { readonly isRepeated: boolean; readonly parts: SchemaParts },
): Json {
  const refusals: Readonly<Record<number, TSchema>> = ('refusals' in route ? route.refusals : undefined) ?? {};
  const refusal = refusals[status];
  if (refusal !== undefined) return refusalResponse(parts.show(refusal), status, isRepeated);
  if (status === 400 && 'family' in route && hasTextErrors(route))
    return errorResponse(parts.show(TextErrorShape), status);
  if (!('protocol' in route) || route.protocol === undefined) return errorReference(status, isRepeated);
  return { description: 'An error in the words of the protocol.', headers: OF_ALL, content: protocolContent(route) };
}

/** Any operation may answer the first; others only where a body, the key of a repeated request, or what is there can be wrong. */
function errorsOf(route: AnyRoute | AdminRoute, isRepeated: boolean): readonly number[] {
  const { method, path, problems = [] } = route;
  const statuses = new Set<number>([400, 403, 404, 429, 500, 503, ...problems.map(statusOf)]);
  if ('errorStatuses' in route) for (const status of route.errorStatuses ?? []) statuses.add(status);
  if (path.includes(':')) statuses.add(414);
  // Also where none is asked for: what comes is received, and may be refused, before anybody looks at it.
  if (method !== 'GET') for (const status of [408, 413, 415]) statuses.add(status);
  if (isRepeated) for (const status of [409, 422]) statuses.add(status);
  return [...statuses].sort((a, b) => a - b);
}

/** Answers of a route, each described by what its schema is. */
function answersOf(
  route: AnyRoute | AdminRoute,
  isRepeated: boolean,
  { parts, examples }: { readonly parts: SchemaParts; readonly examples: readonly Example[] },
): Json {
  const shown = shownExamples(examples, 'answer');
  const types = ['answerType' in route ? (route.answerType ?? JSON_MEDIA) : JSON_MEDIA];
  if ('elseAnswerType' in route && route.elseAnswerType !== undefined) types.push(route.elseAnswerType);
  return Object.fromEntries(
    Object.entries(route.schemas.response).map(([status, schema]) => {
      const shownAs = { schema: parts.show(schema), ...shown };
      const json = Object.fromEntries(types.map((type) => [type, shownAs]));
      const isProtocol = 'protocol' in route && route.protocol !== undefined;
      const content = hasBody(schema) ? { content: isProtocol ? protocolContent(route) : json } : {};
      const own = headersOf('headers' in route ? route.headers?.answered : undefined);
      const ofStatus = Number(status) === 302 ? OF_REDIRECTS : {};
      const headers = { ...OF_ALL, ...(isRepeated ? OF_KEPT : {}), ...ofStatus, ...own };
      return [status, { description: descriptionOf(schema), headers, ...content }];
    }),
  );
}

/** Where nothing is answered there is no content, not even `null`. */
function hasBody(schema: TSchema): boolean {
  return !('type' in schema && schema.type === 'null');
}

function descriptionOf({ description }: { readonly description?: unknown }): string {
  return typeof description === 'string' ? description : 'The answer.';
}
