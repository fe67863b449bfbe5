import type { TransportReason } from '../../../delivery/transport-reasons.js';
import type { JsonValue } from '../../../model/json.js';
import { judgeMdn } from '../mdn/judge-mdn.js';
import type { MdnReading } from '../mdn/read-mdn.js';
import type { Entity } from '../mime/entity.js';
import { headerOf, writeHeaderBlock } from '../mime/headers.js';
import { formatMic, type Mic, parseMic } from '../signed/mic.js';
import { readOctets } from '../spool/octets.js';

/** Bytes of a receipt that are kept as evidence; a larger one is not kept. */
const MAX_EVIDENCE = 64 * 1024;

/** What a receipt, or its absence, says of a delivery. */
export type DeliveryOutcome =
  | { readonly delivered: true; readonly already: boolean; readonly evidence: Evidence }
  | { readonly delivered: false; readonly failure: Failure };

/** `messageId`, `mic`, `disposition`, and `mdn`: the receipt as a MIME entity in base64. */
export type Evidence = Readonly<Record<string, string>>;

export interface Failure {
  readonly reason: TransportReason;
  readonly at?: string | undefined;
  readonly details?: Readonly<Record<string, string>> | undefined;
}

/** What a receipt is judged by. */
export interface Expected {
  readonly messageId: string;
  readonly mics: readonly Mic[];
  readonly signed: boolean;
  /** Of the partnership; default true. */
  readonly requireMic?: boolean | undefined;
  /** The id went out in an earlier attempt: that the partner calls it a duplicate is good news then. */
  readonly sentBefore: boolean;
}

/** @param entity the receipt as it came, for the evidence */
export async function outcomeOfMdn(reading: MdnReading, entity: Entity, expected: Expected): Promise<DeliveryOutcome> {
  const verdict = judgeMdn(reading, expected);
  const { messageId } = expected;
  if (!verdict.delivered) {
    const { reason, at, details } = verdict;
    return { delivered: false, failure: { reason, at, details: { ...details, messageId } } };
  }
  const mdn = reading.kind === 'mdn' ? reading.mdn : undefined;
  const duplicate = mdn?.disposition.reason === 'duplicate-document';
  if (duplicate && !expected.sentBefore && mdn?.mic === undefined) {
    const at = 'The partner has had a transmission under this Message-ID, which was never used here';
    return { delivered: false, failure: { reason: 'mdn-failure', at, details: { disposition: verdict.disposition } } };
  }
  const mic = mdn?.mic === undefined ? {} : { mic: formatMic(mdn.mic) };
  const evidence = { messageId, ...mic, disposition: verdict.disposition, ...(await mdnEvidence(entity)) };
  return { delivered: true, already: duplicate, evidence };
}

async function mdnEvidence({ headers, body }: Entity): Promise<Evidence> {
  if (body.size > MAX_EVIDENCE) return {};
  const contentType = headerOf(headers, 'Content-Type') ?? 'multipart/report';
  const head = writeHeaderBlock([{ name: 'Content-Type', value: contentType }]);
  return { mdn: Buffer.concat([head, await readOctets(body, MAX_EVIDENCE)]).toString('base64') };
}

export function outcomeFacts(outcome: DeliveryOutcome): Readonly<Record<string, JsonValue>> {
  if (outcome.delivered) return { evidence: { ...outcome.evidence } };
  const { reason, at, details } = outcome.failure;
  return { failure: { reason, ...(at === undefined ? {} : { at }), details: { ...details } } };
}

export function micTexts(mics: readonly Mic[]): readonly string[] {
  return mics.map((mic) => formatMic(mic));
}

export function micsFrom(value: JsonValue | undefined): readonly Mic[] {
  return Array.isArray(value) ? value.flatMap((text) => (typeof text === 'string' ? (parseMic(text) ?? []) : [])) : [];
}
