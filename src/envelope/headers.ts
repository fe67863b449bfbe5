import type { Delimiters } from '../model/delimiters.js';
import { isoDate, isoTime, x12Date, x12Time } from './date-time.js';

/**
 * The ISA as typed values. Ids and information are without their padding; `date` is `YYYY-MM-DD` and `time` `HH:MM`
 * where writing them back gives the received text, else the text as received.
 */
export interface InterchangeHeader {
  readonly authorizationInformationQualifier: string;
  readonly authorizationInformation?: string | undefined;
  readonly securityQualifier: string;
  readonly securityInformation?: string | undefined;
  readonly senderQualifier: string;
  readonly senderId: string;
  readonly receiverQualifier: string;
  readonly receiverId: string;
  readonly date: string;
  readonly time: string;
  /** ISA11 where it says something else than the delimiters do: neither the repetition separator nor `U`. */
  readonly standardsId?: string | undefined;
  readonly controlVersionNumber: string;
  /** ISA13 as received: nine digits. */
  readonly controlNumber: string;
  readonly acknowledgmentRequestedCode: string;
  readonly usageIndicatorCode: string;
}

/** What is needed to write an ISA: the rest has defaults. A control number may be a number. */
export type InterchangeHeaderInput = Partial<Omit<InterchangeHeader, 'controlNumber'>> &
  Pick<InterchangeHeader, 'senderQualifier' | 'senderId' | 'receiverQualifier' | 'receiverId'> & {
    readonly controlNumber?: string | number | undefined;
  };

/** The GS as typed values; `date` is `YYYY-MM-DD` and `time` `HH:MM[:SS[.d[d]]]` where that can be written back. */
export interface GroupHeader {
  readonly functionalIdentifierCode: string;
  readonly applicationSenderCode: string;
  readonly applicationReceiverCode: string;
  readonly date: string;
  readonly time: string;
  /** GS06 as received: one to nine digits. */
  readonly controlNumber: string;
  readonly agencyCode: string;
  /** GS08: version, release and industry id. */
  readonly release: string;
}

/** What is needed to write a GS: the rest has defaults, or follows from the guide of its first set. */
export type GroupHeaderInput = Partial<Omit<GroupHeader, 'controlNumber'>> & {
  readonly controlNumber?: string | number | undefined;
};

/** The ST as typed values, always text: `0001` is not `1`. */
export interface TransactionHeader {
  /** ST01. */
  readonly transactionSet: string;
  /** ST02. */
  readonly controlNumber: string;
  /** ST03, where there is one. */
  readonly implementation?: string | undefined;
}

/** The first control version whose ISA11 is a repetition separator (X12.5). */
const REPETITION_SINCE = 402;

/** True when the control version has repetitions. */
export function hasRepetitions(controlVersionNumber: string): boolean {
  return Number(controlVersionNumber) >= REPETITION_SINCE;
}

/** Reads the 16 values of an ISA. */
export function readInterchangeHeader(isa: readonly string[], delimiters: Delimiters): InterchangeHeader {
  const value = (element: number): string => isa[element - 1] ?? '';
  const authorizationInformation = trimEnd(value(2));
  const securityInformation = trimEnd(value(4));
  const standardsId = value(11);
  return {
    authorizationInformationQualifier: value(1),
    ...(authorizationInformation === '' ? undefined : { authorizationInformation }),
    securityQualifier: value(3),
    ...(securityInformation === '' ? undefined : { securityInformation }),
    senderQualifier: value(5),
    senderId: trimEnd(value(6)),
    receiverQualifier: value(7),
    receiverId: trimEnd(value(8)),
    date: dateOf(value(9), 6),
    time: timeOf(value(10)),
    ...(standardsId === (delimiters.repetition ?? 'U') ? undefined : { standardsId }),
    controlVersionNumber: value(12),
    controlNumber: value(13),
    acknowledgmentRequestedCode: value(14),
    usageIndicatorCode: value(15),
  };
}

/** The 16 values of the ISA, each of its fixed width where the value allows. */
export function interchangeElements(header: InterchangeHeader, delimiters: Delimiters): readonly string[] {
  return [
    header.authorizationInformationQualifier.padEnd(2),
    (header.authorizationInformation ?? '').padEnd(10),
    header.securityQualifier.padEnd(2),
    (header.securityInformation ?? '').padEnd(10),
    header.senderQualifier.padEnd(2),
    header.senderId.padEnd(15),
    header.receiverQualifier.padEnd(2),
    header.receiverId.padEnd(15),
    x12Date(header.date, 6),
    x12Time(header.time),
    header.standardsId ?? delimiters.repetition ?? 'U',
    header.controlVersionNumber,
    header.controlNumber,
    header.acknowledgmentRequestedCode,
    header.usageIndicatorCode,
    delimiters.component,
  ];
}

/** Reads the values GS01 to GS08. */
export function readGroupHeader(element: (position: number) => string): GroupHeader {
  return {
    functionalIdentifierCode: element(1),
    applicationSenderCode: element(2),
    applicationReceiverCode: element(3),
    date: dateOf(element(4), 8),
    time: timeOf(element(5)),
    controlNumber: element(6),
    agencyCode: element(7),
    release: element(8),
  };
}

/** The values GS01 to GS08. */
export function groupElements(header: GroupHeader): readonly string[] {
  return [
    header.functionalIdentifierCode,
    header.applicationSenderCode,
    header.applicationReceiverCode,
    x12Date(header.date, 8),
    x12Time(header.time),
    header.controlNumber,
    header.agencyCode,
    header.release,
  ];
}

/** Values of no ST. Headers begin as copies of these: `model/object-maker.ts` says why. */
export const NO_SET: TransactionHeader = { transactionSet: '', controlNumber: '' };
const NO_IMPLEMENTATION: TransactionHeader = { ...NO_SET, implementation: '' };

/** Reads the values ST01 to ST03. */
export function readTransactionHeader(element: (position: number) => string): TransactionHeader {
  const [transactionSet, controlNumber, implementation] = [element(1), element(2), element(3)];
  if (implementation === '') return { ...NO_SET, transactionSet, controlNumber };
  return { ...NO_IMPLEMENTATION, transactionSet, controlNumber, implementation };
}

// A date of another length than is written would not come back.
function dateOf(raw: string, digits: 6 | 8): string {
  return (raw.length === digits ? isoDate(raw) : undefined) ?? raw;
}

function timeOf(raw: string): string {
  return isoTime(raw) ?? raw;
}

function trimEnd(text: string): string {
  let to = text.length;
  while (to > 0 && text.charCodeAt(to - 1) === 0x20) to--;
  return text.slice(0, to);
}
