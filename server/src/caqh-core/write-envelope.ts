import { randomUUID } from 'node:crypto';
import type { CoreEnvelope, Credentials, EnvelopeForm } from './envelope.js';
import { rowOfStructure } from './interactions.js';
import { writeForm } from './mime/write-form.js';
import { writeRelated } from './mime/write-related.js';
import { soapType, writeSoap } from './soap/write-soap.js';

/** A body with its content type. */
export interface WrittenEnvelope {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Writes an envelope in either form. In SOAP, payloads of batches are attached. */
export function writeEnvelope(
  form: EnvelopeForm,
  envelope: CoreEnvelope,
  credentials?: Credentials | undefined,
): WrittenEnvelope {
  const boundary = `core-${randomUUID()}`;
  if (form === 'mime') return writeForm(envelope, { boundary, credentials });
  const { payload, structure } = envelope;
  if (payload !== undefined && rowOfStructure(structure).mode === 'Batch') {
    return writeRelated(envelope, payload, { boundary, credentials });
  }
  return { contentType: soapType(envelope), bytes: writeSoap(envelope, { credentials }) };
}
