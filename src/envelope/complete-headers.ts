import { X12Error } from '../model/error.js';
import { nameAdvice, quotedName } from '../model/nearest-name.js';
import type {
  GroupHeader,
  GroupHeaderInput,
  InterchangeHeader,
  InterchangeHeaderInput,
  TransactionHeader,
} from './headers.js';
import type { LocalMoment } from './local-moment.js';

/** What stands in for absent parts of an interchange header. */
export interface InterchangeDefaults {
  /** ISA13, should the header have none. */
  readonly controlNumber: string | number;
  /** GS08 of the first group: ISA12 is made of it (`005010X279A1` gives `00501`). */
  readonly release?: string | undefined;
  readonly now: () => LocalMoment;
}

/** What stands in for absent parts of a group header. */
export interface GroupDefaults {
  readonly interchange: InterchangeHeader;
  readonly controlNumber: string | number;
  /** GS01 and GS08 of the guide of the first set. */
  readonly functionalIdentifierCode?: string | undefined;
  readonly release?: string | undefined;
  readonly now: () => LocalMoment;
  /** GS05 with seconds. Default false. */
  readonly seconds?: boolean | undefined;
}

/**
 * Fills in what an interchange header leaves open: ISA01 and ISA03 `00`, ISA14 `0`, ISA15 `P`, and the given defaults.
 * @throws X12Error `X12_DOCUMENT_INVALID` without sender or receiver.
 */
export function completeInterchangeHeader(
  input: InterchangeHeaderInput,
  defaults: InterchangeDefaults,
): InterchangeHeader {
  requireParties(input);
  const version = defaults.release?.slice(0, 5) ?? '';
  // Member by member: spreading the input costs more than all the rest. bench: `bench:eligibility`.
  return {
    authorizationInformationQualifier: input.authorizationInformationQualifier ?? '00',
    authorizationInformation: input.authorizationInformation,
    securityQualifier: input.securityQualifier ?? '00',
    securityInformation: input.securityInformation,
    senderQualifier: input.senderQualifier,
    senderId: input.senderId,
    receiverQualifier: input.receiverQualifier,
    receiverId: input.receiverId,
    date: input.date ?? defaults.now().date,
    time: input.time ?? defaults.now().time,
    standardsId: input.standardsId,
    controlVersionNumber: input.controlVersionNumber ?? (/^[0-9]{5}$/.test(version) ? version : '00501'),
    controlNumber: String(input.controlNumber ?? defaults.controlNumber).padStart(9, '0'),
    acknowledgmentRequestedCode: input.acknowledgmentRequestedCode ?? '0',
    usageIndicatorCode: input.usageIndicatorCode ?? 'P',
  };
}

type HeaderValues = Readonly<Record<string, unknown>>;

const INTERCHANGE_VALUES: readonly (keyof InterchangeHeader)[] = [
  'authorizationInformationQualifier',
  'authorizationInformation',
  'securityQualifier',
  'securityInformation',
  'senderQualifier',
  'senderId',
  'receiverQualifier',
  'receiverId',
  'date',
  'time',
  'standardsId',
  'controlVersionNumber',
  'controlNumber',
  'acknowledgmentRequestedCode',
  'usageIndicatorCode',
];
const GROUP_VALUES: readonly (keyof GroupHeader)[] = [
  'functionalIdentifierCode',
  'applicationSenderCode',
  'applicationReceiverCode',
  'date',
  'time',
  'controlNumber',
  'agencyCode',
  'release',
];

const TRANSACTION_VALUES: readonly (keyof TransactionHeader)[] = ['transactionSet', 'controlNumber', 'implementation'];

const VALUES: Readonly<Record<'interchange' | 'group' | 'transaction', readonly string[]>> = {
  interchange: INTERCHANGE_VALUES,
  group: GROUP_VALUES,
  transaction: TRANSACTION_VALUES,
};

/**
 * Refuses a header that JSON of another shape stands for: `null` is as good as absent, and a control number may be a number.
 * @throws X12Error `X12_DOCUMENT_INVALID` naming what is no text, or no member of the header: a misspelt one would go out
 * as its default.
 */
export function requireHeader(level: keyof typeof VALUES, header: unknown): void {
  if (typeof header !== 'object' || header === null || Array.isArray(header))
    throw invalid(`The ${level} header is no object. Give an object.`, { header: level });
  const values = header as HeaderValues; // any object may be asked for its properties
  const known = VALUES[level];
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    if (!known.includes(name)) {
      const advice = nameAdvice(name, known);
      throw invalid(`The ${level} header has no ${quotedName(name)}.${advice}`, { header: level, name });
    }
    if (typeof value === 'string' || (name === 'controlNumber' && typeof value === 'number')) continue;
    throw invalid(`The ${name} of the ${level} header is no text. Give it as text.`, { header: level, name });
  }
}

/** @throws X12Error `X12_DOCUMENT_INVALID` for what stands around interchanges and is no text. */
export function requireText(name: 'before' | 'trailing', value: unknown): void {
  if (value === undefined || value === null || typeof value === 'string') return;
  throw new X12Error('X12_DOCUMENT_INVALID', `The ${name} of the document is no text. Give it as text.`, {
    details: { name },
  });
}

/** @throws X12Error `X12_DOCUMENT_INVALID` without sender or receiver. */
export function requireParties(header: InterchangeHeaderInput): void {
  for (const name of ['senderQualifier', 'senderId', 'receiverQualifier', 'receiverId'] as const) {
    if (typeof header[name] !== 'string') throw missing('interchange', name);
  }
}

/**
 * Fills in what a group header leaves open: GS02 and GS03 by the interchange's ids, GS07 `X`, and the given defaults.
 * @throws X12Error `X12_DOCUMENT_INVALID` when GS01 or GS08 is not known.
 */
export function completeGroupHeader(input: GroupHeaderInput, defaults: GroupDefaults): GroupHeader {
  const functionalIdentifierCode = input.functionalIdentifierCode ?? defaults.functionalIdentifierCode;
  const release = input.release ?? defaults.release;
  if (functionalIdentifierCode === undefined) throw missing('group', 'functionalIdentifierCode');
  if (release === undefined) throw missing('group', 'release');
  return {
    functionalIdentifierCode,
    applicationSenderCode: input.applicationSenderCode ?? defaults.interchange.senderId,
    applicationReceiverCode: input.applicationReceiverCode ?? defaults.interchange.receiverId,
    date: input.date ?? defaults.now().date,
    time: input.time ?? timeOf(defaults.now(), defaults.seconds),
    controlNumber: String(input.controlNumber ?? defaults.controlNumber),
    agencyCode: input.agencyCode ?? 'X',
    release,
  };
}

function timeOf({ time, second }: LocalMoment, seconds = false): string {
  return seconds ? `${time}:${second}` : time;
}

function missing(header: string, name: string): X12Error {
  return invalid(`The ${header} header has no ${name}. Give it.`, { header, name });
}

function invalid(why: string, details: Readonly<Record<string, string>>): X12Error {
  return new X12Error('X12_DOCUMENT_INVALID', why, { details });
}
