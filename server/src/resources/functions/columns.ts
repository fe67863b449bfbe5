import type { SealedColumn } from '../../secrets/rotate-column.js';

/** Columns of an invocation that have what a customer's code was given, or said. */
type Sealed = 'event' | 'error' | 'log';

/** To what the sealed columns of an invocation belong. */
export function invocationContext(column: Sealed, accountId: string, id: string): string {
  return JSON.stringify([`${column} of an invocation`, accountId, id]);
}

function sealedColumn<Column extends Sealed>(column: Column) {
  return {
    ...{ table: 'invocations', column },
    contextOf: (accountId: string, id: string) => invocationContext(column, accountId, id),
  } as const satisfies SealedColumn;
}

/** What rotation of the master key seals anew. */
export const INVOCATION_EVENT = sealedColumn('event');
export const INVOCATION_ERROR = sealedColumn('error');
export const INVOCATION_LOG = sealedColumn('log');
