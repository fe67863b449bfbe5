import { DOMParser } from '@xmldom/xmldom';

/** A SOAP envelope as a partner's tools have it, with what it has attached. */
export interface ForeignEnvelope {
  /** The element in the Body, without its prefix. */
  readonly name: string;
  readonly texts: Readonly<Record<string, string>>;
  /** Bytes of the payload, wherever it stands, one character each. */
  readonly payload: string | undefined;
  readonly parts: number;
}

const CORE = 'http://www.caqh.org/SOAP/WSDL/CORERule2.2.0.xsd';
const XOP = 'http://www.w3.org/2004/08/xop/include';

/** Reads SOAP with attachments, or without, by means other than the server's. @throws Error for another shape than the rule's. */
export function readBatchSoap(bytes: Uint8Array, type: string): ForeignEnvelope {
  const parts = partsOf(Buffer.from(bytes).toString('latin1'), type);
  const [root = ''] = parts.values();
  const document = new DOMParser().parseFromString(root.slice(root.indexOf('<?xml')), 'text/xml');
  const [envelope] = [...document.getElementsByTagNameNS(CORE, '*')];
  if (envelope === undefined) throw new Error('The Body has no envelope of the rule.');
  const elements = [...envelope.childNodes];
  const texts = elements
    .filter(({ nodeName }) => nodeName !== 'Payload')
    .map((element) => [element.nodeName, element.textContent ?? '']);
  const [include] = [...document.getElementsByTagNameNS(XOP, 'Include')];
  const href = include?.getAttribute('href') ?? undefined;
  const payload = elements.find(({ nodeName }) => nodeName === 'Payload')?.textContent ?? undefined;
  return {
    name: envelope.localName ?? '',
    texts: Object.fromEntries(texts),
    payload: href === undefined ? payload : parts.get(decodeURIComponent(href.replace('cid:', ''))),
    parts: parts.size,
  };
}

/** Contents of parts by their Content-ID, the one that `start` names first; a body that has no parts is the one there is. */
function partsOf(body: string, type: string): ReadonlyMap<string, string> {
  if (!type.startsWith('multipart/related')) return new Map([['', body]]);
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1] ?? '';
  const start = /start="<([^>]+)>"/.exec(type)?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part): [string, string] => {
      const end = part.indexOf('\r\n\r\n');
      return [/Content-ID: <([^>]+)>/.exec(part.slice(0, end))?.[1] ?? '', part.slice(end + 4, -2)];
    });
  return new Map(parts.sort(([one], [other]) => Number(other === start) - Number(one === start)));
}
