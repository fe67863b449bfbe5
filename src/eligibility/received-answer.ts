import type { InterchangeHeader } from '../envelope/headers.js';
import type { InterchangeAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import { isPromise } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import type { Finding } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';
import { objectMaker } from '../model/object-maker.js';
import { isOptions } from '../model/option-rules.js';
import type { EligibilityResponse, ResponseMeta } from './response.js';

/** As much of a parsed document as decoding looks at. */
export interface ReceivedAnswer {
  readonly interchanges: readonly ReceivedAnswerInterchange[];
}

export interface ReceivedAnswerInterchange {
  readonly header: InterchangeHeader;
  readonly acknowledgments: readonly InterchangeAcknowledgment[];
  readonly groups: readonly { readonly transactions: readonly ReceivedAnswerSet[] }[];
}

export interface ReceivedAnswerSet {
  readonly guide: string;
  readonly data: JsonObject;
  readonly findings: readonly Finding[];
}

export interface DecodeResponseOptions {
  /** The text that was received: `x12` of every answer. */
  readonly x12?: string | undefined;
  readonly id?: string | undefined;
  readonly eligibilitySearchId?: string | undefined;
  /** BHT03 of the question. */
  readonly outboundTraceId?: string | undefined;
}

/** Properties that the envelope gives, and where they stand in it; `src/eligibility/README.md` lists them. */
export const ENVELOPE_PROPERTIES = {
  controlNumber: 'ISA13',
  reassociationKey: 'ISA13',
  'meta.senderId': 'ISA06',
  'meta.submitterId': 'ISA08',
  'meta.applicationMode': 'ISA15',
} as const;

const MODES: Readonly<Record<string, string>> = { P: 'production', T: 'test', I: 'information' };

const Answer = objectMaker<Partial<EligibilityResponse>>();
const Meta = objectMaker<ResponseMeta>();

/** @throws X12Error `X12_DOCUMENT_INVALID` for what is no document, with what was meant. */
export function requireAnswer(given: unknown): asserts given is ReceivedAnswer {
  const isObject = isOptions(given);
  if (isObject && Array.isArray(given.interchanges)) return;
  const isSet = isObject && 'guide' in given && 'data' in given;
  const isData = isObject && ('heading' in given || 'detail' in given);
  const text = isPromise(given)
    ? 'The document is a promise. Await it.'
    : isSet || isData
      ? `The document is ${isSet ? 'a set' : 'the data of a set'}. Give the document that engine.parse gave, or the data of a set to decodeTransaction.`
      : 'There is no document. Give what await engine.parse(...) gave of the X12 that was received: { interchanges: [...] }.';
  throw new X12Error('X12_DOCUMENT_INVALID', text);
}

/** What the ISA and the caller know of an answer. */
export function interchangeProperties(
  { header }: ReceivedAnswerInterchange,
  { x12, id, eligibilitySearchId, outboundTraceId }: DecodeResponseOptions,
): Partial<EligibilityResponse> {
  const own = new Answer();
  if (id !== undefined) own.id = id;
  if (eligibilitySearchId !== undefined) own.eligibilitySearchId = eligibilitySearchId;
  own.controlNumber = header.controlNumber;
  own.reassociationKey = header.controlNumber;
  const meta = new Meta();
  meta.senderId = header.senderId;
  meta.submitterId = header.receiverId;
  meta.applicationMode = MODES[header.usageIndicatorCode] ?? header.usageIndicatorCode;
  if (outboundTraceId !== undefined) meta.outboundTraceId = outboundTraceId;
  own.meta = meta;
  if (x12 !== undefined) own.x12 = x12;
  return own;
}
