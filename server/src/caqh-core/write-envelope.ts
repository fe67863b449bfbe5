import { randomUUID } from 'node:crypto';
import type { CoreEnvelope, Credentials, EnvelopeForm } from './envelope.js';
import { writeForm } from './mime/write-form.js';
import { type RealTimeStructure, SOAP_TYPE, writeSoap } from './soap/write-soap.js';

/** A body with its content type. */
export interface WrittenEnvelope {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Writes an envelope in either form. */
export function writeEnvelope(
  form: EnvelopeForm,
  structure: RealTimeStructure,
  envelope: CoreEnvelope,
  credentials?: Credentials | undefined,
): WrittenEnvelope {
  if (form === 'soap') return { contentType: SOAP_TYPE, bytes: writeSoap(structure, envelope, credentials) };
  return writeForm(envelope, { boundary: `core-${randomUUID()}`, credentials });
}
