import type { CoreEnvelope, Credentials } from '../envelope.js';
import { rowOfStructure } from '../interactions.js';
import { SOAP_MEDIA, writeSoap } from '../soap/write-soap.js';
import type { WrittenForm } from './write-form.js';

export const RELATED_MEDIA = 'multipart/related';

const ROOT_ID = 'envelope@core';
const PAYLOAD_ID = 'payload@core';

/**
 * Writes a SOAP envelope with its payload as an attachment (MTOM), as the rule has batches: the bytes go as they are.
 * @param boundary that stands nowhere in it: random, of the caller's making.
 */
export function writeRelated(
  envelope: CoreEnvelope,
  payload: Uint8Array,
  { boundary, credentials }: { readonly boundary: string; readonly credentials?: Credentials | undefined },
): WrittenForm {
  const { action } = rowOfStructure(envelope.structure);
  const root = writeSoap(envelope, { credentials, attachment: PAYLOAD_ID });
  const rootType = `application/xop+xml; charset=UTF-8; type="${SOAP_MEDIA}"; action="${action}"`;
  const bytes = Buffer.concat([
    partHead(boundary, rootType, ROOT_ID),
    root,
    Buffer.from('\r\n'),
    partHead(boundary, 'application/octet-stream', PAYLOAD_ID),
    payload,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const parameters = [
    `boundary="${boundary}"`,
    'type="application/xop+xml"',
    `start="<${ROOT_ID}>"`,
    `start-info="${SOAP_MEDIA}"`,
    `action="${action}"`,
  ];
  return { contentType: [RELATED_MEDIA, ...parameters].join('; '), bytes };
}

function partHead(boundary: string, type: string, id: string): Uint8Array {
  return Buffer.from(
    `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${id}>\r\n\r\n`,
  );
}
