import { type ReceivedEnvelope, sha1 } from './envelope.js';
import { knownCode } from './errors.js';
import { type Interaction, rowOf } from './interactions.js';
import { isInterchange } from './payload-text.js';
import { answersInBatch, answersInquiry, type BatchContent, PAYLOAD_TYPES } from './payload-types.js';
import type { SoapFault } from './soap/read-soap.js';

/**
 * What an answer comes to. `envelope`: a fault or an error of the rule, or elements that answer no inquiry; `refused`: the receiver does
 * not know us; `not-x12`: all is well, and no interchange is there. `detail` is a code, never what was sent.
 */
export type JudgedResponse =
  | { readonly kind: 'answer'; readonly x12: Uint8Array }
  | { readonly kind: 'envelope' | 'refused' | 'not-x12'; readonly detail: string };

export interface Expected {
  readonly payloadId: string;
  /** The receiver answers under the PayloadID of the request. Without that it may set its own, and only the payload tells whose it is. */
  readonly echoesPayloadId: boolean;
}

/** Judges what answered a real-time request. */
export function judgeResponse(received: ReceivedEnvelope | SoapFault, expected: Expected): JudgedResponse {
  const sound = soundResponse(received, 'realTime');
  if ('kind' in sound) return sound;
  if (!answersInquiry(sound.payloadType)) return { kind: 'envelope', detail: 'PayloadTypeIllegal' };
  const { texts, payload } = sound.envelope;
  const wrong = expected.echoesPayloadId ? wrongPayloadId(texts.PayloadID, expected.payloadId) : undefined;
  return wrong ?? interchangeIn(payload);
}

/** `receipt`: taken, or nothing is there to be picked up; `payloadType` says which. */
export type JudgedBatchResponse = JudgedResponse | { readonly kind: 'receipt'; readonly payloadType: string };

/** What was asked for in a batch. */
export interface AskedInBatch {
  readonly interaction: Interaction;
  readonly payloadId: string;
  /** Default `checks`. */
  readonly content?: BatchContent | undefined;
}

/** Judges what answered a request of a batch: all of them are answered under the PayloadID of its submission. */
export function judgeBatchResponse(
  received: ReceivedEnvelope | SoapFault,
  { interaction, payloadId, content }: AskedInBatch,
): JudgedBatchResponse {
  const sound = soundResponse(received, interaction);
  if ('kind' in sound) return sound;
  const { payloadType, envelope } = sound;
  const { texts, payload } = envelope;
  const wrong = wrongPayloadId(texts.PayloadID, payloadId);
  if (wrong !== undefined) return wrong;
  if (rowOf(interaction).receipts.includes(payloadType)) return { kind: 'receipt', payloadType };
  if (!answersInBatch(interaction, payloadType, content)) return { kind: 'envelope', detail: 'PayloadTypeIllegal' };
  // What is damaged is not judged; some receivers leave the checksum out.
  if (payload !== undefined && texts.CheckSum !== undefined && texts.CheckSum.toLowerCase() !== sha1(payload)) {
    return { kind: 'envelope', detail: 'ChecksumMismatched' };
  }
  return interchangeIn(payload);
}

/** An envelope without an error of the rule, which answers this interaction. */
interface SoundResponse {
  readonly payloadType: string;
  readonly envelope: ReceivedEnvelope;
}

function soundResponse(
  received: ReceivedEnvelope | SoapFault,
  interaction: Interaction,
): SoundResponse | JudgedResponse {
  if ('code' in received) return { kind: 'envelope', detail: knownCode(received.code) ?? 'Fault' };
  const { texts, structure } = received;
  const { ErrorCode, PayloadType } = texts;
  if (ErrorCode !== undefined && ErrorCode.toLowerCase() !== 'success') {
    const detail = knownCode(ErrorCode) ?? 'ErrorCode';
    return { kind: detail === 'UnAuthorized' ? 'refused' : 'envelope', detail };
  }
  if (PayloadType === PAYLOAD_TYPES.error) return { kind: 'envelope', detail: PAYLOAD_TYPES.error };
  if (structure !== undefined && structure !== rowOf(interaction).response)
    return { kind: 'envelope', detail: 'EnvelopeIllegal' };
  if (PayloadType === undefined) return { kind: 'envelope', detail: 'PayloadTypeRequired' };
  return { payloadType: PayloadType, envelope: received };
}

function wrongPayloadId(answered: string | undefined, sent: string): JudgedResponse | undefined {
  if (answered?.toLowerCase() === sent.toLowerCase()) return undefined;
  return { kind: 'envelope', detail: answered === undefined ? 'PayloadIDRequired' : 'PayloadIDIllegal' };
}

function interchangeIn(payload: Uint8Array | undefined): JudgedResponse {
  if (payload === undefined) return { kind: 'not-x12', detail: 'PayloadRequired' };
  if (!isInterchange(payload)) return { kind: 'not-x12', detail: 'PayloadIllegal' };
  return { kind: 'answer', x12: payload };
}
