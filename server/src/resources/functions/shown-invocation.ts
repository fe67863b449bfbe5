import { isoTime } from '../../clock.js';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { Invocations } from '../../store/function-tables.js';
import type { ListedInvocation as Listed } from './invocation-lists.js';
import { errorOf, logOf } from './invocation-rows.js';
import type { Invocation, ListedInvocation } from './invocation-schemas.js';

export function showListed(row: Listed): ListedInvocation {
  return {
    invocationId: row.id,
    functionName: row.function_name,
    invocationType: row.kind,
    source: row.source,
    status: row.state,
    attempts: Number(row.attempts),
    createdAt: isoTime(row.created_at),
    ...(row.started_at === null ? {} : { startedAt: isoTime(row.started_at) }),
    ...(row.ended_at === null ? {} : { endedAt: isoTime(row.ended_at) }),
    ...(row.took_ms === null ? {} : { durationMs: Number(row.took_ms) }),
    expiresAt: isoTime(row.expires_at),
  };
}

/** With its error and its log: what its function chose to say. */
export function showInvocation(services: { readonly payloads: PayloadColumns }, row: Invocations): Invocation {
  const error = errorOf(services, row);
  return {
    ...showListed(row),
    // Only runs of functions are written down so.
    ...(error === undefined ? {} : { error: JSON.parse(error) as NonNullable<Invocation['error']> }),
    log: logOf(services, row),
  };
}
