/** An element: a text, elements in order, or nothing. `undefined` among them is left out. */
export type XmlContent = string | number | boolean | readonly XmlNode[] | undefined;
/** @param attributes as they stand in the tag, with a blank before them. */
export type XmlNode = readonly [name: string, content: XmlContent, attributes?: string];

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** A document of S3. */
export function writeXml(root: string, content: readonly XmlNode[]): string {
  return `${XML_DECLARATION}${rootElement(root, content)}`;
}

/** The same without its first line. */
export function rootElement(root: string, content: readonly XmlNode[]): string {
  return `<${root} xmlns="${NAMESPACE}">${inner(content)}</${root}>`;
}

/** Errors have no namespace. */
export function errorElement(content: readonly XmlNode[]): string {
  return `<Error>${inner(content)}</Error>`;
}

function inner(nodes: readonly XmlNode[]): string {
  let text = '';
  for (const [name, content, attributes = ''] of nodes) {
    if (content === undefined) continue;
    text += `<${name}${attributes}>${typeof content === 'object' ? inner(content) : escaped(String(content))}</${name}>`;
  }
  return text;
}

/**
 * Characters that end or change texts, as references. Those that XML 1.0 does not have at all are written so, too, as S3 does: keys may have
 * them, and most readers take them. Clients that ask for `encoding-type=url` are on the safe side.
 */
function escaped(text: string): string {
  return text.replace(
    /[&<>"'\p{Cc}\u2028\u2029\ufffe\uffff]/gu,
    (one) => NAMED[one] ?? `&#x${one.charCodeAt(0).toString(16)};`,
  );
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
