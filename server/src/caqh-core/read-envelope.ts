import { allSteps, type Steps } from '../heavy-turns.js';
import type { ReceivedEnvelope } from './envelope.js';
import { readParameters } from './mime/parameters.js';
import { readForm } from './mime/read-form.js';
import { type Part, readMultipart } from './mime/read-multipart.js';
import { FORM_MEDIA } from './mime/write-form.js';
import { RELATED_MEDIA } from './mime/write-related.js';
import { decodeXml } from './soap/decode-text.js';
import { type ReadSoapOptions, readSoap, type SoapFault } from './soap/read-soap.js';
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
  if (value.startsWith('multipart/')) return readForm(bytes, parameters.get('boundary'));
  return yield* readSoap(decodeXml(bytes, parameters.get('charset')), options);
}

/** MTOM: the envelope is the part that `start` names, else the first; attachments are found by Content-ID. */
function* readRelated(
  bytes: Uint8Array,
  parameters: ReadonlyMap<string, string>,
  options: Pick<ReadSoapOptions, 'versions'>,
): Steps<ReceivedEnvelope | SoapFault> {
  const parts = readMultipart(bytes, parameters.get('boundary'));
  const start = parameters.get('start');
  const root = (start === undefined ? undefined : partOf(parts, unbracketed(start))) ?? parts[0];
  if (root === undefined) throw new UnreadableEnvelope('not-soap', 'The body has no part with a SOAP envelope.');
  const type = readParameters(root.headers.get('content-type') ?? '');
  return yield* readSoap(decodeXml(root.bytes, type.parameters.get('charset')), {
    ...options,
    attachment: (id) => partOf(parts, id)?.bytes,
  });
}

function partOf(parts: readonly Part[], contentId: string): Part | undefined {
  return parts.find(({ headers }) => unbracketed(headers.get('content-id') ?? '') === contentId);
}

function unbracketed(id: string): string {
  return id.trim().replace(/^<(.*)>$/, '$1');
}
