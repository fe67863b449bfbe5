import { StoreError, tooSlow } from '../store.js';

/** Codes of sockets that mean the database was not reached, or was lost. */
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
]);
/** SQLSTATE: connection exceptions, too many connections, shut-down and starting up, idle in a transaction for too long. */
const STATE = /^(08...|53300|57P0[1-5]|25P0[34])$/;
/** SQLSTATE: the database is there and cannot write: its disk is full or fails, or another server has taken over and this one only reads. */
const UNWRITABLE: Readonly<Record<string, string>> = {
  53100:
    'The disk of the database is full. Make room. A server that runs goes on by itself; one that could not start is to be started again.',
  58030: 'The disk of the database has failed to read or to write. Its log says more.',
  25006: 'The database only reads. See that DATABASE_URL names the server that is written to.',
};
const ENDED =
  'The database ended a statement that took over a minute: it waits for a lock, or is short of means. See pg_stat_activity, and send it again.';
const LOCKED =
  'Somebody has locked a table of the database whole, and lists wait. See pg_locks and pg_stat_activity; the server goes on by itself.';
/** What pg says without a code. */
const WORDS =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * A failure of the connection as the store names it; any other error as it is.
 * @param options.isList whether it is of a list, which its asker can narrow when it took too long. Default false.
 */
export function storeErrorOf(error: unknown, { isList = false }: { readonly isList?: boolean } = {}): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const code = 'code' in error ? String(error.code) : '';
  // PgBouncer knows few of the settings that a connection begins with, and refuses the others.
  const [, parameter] = /unsupported startup parameter:? "?([\w.]+)/.exec(error.message) ?? [];
  if (parameter !== undefined) {
    const text = `The pooler before the database refuses ${parameter}. Name the server itself in DATABASE_URL, or set ignore_startup_parameters = ${parameter} and pool_mode = session in PgBouncer.`;
    return new StoreError('unavailable', text, { cause: error });
  }
  if (code === '57014') return isList ? tooSlow(error) : new StoreError('unavailable', ENDED, { cause: error });
  if (code === '55P03' && isList) return new StoreError('unavailable', LOCKED, { cause: error });
  const unwritable = UNWRITABLE[code];
  if (unwritable !== undefined) return new StoreError('unavailable', unwritable, { cause: error });
  if (!SOCKET.has(code) && !STATE.test(code) && !WORDS.test(error.message)) return error;
  return new StoreError(
    'unavailable',
    'The database cannot be reached, or the connection to it was lost. See that it runs and that DATABASE_URL names it; what was not answered may or may not be committed.',
    { cause: error },
  );
}

/** Whether the database was reached and could not write. */
export function isUnwritable(error: unknown): boolean {
  const { cause } = error instanceof StoreError ? error : {};
  return cause instanceof Error && 'code' in cause && String(cause.code) in UNWRITABLE;
}

/** Deadlocks, serialization failures and plans of before: nothing is wrong with the work, so it runs again. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === '40P01' || error.code === '40001' || isStalePlan(error);
}

/** A row that this one refers to is gone, or this row is to go and another refers to it: since it was looked at, as everybody looks first. */
export function isBrokenReference(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}

/** A statement is prepared for a table that has another column by now: a newer release has started beside this one. */
export function isStalePlan(error: unknown): boolean {
  // The code is of all that PostgreSQL does not support; the name of its own function is in no language.
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '0A000' &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}
