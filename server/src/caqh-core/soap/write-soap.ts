import { type CoreEnvelope, type Credentials, ELEMENT_NAMES, textsOf } from '../envelope.js';
import { rowOfStructure } from '../interactions.js';
import { CORE, PASSWORD_TEXT, SOAP_11, SOAP_12, WSSE, XOP } from './namespaces.js';

export const SOAP_MEDIA = 'application/soap+xml';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The content type of an envelope that is a body of its own, with its operation. */
export function soapType({ structure }: Pick<CoreEnvelope, 'structure'>): string {
  return `${SOAP_MEDIA}; charset=UTF-8; action="${rowOfStructure(structure).action}"`;
}

export interface WriteSoapOptions {
  readonly credentials?: Credentials | undefined;
  /** The Content-ID of the part that has the payload; default: it stands in the envelope. */
  readonly attachment?: string | undefined;
}

/** Writes an envelope as SOAP 1.2. Its elements have no namespace and stand in the order of the schema. */
export function writeSoap(envelope: CoreEnvelope, { credentials, attachment }: WriteSoapOptions = {}): Uint8Array {
  const { structure, payload } = envelope;
  const texts = textsOf(envelope);
  const elements = ELEMENT_NAMES.map((name) => {
    if (name === 'Payload') return payload === undefined ? '' : payloadElement(payload, attachment);
    const text = texts[name];
    return text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`;
  });
  const header = credentials === undefined ? '' : `<soapenv:Header>${usernameToken(credentials)}</soapenv:Header>`;
  return Buffer.from(
    `${DECLARATION}<soapenv:Envelope xmlns:soapenv="${SOAP_12}">${header}<soapenv:Body>` +
      `<ns1:COREEnvelope${structure} xmlns:ns1="${CORE}">${elements.join('')}</ns1:COREEnvelope${structure}>` +
      '</soapenv:Body></soapenv:Envelope>',
  );
}

/** `VersionMismatch` is answered in the version that was sent, so that its sender can read it (SOAP 1.2, appendix A). */
export type FaultCode = 'Sender' | 'Receiver' | 'MustUnderstand' | 'VersionMismatch';

/** Writes a fault: what came is no envelope that could be answered by one. */
export function writeFault(code: FaultCode, reason: string): Uint8Array {
  if (code === 'VersionMismatch') {
    return Buffer.from(
      `${DECLARATION}<soapenv:Envelope xmlns:soapenv="${SOAP_11}"><soapenv:Body><soapenv:Fault>` +
        `<faultcode>soapenv:${code}</faultcode><faultstring>${escaped(reason)}</faultstring>` +
        '</soapenv:Fault></soapenv:Body></soapenv:Envelope>',
    );
  }
  return Buffer.from(
    `${DECLARATION}<soapenv:Envelope xmlns:soapenv="${SOAP_12}"><soapenv:Body><soapenv:Fault>` +
      `<soapenv:Code><soapenv:Value>soapenv:${code}</soapenv:Value></soapenv:Code>` +
      `<soapenv:Reason><soapenv:Text xml:lang="en">${escaped(reason)}</soapenv:Text></soapenv:Reason>` +
      '</soapenv:Fault></soapenv:Body></soapenv:Envelope>',
  );
}

function payloadElement(payload: Uint8Array, attachment: string | undefined): string {
  const content =
    attachment === undefined
      ? payloadText(payload)
      : `<xop:Include xmlns:xop="${XOP}" href="cid:${encodeURIComponent(attachment)}"/>`;
  return `<Payload>${content}</Payload>`;
}

function usernameToken({ username, password }: Credentials): string {
  return (
    `<wsse:Security soapenv:mustUnderstand="true" xmlns:wsse="${WSSE}"><wsse:UsernameToken>` +
    `<wsse:Username>${escaped(username)}</wsse:Username>` +
    `<wsse:Password Type="${PASSWORD_TEXT}">${escaped(password)}</wsse:Password>` +
    '</wsse:UsernameToken></wsse:Security>'
  );
}

/**
 * CDATA, as partners expect it. Where a reader of XML would change the bytes: a carriage return as a reference, and what XML cannot have
 * at all (separators of the control characters, bytes that are not UTF-8) in base64.
 */
function payloadText(bytes: Uint8Array): string {
  const text = utf8Of(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0, 2.2: these are no characters of a document.
  if (text === undefined || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) {
    return Buffer.from(bytes).toString('base64');
  }
  return text.includes('\r') || text.includes(']]>') ? escaped(text) : `<![CDATA[${text}]]>`;
}

/** The text of bytes, where they are UTF-8 and would come back as they are. */
function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => REFERENCES[character] ?? '');
}
