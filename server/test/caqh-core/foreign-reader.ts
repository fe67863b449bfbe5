import { DOMParser } from '@xmldom/xmldom';

/** What a partner with tools of its own reads out of an answer. */
export interface ForeignAnswer {
  readonly texts: Readonly<Record<string, string>>;
  /** Code of a fault of SOAP, with its prefix. */
  readonly fault: string | undefined;
}

const CORE = 'http://www.caqh.org/SOAP/WSDL/CORERule2.2.0.xsd';

/** Reads SOAP by another reader of XML than the server's, and forms by the platform's. */
export async function readAnswer(bytes: Uint8Array, type: string): Promise<ForeignAnswer> {
  if (type.startsWith('multipart/')) {
    const data = await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData();
    return { texts: Object.fromEntries([...data].map(([name, value]) => [name, String(value)])), fault: undefined };
  }
  const document = new DOMParser().parseFromString(Buffer.from(bytes).toString(), 'text/xml');
  const fault = ['Value', 'faultcode'].flatMap((name) => [...document.getElementsByTagNameNS('*', name)])[0];
  const [response] = [...document.getElementsByTagNameNS(CORE, 'COREEnvelopeRealTimeResponse')];
  const elements = [...(response?.childNodes ?? [])];
  const texts = elements.map((element) => [element.nodeName, element.textContent ?? '']);
  return { texts: Object.fromEntries(texts), fault: fault?.textContent ?? undefined };
}

/** What is read out of a request, by the same tools. */
export interface ForeignRequest {
  readonly texts: Readonly<Record<string, string>>;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const SOAP = 'http://www.w3.org/2003/05/soap-envelope';

/** Reads a request as a payer with other tools does. @throws Error for what is not in the shape that the rule publishes. */
export async function readRequest(bytes: Uint8Array, type: string): Promise<ForeignRequest> {
  if (type.startsWith('multipart/form-data')) {
    const data = await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData();
    const { UserName, Password, ...texts } = Object.fromEntries(
      [...data].map(([name, value]) => [name, String(value)]),
    );
    return { texts, username: UserName, password: Password };
  }
  const document = new DOMParser().parseFromString(Buffer.from(bytes).toString(), 'text/xml');
  const [request] = [...document.getElementsByTagNameNS(CORE, 'COREEnvelopeRealTimeRequest')];
  const body = request?.parentNode;
  if (request === undefined || body?.nodeName.endsWith(':Body') !== true || body.parentNode?.namespaceURI !== SOAP) {
    throw new Error('It is not in the Body of SOAP 1.2.');
  }
  const textOf = (name: string) => [...document.getElementsByTagNameNS(WSSE, name)][0]?.textContent ?? undefined;
  const texts = [...request.childNodes].map((element) => {
    // The schema has its elements in no namespace.
    if (element.namespaceURI) throw new Error('An element is in a namespace.');
    return [element.nodeName, element.textContent ?? ''];
  });
  return { texts: Object.fromEntries(texts), username: textOf('Username'), password: textOf('Password') };
}
