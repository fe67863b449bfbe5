import { isoTime } from '../../clock.js';
import type { Functions } from '../../store/function-tables.js';
import type { FunctionOutput } from './schemas.js';
import { HIDDEN } from './variables.js';

/** A function as the interface shows it. @param variables their names. */
export function showFunction(row: Functions, variables: readonly string[] = []): FunctionOutput {
  return {
    functionName: row.name,
    ...(row.code === null ? {} : { code: row.code }),
    environmentVariables: Object.fromEntries(variables.map((name) => [name, HIDDEN])),
    timeout: row.timeout_s,
    logRetention: row.log_retention,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
