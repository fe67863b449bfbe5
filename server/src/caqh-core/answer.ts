import { randomUUID } from 'node:crypto';
import type { CoreEnvelope, EnvelopeForm, ReceivedEnvelope } from './envelope.js';
import type { CoreError } from './errors.js';
import { askedBy, INTERACTIONS, saidBy } from './interactions.js';
import { readParameters } from './mime/parameters.js';
import { FORM_MEDIA } from './mime/write-form.js';
import { answerTypeOf, PAYLOAD_TYPES } from './payload-types.js';
import { SOAP_MEDIA, writeFault } from './soap/write-soap.js';
import type { UnreadableEnvelope } from './unreadable.js';
import { type WrittenEnvelope, writeEnvelope } from './write-envelope.js';

/** Whom an answer is for, as far as the request says it. */
export interface Answered {
  readonly form: EnvelopeForm;
  readonly structure?: ReceivedEnvelope['structure'];
  readonly texts: ReceivedEnvelope['texts'];
}

/** Answers with an interchange: a 271, 999 or TA1, under the PayloadID of the request. */
export function writeResponse(to: Answered, x12: Uint8Array, now: number): WrittenEnvelope {
  return writeEnvelope(to.form, { ...addressed(to, now), payloadType: answerTypeOf(x12), payload: x12, error: NONE });
}

/**
 * Answers without an interchange, and with no error: that a batch or an acknowledgment was taken, or that nothing is there to be picked up.
 * @param payloadType one of the receipts of the interaction.
 */
export function writeReceipt(to: Answered, payloadType: string, now: number): WrittenEnvelope {
  return writeEnvelope(to.form, { ...addressed(to, now), payloadType, error: NONE });
}

/** Answers with an error of the rule, and no payload. */
export function writeError(
  to: Answered,
  { code, message }: Pick<CoreError, 'code' | 'message'>,
  now: number,
): WrittenEnvelope {
  return writeEnvelope(to.form, {
    ...addressed(to, now),
    payloadType: PAYLOAD_TYPES.error,
    error: { code, message },
  });
}

/** Answers what is no envelope: by a fault of SOAP, or by an error in a form. */
export function writeUnreadable(
  { reason, message }: UnreadableEnvelope,
  contentType: string,
  now: number,
): WrittenEnvelope {
  const form = formOf(contentType);
  if (form === 'mime') return writeError({ form, texts: {} }, { code: 'EnvelopeIllegal', message }, now);
  const code = reason === 'soap-version' ? 'VersionMismatch' : reason === 'header' ? 'MustUnderstand' : 'Sender';
  return writtenFault(code, message);
}

/** A fault of SOAP as a body: that of another version goes out as the type of that version. */
export function writtenFault(code: Parameters<typeof writeFault>[0], message: string): WrittenEnvelope {
  const type = code === 'VersionMismatch' ? 'text/xml' : SOAP_MEDIA;
  return { contentType: `${type}; charset=UTF-8`, bytes: writeFault(code, message) };
}

/** In which form a request of this type is answered: all that is no form is answered in SOAP. */
export function formOf(contentType: string): EnvelopeForm {
  return readParameters(contentType).value === FORM_MEDIA ? 'mime' : 'soap';
}

const NONE = { code: 'Success', message: 'None' } as const;

/** The parties exchanged. What is not printable is not given back: it may break the form. */
function addressed({ texts, structure }: Answered, now: number): Omit<CoreEnvelope, 'payloadType'> {
  const interaction = structure === undefined ? saidBy(texts.ProcessingMode, texts.PayloadType) : askedBy(structure);
  return {
    // What asks for nothing that is known is answered as the one exchange that every receiver has.
    structure: INTERACTIONS[interaction ?? 'realTime'].response,
    payloadId: printable(texts.PayloadID) ?? randomUUID(),
    sentAt: new Date(now),
    senderId: printable(texts.ReceiverID) ?? 'Unknown',
    receiverId: printable(texts.SenderID) ?? 'Unknown',
  };
}

function printable(text: string | undefined): string | undefined {
  return text !== undefined && /^[\x20-\x7e]{1,50}$/.test(text) ? text : undefined;
}
