import type { Steps } from '../../heavy-turns.js';
import { isElementName, type ReceivedCredentials, type ReceivedEnvelope } from '../envelope.js';
import { unpackedBase64, withoutBlanks } from '../payload-text.js';
import { UnreadableEnvelope } from '../unreadable.js';
import {
  ADDRESSING,
  CORE_NAMESPACES,
  ELEMENT_NAMESPACES,
  PASSWORD_DIGEST,
  SOAP_11,
  SOAP_12,
  WSSE,
  XOP,
} from './namespaces.js';
import { attributeOf, childOf, readXml, type XmlElement } from './read-xml.js';

/** Bytes of an attachment, by the id that the envelope names it by. */
export type AttachmentOf = (contentId: string) => Steps<Uint8Array> | undefined;

/** A fault of SOAP: there is no envelope of the rule. */
export interface SoapFault {
  /** Without its prefix: `Sender`, `VersionMismatch`. */
  readonly code: string;
}

export interface ReadSoapOptions {
  /** Both: of answers, which are read as they come. Default: 1.2 alone, as the rule has it. */
  readonly versions?: 'both' | undefined;
  readonly attachment?: AttachmentOf | undefined;
  /** Reads what stands before the payload in the first `HEAD_CHARACTERS`, and no more: `text` may be cut behind them. Default: all. */
  readonly isHead?: boolean | undefined;
}

/** What stands before a payload: a header with a signature and its certificates has some 20,000 characters. */
export const HEAD_CHARACTERS = 64_000;

/**
 * Reads a SOAP envelope, in steps.
 * @throws UnreadableEnvelope for what is no SOAP, of another version, or has no envelope of the rule in it.
 */
export function* readSoap(text: string, options: ReadSoapOptions = {}): Steps<ReceivedEnvelope | SoapFault> {
  const { isHead = false } = options;
  const root = yield* isHead
    ? readXml(text.slice(0, HEAD_CHARACTERS), { isBegun: true, endsAt: isPayload })
    : readXml(text);
  yield;
  const soap = soapNamespace(root, options.versions === 'both');
  const body = childOf(root, 'Body', [soap]);
  if (body === undefined)
    throw isHead && text.length >= HEAD_CHARACTERS ? bodyTooLate() : notSoap('The SOAP envelope has no Body.');
  const fault = childOf(body, 'Fault', [soap]);
  if (fault !== undefined) return { code: faultCode(fault) };
  const header = childOf(root, 'Header', [soap]);
  demandUnderstood(header, soap);
  const [core, ...others] = body.children;
  if (core === undefined || others.length > 0 || !isCore(core)) {
    throw notSoap(
      'The SOAP Body has no envelope of CAQH CORE, or something beside it. Send one of the rule, such as COREEnvelopeRealTimeRequest.',
    );
  }
  return { form: 'soap', ...(yield* readCore(core, options)), credentials: credentialsIn(header) };
}

/** Not one of a header, which may have elements of any name. */
function isPayload(open: readonly Pick<XmlElement, 'name'>[]): boolean {
  return open[1]?.name === 'Body' && open.at(-1)?.name === 'Payload';
}

/** The elements of the envelope, whichever structure of the rule it is. */
function* readCore(
  core: XmlElement,
  { attachment, isHead = false }: ReadSoapOptions,
): Steps<Pick<ReceivedEnvelope, 'structure' | 'texts' | 'payload' | 'unknown'>> {
  const texts: Record<string, string> = {};
  const unknown: string[] = [];
  const seen = new Set<string>();
  let payload: Uint8Array | undefined;
  for (const element of core.children) {
    const { name, namespace } = element;
    if (!ELEMENT_NAMESPACES.includes(namespace) || !isElementName(name) || seen.has(name)) {
      unknown.push(name);
      continue;
    }
    seen.add(name);
    if (name === 'Payload') {
      if (!isHead) payload = yield* payloadIn(element, attachment);
      continue;
    }
    const text = element.text.trim();
    if (text !== '') texts[name] = text;
  }
  return { structure: core.name.slice('COREEnvelope'.length), texts, payload, unknown };
}

/** Text, base64, or an attachment (XOP). */
function* payloadIn(element: XmlElement, attachment: AttachmentOf | undefined): Steps<Uint8Array | undefined> {
  const include = childOf(element, 'Include', [XOP]);
  if (include === undefined) {
    const bytes = withoutBlanks(Buffer.from(element.text, 'utf8'));
    return bytes === undefined ? undefined : unpackedBase64(bytes);
  }
  const href = attributeOf(include, 'href') ?? '';
  const content = href.startsWith('cid:') ? attachment?.(decodedId(href.slice(4))) : undefined;
  if (content === undefined) {
    throw new UnreadableEnvelope(
      'attachment',
      'The payload is said to be an attachment, and no part has its Content-ID. Put the payload into the envelope.',
    );
  }
  return withoutBlanks(yield* content);
}

function decodedId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function isCore({ name, namespace }: XmlElement): boolean {
  return name.startsWith('COREEnvelope') && CORE_NAMESPACES.includes(namespace);
}

function soapNamespace(root: XmlElement, takesBoth: boolean): string {
  const { name, namespace } = root;
  if (name !== 'Envelope') throw notSoap('The body is no SOAP envelope. Send one of SOAP 1.2, or multipart/form-data.');
  if (namespace === SOAP_12 || (takesBoth && namespace === SOAP_11)) return namespace;
  throw new UnreadableEnvelope(
    'soap-version',
    `The envelope is not of SOAP 1.2, which the rule demands. Its namespace is ${SOAP_12}.`,
  );
}

/** SOAP 1.2, 5.2.3: a header that must be understood and is not ends the request. */
function demandUnderstood(header: XmlElement | undefined, soap: string): void {
  const understood = [WSSE, ADDRESSING];
  const strange = header?.children.find(
    ({ namespace, attributes }) =>
      !understood.includes(namespace) &&
      attributes.some(
        ({ namespace: of, name, value }) =>
          of === soap && name === 'mustUnderstand' && /^\s*(?:1|true)\s*$/.test(value),
      ),
  );
  if (strange === undefined) return;
  throw new UnreadableEnvelope(
    'header',
    'A SOAP header must be understood and is not known here. Only WS-Security and WS-Addressing are: leave others out.',
  );
}

function credentialsIn(header: XmlElement | undefined): ReceivedCredentials | undefined {
  const security = header === undefined ? undefined : childOf(header, 'Security', [WSSE]);
  const token = security === undefined ? undefined : childOf(security, 'UsernameToken', [WSSE]);
  if (token === undefined) return undefined;
  const password = childOf(token, 'Password', [WSSE]);
  const type = password === undefined ? undefined : attributeOf(password, 'Type');
  if (type === PASSWORD_DIGEST) return { kind: 'digest' };
  const username = childOf(token, 'Username', [WSSE])?.text.trim() ?? '';
  return { kind: 'text', username, password: password?.text.trim() ?? '' };
}

/** `Sender` of `env:Sender`; in SOAP 1.1 it stands one level higher, in `faultcode`. */
function faultCode(fault: XmlElement): string {
  const value = fault.children.find(({ name }) => name === 'Code')?.children.find(({ name }) => name === 'Value');
  const code = value ?? fault.children.find(({ name }) => name === 'faultcode');
  const text = code?.text.trim() ?? '';
  return text.slice(text.indexOf(':') + 1);
}

function bodyTooLate(): UnreadableEnvelope {
  return new UnreadableEnvelope(
    'too-large',
    'The SOAP Body does not begin within the first 64,000 characters. Shorten what stands before it, such as the header.',
  );
}

function notSoap(message: string): UnreadableEnvelope {
  return new UnreadableEnvelope('not-soap', message);
}
