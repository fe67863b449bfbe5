import type { Connections } from '../../store/tables.js';
import { kindOf } from './kinds/kind-table.js';

/** Why nothing goes over a connection that is not enabled, and what to do: behind its name. Only the operator can enable one of theirs. */
export function disabledText(connection: Pick<Connections, 'kind'>): string {
  return kindOf(connection).madeBy === 'operator'
    ? "is switched off, or not there any more, in the operator's file of connections. Ask the operator"
    : 'is disabled. Enable it';
}
