import { isElementName, type ReceivedEnvelope, RULE_VERSION, sha1 } from './envelope.js';
import { type CoreError, coreError } from './errors.js';
import { askedBy, type Interaction, rowOf, saidBy } from './interactions.js';
import { isInterchange } from './payload-text.js';
import { isOtherPayloadType } from './payload-types.js';

/** A request that keeps the rule. */
export interface CoreRequest {
  readonly interaction: Interaction;
  readonly payloadId: string;
  readonly senderId: string;
  readonly receiverId: string;
  /** Empty where the interaction has no payload: in what picks something up. */
  readonly x12: Uint8Array;
}

/** One of both: what is asked, or what is wrong with it. */
export type CheckedRequest = { readonly request: CoreRequest } | { readonly error: CoreError };

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
  ProcessingMode: [/^(?:RealTime|Batch)$/, 'RealTime or Batch'],
} as const;

/**
 * Judges an envelope by the rule: the version first, for another may have other elements.
 * @param taken interactions that its receiver does; others are not supported.
 */
export function checkRequest(received: ReceivedEnvelope, taken: readonly Interaction[] = ['realTime']): CheckedRequest {
  const { structure, texts } = received;
  const early = versionError(received) ?? structureError(structure, taken) ?? missing(received) ?? illForm(received);
  if (early !== undefined) return { error: early };
  const interaction = saidBy(texts.ProcessingMode, texts.PayloadType);
  if (interaction === undefined || !taken.includes(interaction)) return { error: otherType(received, taken) };
  const error = misfit(received, interaction) ?? strange(received) ?? payloadError(received, interaction);
  if (error !== undefined) return { error };
  const { PayloadID = '', SenderID = '', ReceiverID = '' } = texts;
  return {
    request: {
      interaction,
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

function structureError(structure: string | undefined, taken: readonly Interaction[]): CoreError | undefined {
  if (structure === undefined) return undefined;
  const asked = askedBy(structure);
  if (asked !== undefined && taken.includes(asked)) return undefined;
  const names = taken.map((interaction) => `COREEnvelope${rowOf(interaction).request}`);
  return notSupported(`This request is not taken here. Send ${names.join(' or ')}.`);
}

function missing({ texts }: ReceivedEnvelope): CoreError | undefined {
  const name = REQUIRED.find((element) => texts[element] === undefined);
  return name === undefined ? undefined : required(name);
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

/** What is asked for is nothing that is taken here. */
function otherType({ texts }: ReceivedEnvelope, taken: readonly Interaction[]): CoreError {
  const { ProcessingMode, PayloadType = '' } = texts;
  const ofMode = taken.filter((interaction) => rowOf(interaction).mode === ProcessingMode);
  if (ofMode.length === 0) {
    return notSupported(
      'This address does not take the ProcessingMode of the envelope: single inquiries (RealTime) and batches (Batch) have addresses of their own.',
    );
  }
  const types = [...new Set(ofMode.flatMap((interaction) => rowOf(interaction).asks))].join(' or ');
  if (isOtherPayloadType(PayloadType)) return notSupported(`This transaction is not taken here. Send ${types}.`);
  return coreError('illegal', `PayloadType is ${types}. Send that.`, 'PayloadType');
}

/** In SOAP the name of the envelope and what stands in it must say the same. */
function misfit({ structure }: ReceivedEnvelope, interaction: Interaction): CoreError | undefined {
  const asked = structure === undefined ? interaction : askedBy(structure);
  if (asked === undefined || rowOf(asked).request === rowOf(interaction).request) return undefined;
  const { mode, asks } = rowOf(asked);
  if (mode !== rowOf(interaction).mode) {
    return coreError('illegal', `ProcessingMode is ${mode} in this envelope. Send that.`, 'ProcessingMode');
  }
  return coreError('illegal', `PayloadType is ${asks.join(' or ')} in this envelope. Send that.`, 'PayloadType');
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

function payloadError({ payload, texts }: ReceivedEnvelope, interaction: Interaction): CoreError | undefined {
  const { hasPayload, mode } = rowOf(interaction);
  if (!hasPayload) {
    if (payload === undefined) return undefined;
    return coreError('illegal', 'What is picked up is named by PayloadID. Leave the payload out.', 'Payload');
  }
  if (payload === undefined) return required('Payload');
  if (!isInterchange(payload)) {
    return coreError('illegal', 'The payload does not begin with ISA. Send one X12 interchange.', 'Payload');
  }
  const { CheckSum, PayloadLength } = texts;
  if (PayloadLength !== undefined && !/^\d{1,12}$/.test(PayloadLength)) {
    return coreError('illegal', 'PayloadLength is a number of bytes. Send digits, or leave it out.', 'PayloadLength');
  }
  if (mode === 'Batch' && CheckSum === undefined) return required('CheckSum');
  if (CheckSum === undefined || CheckSum.toLowerCase() === sha1(payload)) return undefined;
  return coreError('checksum', 'CheckSum is not the SHA-1 of the payload, as hexadecimal digits. Send it anew.');
}

function required(name: string): CoreError {
  return coreError('required', `${name} is missing or empty. Send it with its value.`, name);
}

function notSupported(message: string): CoreError {
  return coreError('notSupported', message);
}
