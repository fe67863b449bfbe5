import type { FaultDetail } from '../../resources/executions/columns.js';
import type { FaultCode } from '../../resources/executions/fault-codes.js';

/** What a fault is about; all places count from 1. */
export interface FaultPlace {
  readonly interchange: number;
  readonly group?: number | undefined;
  readonly transaction?: number | undefined;
  /** Its place in the set and its tag: `4 (N1)`. */
  readonly segment?: string | undefined;
}

/** Something about a received file that a person is to know of: what, and what to do; no value of the file. */
export interface InboundFault {
  readonly code: FaultCode;
  readonly message: string;
  readonly detail?: FaultDetail | undefined;
  /** Absent: it is about the file. */
  readonly at?: FaultPlace | undefined;
}

/** What is wrong with something, without its place: it may be found once and be true of many. */
export interface UnplacedFault {
  readonly code: FaultCode;
  readonly text: string;
  readonly detail?: FaultDetail | undefined;
}

/** A fault of a part of a file: its text begins with where, as files have many interchanges. */
export function faultAt(at: FaultPlace, code: FaultCode, { text, detail }: Omit<UnplacedFault, 'code'>): InboundFault {
  return { code, message: `${placeText(at)}: ${text}`, at, ...(detail === undefined ? {} : { detail }) };
}

/** How the texts begin of faults of one interchange, and of what is in it. @param place from 1. */
export function beginningsOf(place: number): readonly string[] {
  return [`${placeText({ interchange: place })}:`, `${placeText({ interchange: place })},`];
}

function placeText({ interchange, group, transaction, segment }: FaultPlace): string {
  const parts = [
    `Interchange ${interchange}`,
    ...(group === undefined ? [] : [`group ${group}`]),
    ...(transaction === undefined ? [] : [`transaction set ${transaction}`]),
    ...(segment === undefined ? [] : [`segment ${segment}`]),
  ];
  return parts.join(', ');
}
