import { isX12Error } from 'ediloom';
import { ObjectStoreError } from '../objects/object-store.js';
import { Problem } from '../problems.js';
import { StoreError } from '../store/store.js';

/**
 * An error as it may be kept and logged: messages of our own classes have no value of a payload; of others, such as that of
 * `JSON.parse`, only the name is given, and the code where there is one.
 */
export function errorText(error: unknown): string {
  if (
    isX12Error(error) ||
    error instanceof Problem ||
    error instanceof StoreError ||
    error instanceof ObjectStoreError
  ) {
    return `${error.code}: ${error.message}`.slice(0, 2000);
  }
  if (!(error instanceof Error)) return 'An unknown error.';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}

/** Where an error came from, without its message. */
export function errorPlace(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  return error.stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 10)
    .join('\n');
}
