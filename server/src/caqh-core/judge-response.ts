import type { ReceivedEnvelope } from './envelope.js';
import { knownCode } from './errors.js';
import { isInterchange } from './payload-text.js';
import { answersInquiry, PAYLOAD_TYPES } from './payload-types.js';
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
  if ('code' in received) return { kind: 'envelope', detail: knownCode(received.code) ?? 'Fault' };
  const { texts, payload, structure } = received;
  const { ErrorCode, PayloadType, PayloadID } = texts;
  if (ErrorCode !== undefined && ErrorCode.toLowerCase() !== 'success') {
    const detail = knownCode(ErrorCode) ?? 'ErrorCode';
    return { kind: detail === 'UnAuthorized' ? 'refused' : 'envelope', detail };
  }
  if (PayloadType === PAYLOAD_TYPES.error) return { kind: 'envelope', detail: PAYLOAD_TYPES.error };
  if (structure !== undefined && structure !== 'RealTimeResponse')
    return { kind: 'envelope', detail: 'EnvelopeIllegal' };
  if (PayloadType === undefined) return { kind: 'envelope', detail: 'PayloadTypeRequired' };
  if (!answersInquiry(PayloadType)) return { kind: 'envelope', detail: 'PayloadTypeIllegal' };
  if (expected.echoesPayloadId && PayloadID?.toLowerCase() !== expected.payloadId.toLowerCase()) {
    return { kind: 'envelope', detail: PayloadID === undefined ? 'PayloadIDRequired' : 'PayloadIDIllegal' };
  }
  if (payload === undefined) return { kind: 'not-x12', detail: 'PayloadRequired' };
  if (!isInterchange(payload)) return { kind: 'not-x12', detail: 'PayloadIllegal' };
  return { kind: 'answer', x12: payload };
}
