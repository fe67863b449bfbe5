import { allSteps, type Steps } from '../../heavy-turns.js';

/** An element: a text, elements in order, or nothing. `undefined` among them is left out. */
export type XmlContent = string | number | boolean | readonly XmlNode[] | undefined;
/** @param attributes as they stand in the tag, with a blank before them. */
export type XmlNode = readonly [name: string, content: XmlContent, attributes?: string];

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** Milliseconds of writing at a stretch. */
const STRETCH_MS = 4;

/** A whole document, in the namespace of S3. */
export function writeXml(root: string, content: readonly XmlNode[]): string {
  return allSteps(writeXmlInSteps(root, content));
}

/** The same of one with so much in it that others have their turn meanwhile: a thousand keys, every character of which is written anew. */
export function* writeXmlInSteps(root: string, content: readonly XmlNode[]): Steps<string> {
  let text = '';
  let end = performance.now() + STRETCH_MS;
  for (const node of content) {
    text += inner([node]);
    if (performance.now() < end) continue;
    yield;
    end = performance.now() + STRETCH_MS;
  }
  return `${XML_DECLARATION}${opened(root)}${text}</${root}>`;
}

/** The same without the XML declaration. */
export function rootElement(root: string, content: readonly XmlNode[]): string {
  return `${opened(root)}${inner(content)}</${root}>`;
}

function opened(root: string): string {
  return `<${root} xmlns="${NAMESPACE}">`;
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
 * Text with references in place of characters that XML would read as something else. Control characters, which XML 1.0 does not have, become references
 * as well, as with S3: keys may have them, and most readers take them. Clients that ask for `encoding-type=url` avoid that.
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
