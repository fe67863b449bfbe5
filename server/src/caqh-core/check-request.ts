import { createHash } from 'node:crypto';
import { isElementName, type ReceivedEnvelope, RULE_VERSION } from './envelope.js';
import { type CoreError, coreError } from './errors.js';
import { isInterchange } from './payload-text.js';
import { isOtherPayloadType, PAYLOAD_TYPES } from './payload-types.js';

/** A request in real time that keeps the rule: a 270 to be answered while its sender waits. */
export interface RealTimeInquiry {
  readonly payloadId: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly x12: Uint8Array;
}

/** One of both: what is asked, or what is wrong with it. */
export type CheckedRequest = { readonly inquiry: RealTimeInquiry } | { readonly error: CoreError };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/;
/** Parties are named by printable characters, as in the rule's own examples. */
const PARTY = /^[\x20-\x7e]{1,50}$/;

const REQUIRED = [
  'PayloadType',
  'ProcessingMode',
  'PayloadID',
  'TimeStamp',
  'SenderID',
  'ReceiverID',
  'CORERuleVersion',
] as const;

/** What stands in an element, by its pattern: what else it holds is illegal. */
const FORMS = {
  PayloadID: [UUID, 'a UUID, as 8-4-4-4-12 hexadecimal digits'],
  TimeStamp: [DATE_TIME, 'a time as 2026-01-31T23:59:59Z, in UTC'],
  SenderID: [PARTY, '1 to 50 printable characters'],
  ReceiverID: [PARTY, '1 to 50 printable characters'],
  ProcessingMode: [/^(?:RealTime|Batch)$/, 'RealTime'],
} as const;

/** Judges an envelope by the rule: the version first, for another may have other elements. */
export function checkRequest(received: ReceivedEnvelope): CheckedRequest {
  const error =
    versionError(received) ??
    structureError(received) ??
    missing(received) ??
    illForm(received) ??
    modeOrTypeError(received) ??
    strange(received) ??
    payloadError(received);
  if (error !== undefined) return { error };
  const { PayloadID = '', SenderID = '', ReceiverID = '' } = received.texts;
  return {
    inquiry: {
      payloadId: PayloadID,
      senderId: SenderID,
      receiverId: ReceiverID,
      x12: received.payload ?? new Uint8Array(),
    },
  };
}

/** The version may have the C before it that the rule's own name has. */
function versionError({ texts }: ReceivedEnvelope): CoreError | undefined {
  const version = texts.CORERuleVersion;
  if (version === undefined || version === RULE_VERSION || version === `C${RULE_VERSION}`) return undefined;
  return coreError(
    'versionMismatch',
    `Envelopes are taken by version ${RULE_VERSION} of the rule. Send that in CORERuleVersion.`,
  );
}

function structureError({ structure }: ReceivedEnvelope): CoreError | undefined {
  if (structure === undefined || structure === 'RealTimeRequest') return undefined;
  return notSupported('Only requests in real time are taken here. Send COREEnvelopeRealTimeRequest.');
}

function missing({ texts, payload }: ReceivedEnvelope): CoreError | undefined {
  const name =
    REQUIRED.find((element) => texts[element] === undefined) ?? (payload === undefined ? 'Payload' : undefined);
  if (name === undefined) return undefined;
  return coreError('required', `${name} is missing or empty. Send it with its value.`, name);
}

function illForm({ texts }: ReceivedEnvelope): CoreError | undefined {
  for (const name of ['ProcessingMode', 'PayloadID', 'TimeStamp', 'SenderID', 'ReceiverID'] as const) {
    const [pattern, what] = FORMS[name];
    const text = texts[name] ?? '';
    const isRight = pattern.test(text) && (name !== 'TimeStamp' || !Number.isNaN(Date.parse(text)));
    if (!isRight) return coreError('illegal', `${name} is ${what}. Send such a value.`, name);
  }
  return undefined;
}

function modeOrTypeError({ texts }: ReceivedEnvelope): CoreError | undefined {
  const { ProcessingMode, PayloadType = '' } = texts;
  if (ProcessingMode === 'Batch') {
    return notSupported('Batches are not taken here. Send one inquiry with ProcessingMode RealTime.');
  }
  if (PayloadType === PAYLOAD_TYPES.inquiry270) return undefined;
  if (isOtherPayloadType(PayloadType)) {
    return notSupported(`This transaction is not taken here. Send ${PAYLOAD_TYPES.inquiry270}.`);
  }
  return coreError('illegal', `PayloadType is ${PAYLOAD_TYPES.inquiry270}. Send that.`, 'PayloadType');
}

/** What is not known is not passed over: a misspelt element would be lost without a word. */
function strange({ unknown }: ReceivedEnvelope): CoreError | undefined {
  const [name] = unknown;
  if (name === undefined) return undefined;
  if (isElementName(name)) return coreError('illegal', `${name} is there more than once. Send it once.`, name);
  const shown = /^[A-Za-z][A-Za-z0-9]{0,39}$/.test(name) ? name : 'Element';
  return coreError(
    'notUnderstood',
    'The envelope has an element that the rule does not. Leave it out, or spell it as the rule does.',
    shown,
  );
}

function payloadError({ payload = new Uint8Array(), texts }: ReceivedEnvelope): CoreError | undefined {
  if (!isInterchange(payload)) {
    return coreError('illegal', 'The payload does not begin with ISA. Send one X12 interchange.', 'Payload');
  }
  const { CheckSum, PayloadLength } = texts;
  if (PayloadLength !== undefined && !/^\d{1,12}$/.test(PayloadLength)) {
    return coreError('illegal', 'PayloadLength is a number of bytes. Send digits, or leave it out.', 'PayloadLength');
  }
  if (CheckSum === undefined || CheckSum.toLowerCase() === createHash('sha1').update(payload).digest('hex'))
    return undefined;
  return coreError(
    'checksum',
    'CheckSum is not the SHA-1 of the payload, as hexadecimal digits. Send it anew, or leave it out.',
  );
}

function notSupported(message: string): CoreError {
  return coreError('notSupported', message);
}
