import type { InterchangeHeader } from '../envelope/headers.js';
import type { InterchangeAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import type { Finding } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';
import { objectMaker } from '../model/object-maker.js';
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
