import { allSteps, type Steps } from '../../heavy-turns.js';
import { bareEtag } from '../../http/etag.js';
import { algorithmOf, type ChecksumAlgorithm, soundChecksum } from '../checksums/checksum.js';
import { checksumText } from '../checksums/checksum-text.js';
import { S3Error } from '../s3-error.js';
import { malformed, readXmlInSteps, type XmlElement } from './read-xml.js';

const MAX_PARTS = 10_000;
const MAX_KEYS = 1000;
/** Characters of a key. One that is too long for an object, but not longer than this, is an error in the answer, and the others are deleted. */
const MAX_KEY = 4096;
/** Bytes of the body of CreateBucket, which has an element or two. */
const MAX_PLACE_BYTES = 64 * 1024;

/** A part as the one who completes an upload names it. */
export interface NamedPart {
  readonly number: number;
  /** Without quotes. */
  readonly etag: string;
  /** As `crc32:<base64>`. */
  readonly checksum: string | undefined;
}

/** The parts of an upload, in the order of their numbers. @throws S3Error. */
export function* readCompleteUpload(bytes: Uint8Array): Steps<readonly NamedPart[]> {
  const root = yield* rootOf(bytes, 'CompleteMultipartUpload');
  const parts = root.children.filter(({ name }) => name === 'Part').map(readPart);
  if (parts.length === 0) throw malformed('The body names no parts.');
  if (parts.length > MAX_PARTS) throw new S3Error('TooManyParts');
  const isOrdered = parts.every(({ number }, place) => place === 0 || number > (parts[place - 1]?.number ?? 0));
  if (!isOrdered) throw new S3Error('InvalidPartOrder');
  return parts;
}

function readPart(part: XmlElement): NamedPart {
  const number = textIn(part, 'PartNumber')?.trim() ?? '';
  const etag = textIn(part, 'ETag')?.trim();
  if (!/^\d{1,5}$/.test(number) || etag === undefined) throw malformed('A part has no number or no ETag.');
  if (Number(number) < 1 || Number(number) > MAX_PARTS)
    throw new S3Error('InvalidArgument', 'Numbers of parts are from 1 to 10,000.');
  const sums = part.children.flatMap(({ name, text }): readonly (readonly [ChecksumAlgorithm, string])[] => {
    const [, algorithm] = /^Checksum(\w+)$/.exec(name) ?? [];
    const known = algorithm === undefined ? undefined : algorithmOf(`x-amz-checksum-${algorithm}`);
    return known === undefined ? [] : [[known, soundChecksum(known, text.trim())]];
  });
  const [sum] = sums;
  return { number: Number(number), etag: bareEtag(etag), checksum: sum && checksumText(...sum) };
}

export interface NamedKeys {
  readonly keys: readonly string[];
  /** Answers errors alone. */
  readonly isQuiet: boolean;
}

/** The keys that are to be deleted. @throws S3Error. */
export function* readDelete(bytes: Uint8Array): Steps<NamedKeys> {
  const root = yield* rootOf(bytes, 'Delete');
  const objects = root.children.filter(({ name }) => name === 'Object');
  if (objects.length === 0 || objects.length > MAX_KEYS)
    throw malformed(`The body names no objects, or more than ${MAX_KEYS}.`);
  const keys = objects.map((object) => {
    const key = textIn(object, 'Key');
    if (key === undefined) throw malformed('An object has no key.');
    // It would stand in the answer as long as it is, each character escaped.
    if (key.length > MAX_KEY) throw new S3Error('KeyTooLongError');
    const version = textIn(object, 'VersionId');
    if (version !== undefined && version !== 'null' && version !== '') throw new S3Error('NoSuchVersion');
    if (object.children.some(({ name }) => !['Key', 'VersionId'].includes(name))) {
      throw new S3Error('NotImplemented', 'Objects are deleted by their keys alone here, without conditions.');
    }
    return key;
  });
  return { keys, isQuiet: textIn(root, 'Quiet')?.trim() === 'true' };
}

/** Checks the body of CreateBucket, which may be empty. Its location is ignored, as there is one place. @throws S3Error. */
export function readCreateBucket(bytes: Uint8Array): void {
  if (bytes.length > MAX_PLACE_BYTES) throw malformed('The body is too long.');
  if (bytes.length > 0) allSteps(rootOf(bytes, 'CreateBucketConfiguration'));
}

function* rootOf(bytes: Uint8Array, name: string): Steps<XmlElement> {
  const root = yield* readXmlInSteps(bytes);
  if (root.name !== name) throw malformed(`The body is not the XML of ${name}.`);
  return root;
}

function textIn(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}
