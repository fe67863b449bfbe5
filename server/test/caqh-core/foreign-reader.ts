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
