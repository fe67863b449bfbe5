import type { FaultDetail } from '../../resources/executions/columns.js';
import type { FaultCode } from '../../resources/executions/fault-codes.js';

/** Something about a received file that a person is to know of: what, and what to do; no value of the file. */
export interface InboundFault {
  readonly code: FaultCode;
  readonly message: string;
  readonly detail?: FaultDetail | undefined;
}

/** Where it was found, in front of a message: files have many interchanges. */
export function inInterchange(place: number, group?: number, transaction?: number | undefined): string {
  const parts = [
    `Interchange ${place}`,
    ...(group === undefined ? [] : [`group ${group}`]),
    ...(transaction === undefined ? [] : [`transaction set ${transaction}`]),
  ];
  return parts.join(', ');
}
