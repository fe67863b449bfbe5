import { SaxesParser } from 'saxes';
import { allSteps, type Steps } from '../../heavy-turns.js';
import { S3Error } from '../s3-error.js';

export interface XmlElement {
  /** Without a prefix: clients differ in namespaces, and nothing depends on them. */
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** All character data right in it. */
  readonly text: string;
}

/** Bodies in XML have so many bytes at most: 10,000 parts with a checksum each. */
export const MAX_XML_BYTES = 2 * 1024 * 1024;
const MAX_DEPTH = 8;
/** 10,000 parts of seven elements. */
const MAX_ELEMENTS = 80_000;
const MAX_ATTRIBUTES = 1000;

/** References to control characters, which XML 1.0 does not have and XML 1.1 has. */
const CONTROL = /&#(?:x0*(?:[1-8bce]|f|1[0-9a-f])|0*(?:[1-8]|1[1245-9]|2\d|3[01]));/i;
/** Control characters as they are. */
const BARE_CONTROL = /(?![\t\n\r])\p{Cc}/u;
/** Characters that are read before others have a turn: a few milliseconds of work. */
const STRETCH = 16 * 1024;
/** Control characters, and those that XML 1.1 takes for line ends, as clients write them in keys: they are read as references. */
const BARE = /(?![\t\n\r])[\p{Cc}\u2028]/gu;

/** Without a DTD there are no entities but the five of XML: nothing grows and nothing is fetched. @throws S3Error `MalformedXML`. */
export function readXml(bytes: Uint8Array): XmlElement {
  return allSteps(readXmlInSteps(bytes));
}

/** The same in steps, as others have their turn while a large body is read. */
export function* readXmlInSteps(bytes: Uint8Array): Steps<XmlElement> {
  const text = textOf(bytes);
  const hasControls = CONTROL.test(text) || BARE_CONTROL.test(text);
  const parser = new SaxesParser(hasControls ? { defaultXMLVersion: '1.1', forceXMLVersion: true } : {});
  const stack: Open[] = [];
  let root: Open | undefined;
  let elements = 0;
  let attributes = 0;
  parser.on('doctype', () => {
    throw malformed('The body has a DTD.');
  });
  parser.on('error', () => {
    throw malformed('The body is not well-formed XML.');
  });
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) throw malformed('The body has too many attributes.');
  });
  parser.on('opentag', ({ name }) => {
    if (stack.length >= MAX_DEPTH || ++elements > MAX_ELEMENTS)
      throw malformed('The body has too many elements, or too many levels.');
    const element: Open = { name: name.slice(name.indexOf(':') + 1), children: [], text: '' };
    stack.at(-1)?.children.push(element);
    root ??= element;
    stack.push(element);
  });
  const addText = (piece: string): void => {
    const element = stack.at(-1);
    if (element !== undefined) element.text += inOnePiece(piece);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    stack.pop();
  });
  for (let at = 0; at < text.length; at += STRETCH) {
    if (at > 0) yield;
    const stretch = text.slice(at, at + STRETCH).replace(BARE, referenceTo);
    // It may have become several times as long.
    for (let from = 0; from < stretch.length; from += STRETCH) {
      if (from > 0) yield;
      parser.write(stretch.slice(from, from + STRETCH));
    }
  }
  parser.close();
  if (root === undefined) throw malformed('The body is empty.');
  return root;
}

interface Open {
  readonly name: string;
  readonly children: Open[];
  text: string;
}

/**
 * The parser puts a text together reference by reference, and what it is put together of stays with it, some thirty bytes each: of thirty bodies at once
 * that was two gigabytes. A copy has none of it, whichever release of Node.js makes it; half characters, which it would lose, the parser refuses.
 */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

function referenceTo(char: string): string {
  return `&#x${char.charCodeAt(0).toString(16)};`;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new S3Error('MalformedXML', 'The body is not UTF-8.', { cause });
  }
}

export function malformed(message: string): S3Error {
  return new S3Error('MalformedXML', message);
}
