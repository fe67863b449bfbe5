import { SaxesParser } from 'saxes';
import type { Steps } from '../../heavy-turns.js';
import { UnreadableEnvelope } from '../unreadable.js';

/** An element with its namespace. */
export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** All character data right in it, CDATA too. */
  readonly text: string;
}

interface XmlAttribute {
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

/** An envelope has some thirty elements, six deep; a signature in its header adds as many. */
const MAX_DEPTH = 24;
const MAX_ELEMENTS = 1000;
const MAX_ATTRIBUTES = 4000;

/** Characters that are read at a stretch: some milliseconds of work. */
const PIECE = 32 * 1024;

/** An element while it is read. */
type Open = { -readonly [Member in keyof Omit<XmlElement, 'children'>]: XmlElement[Member] } & {
  readonly children: Open[];
};

/** How far a document is read. */
export interface ReadXmlOptions {
  /** Whether the reading ends at an element, which is the last of those it stands in, from the root on. Default: none ends it. */
  readonly endsAt?: ((open: readonly Pick<XmlElement, 'name'>[]) => boolean) | undefined;
  /** More follows that is not in the text: its end is that of what could be read. */
  readonly isBegun?: boolean | undefined;
}

/**
 * Reads a document, with namespaces, piece by piece: a payload is long. Without DTDs there are no entities but the five of XML and references to characters: nothing
 * grows and nothing is fetched.
 * @param text bounded by whoever received it.
 * @throws UnreadableEnvelope
 */
export function* readXml(text: string, { endsAt, isBegun = false }: ReadXmlOptions = {}): Steps<XmlElement> {
  const parser = new SaxesParser({ xmlns: true });
  const stack: Open[] = [];
  let root: Open | undefined;
  let elements = 0;
  let attributes = 0;
  let isOver = false;
  parser.on('doctype', () => {
    throw notSoap('The envelope has a DTD, which SOAP forbids. Remove the DOCTYPE.');
  });
  parser.on('error', () => {
    throw notSoap('The envelope is not well-formed XML. Check that it is whole, and that & and < are escaped in it.');
  });
  // Each as it is read: one tag may have all of them.
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) throw tooMany();
  });
  parser.on('opentag', ({ uri, local, attributes: given }) => {
    const own = Object.values(given).map(({ uri, local, value }) => ({ namespace: uri, name: local, value }));
    if (stack.length >= MAX_DEPTH || ++elements > MAX_ELEMENTS) throw tooMany();
    const element: Open = { namespace: uri, name: local, attributes: own, children: [], text: '' };
    stack.at(-1)?.children.push(element);
    root ??= element;
    stack.push(element);
    isOver ||= endsAt?.(stack) === true;
  });
  const addText = (piece: string): void => {
    const element = stack.at(-1);
    if (element !== undefined) element.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    stack.pop();
  });
  for (let from = 0; from < text.length && !isOver; from += PIECE) {
    if (from > 0) yield;
    parser.write(text.slice(from, from + PIECE));
  }
  if (!isOver && !isBegun) parser.close();
  if (root === undefined) throw notSoap('The body is empty where a SOAP envelope was expected.');
  return root;
}

/** The first child of that name, in one of these namespaces. */
export function childOf(element: XmlElement, name: string, namespaces: readonly string[]): XmlElement | undefined {
  return element.children.find((child) => child.name === name && namespaces.includes(child.namespace));
}

export function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((attribute) => attribute.name === name)?.value;
}

function notSoap(message: string): UnreadableEnvelope {
  return new UnreadableEnvelope('not-soap', message);
}

function tooMany(): UnreadableEnvelope {
  return new UnreadableEnvelope(
    'too-large',
    `The envelope has more than ${MAX_ELEMENTS} elements, ${MAX_ATTRIBUTES} attributes or ${MAX_DEPTH} levels. Send the envelope of the rule alone.`,
  );
}
