import { allSteps, type Steps } from '../heavy-turns.js';
import type { ReceivedEnvelope } from './envelope.js';
import { readParameters } from './mime/parameters.js';
import { readForm } from './mime/read-form.js';
import { type Part, readMultipart } from './mime/read-multipart.js';
import { FORM_MEDIA } from './mime/write-form.js';
import { RELATED_MEDIA } from './mime/write-related.js';
import { decodeXml } from './soap/decode-text.js';
import { HEAD_CHARACTERS, type ReadSoapOptions, readSoap, type SoapFault } from './soap/read-soap.js';
import { SOAP_MEDIA } from './soap/write-soap.js';
import { UnreadableEnvelope } from './unreadable.js';

/** Types of bodies in which an envelope comes; the last two are those of SOAP 1.1, which tools send of habit. */
export const ENVELOPE_MEDIA: readonly string[] = [SOAP_MEDIA, FORM_MEDIA, RELATED_MEDIA, 'text/xml', 'application/xml'];

/** Whether a body of this type may be an envelope: partners answer forms as other kinds of multipart, too. */
export function isEnvelopeType(contentType: string): boolean {
  const { value } = readParameters(contentType);
  return ENVELOPE_MEDIA.includes(value) || value.startsWith('multipart/');
}

/**
 * Reads a body as its content type says, at a stretch: where it is short, or others need not wait.
 * @throws UnreadableEnvelope
 */
export function readEnvelope(
  bytes: Uint8Array,
  contentType: string,
  options: Pick<ReadSoapOptions, 'versions'> = {},
): ReceivedEnvelope | SoapFault {
  return allSteps(readEnvelopeInSteps(bytes, contentType, options));
}

/** The same, a piece at a time. XML of 12 MB takes a second and more. */
export function* readEnvelopeInSteps(
  bytes: Uint8Array,
  contentType: string,
  options: Pick<ReadSoapOptions, 'versions'> = {},
): Steps<ReceivedEnvelope | SoapFault> {
  const { value, parameters } = readParameters(contentType);
  if (value === RELATED_MEDIA) return yield* readRelated(bytes, parameters, options);
  if (value.startsWith('multipart/')) return yield* readForm(bytes, parameters.get('boundary'));
  return yield* readSoap(decodeXml(bytes, parameters.get('charset')), options);
}

/** Bytes in which the head of an envelope comes, in the widest of the encodings. */
const HEAD_BYTES = 8 * HEAD_CHARACTERS;

/**
 * Reads what stands before the payload: who sends, and what of it an answer names. However long a body is, that takes some
 * milliseconds, so that it may be done for anybody.
 * @throws UnreadableEnvelope, for a SOAP header longer than 64,000 characters, too.
 */
export function readEnvelopeHead(bytes: Uint8Array, contentType: string): ReceivedEnvelope | SoapFault {
  const { value, parameters } = readParameters(contentType);
  if (value !== RELATED_MEDIA && value.startsWith('multipart/')) {
    return allSteps(readForm(bytes, parameters.get('boundary'), true));
  }
  const { envelope, charset } =
    value === RELATED_MEDIA
      ? allSteps(readRoot(readMultipart(bytes, parameters.get('boundary')), parameters, HEAD_BYTES))
      : { envelope: bytes.subarray(0, HEAD_BYTES), charset: parameters.get('charset') };
  return allSteps(readSoap(decodeXml(envelope, charset, true), { isHead: true }));
}

/** MTOM: the envelope is the part that `start` names, else the first; attachments are found by Content-ID. */
function* readRelated(
  bytes: Uint8Array,
  parameters: ReadonlyMap<string, string>,
  options: Pick<ReadSoapOptions, 'versions'>,
): Steps<ReceivedEnvelope | SoapFault> {
  const parts = readMultipart(bytes, parameters.get('boundary'));
  const { envelope, charset } = yield* readRoot(parts, parameters);
  return yield* readSoap(decodeXml(envelope, charset), {
    ...options,
    attachment: (id) => partOf(parts, id)?.content(),
  });
}

/** The part with the envelope. @param most bytes of it that are decoded. */
function* readRoot(
  parts: readonly Part[],
  parameters: ReadonlyMap<string, string>,
  most?: number,
): Steps<{ readonly envelope: Uint8Array; readonly charset: string | undefined }> {
  const start = parameters.get('start');
  const root = (start === undefined ? undefined : partOf(parts, unbracketed(start))) ?? parts[0];
  if (root === undefined) throw new UnreadableEnvelope('not-soap', 'The body has no part with a SOAP envelope.');
  const type = readParameters(root.headers.get('content-type') ?? '');
  return { envelope: yield* root.content(most), charset: type.parameters.get('charset') };
}

function partOf(parts: readonly Part[], contentId: string): Part | undefined {
  return parts.find(({ headers }) => unbracketed(headers.get('content-id') ?? '') === contentId);
}

function unbracketed(id: string): string {
  return id.trim().replace(/^<(.*)>$/, '$1');
}
