import type { Readable } from 'node:stream';
import type { Caller } from '../../caller.js';
import type { Steps } from '../../heavy-turns.js';
import type { KeyedTurns } from '../../keyed-turns.js';
import type { ExpectedBytes } from '../../resources/buckets/expected-bytes.js';
import type { ObjectPlace } from '../../resources/buckets/find-object.js';
import type { KnownS3Key } from '../../resources/s3-keys/known-s3-keys.js';
import type { RequestTarget } from '../../s3-wire/request-target.js';
import { S3Error } from '../../s3-wire/s3-error.js';
import { writeXmlInSteps, type XmlNode } from '../../s3-wire/xml/write-xml.js';
import type { Services } from '../services.js';

/** A request that may be served: its signature is checked, and its key may do what is asked. */
export interface S3Call {
  readonly services: Services;
  readonly key: KnownS3Key;
  readonly target: RequestTarget;
  /** By names in small letters, with those that a presigned URL has in its query. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: S3Body;
  readonly requestId: string;
  /** Of the peer, or of who stands before a trusted proxy. */
  readonly address: string;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** The request has its place among those of its account until this is over, though its client has left. */
  readonly keepPlaceFor: (work: Promise<unknown>) => void;
  /** By the id of an upload: of several who complete it at once the first joins its parts, and the others are answered with the object. */
  readonly completions: KeyedTurns;
  /** By accounts: what is read of XML takes many times the memory of its bytes, so that it is there for one body of an account at a time. */
  readonly xmlTurns: KeyedTurns;
}

/** The body of a request; nothing of it is asked for before it is opened. */
export interface S3Body {
  /** @throws S3Error for a length that is missing or too large. */
  open(): OpenedBody;
  /**
   * All of it, as XML is read.
   * @param sums `of-object`: a checksum among the headers is not one of the body.
   * @throws S3Error.
   */
  read(sums?: 'of-object'): Promise<Buffer>;
}

export interface OpenedBody {
  /** Without the frames of `aws-chunked`; ends in an S3Error where it is not what was announced. */
  readonly bytes: Readable;
  /** What whoever stores it has to compare. */
  readonly expected: ExpectedBytes;
  /** As `crc32:<base64>`; known once all bytes have been read. */
  readonly checksum: () => string | undefined;
}

export interface S3Answer {
  /** Default: {@link S3_STATUS} `ok`. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
  /** Its headers are those of an object, which clients keep with a copy of it: none of our own about keeping it is added. */
  readonly isOfObject?: boolean;
}

/** The bucket of a request that has one. */
export function bucketOf({
  key,
  target,
}: S3Call): Pick<Caller, 'accountId' | 'mode' | 'depth'> & { readonly bucket: string } {
  const { accountId, mode, depth } = key.caller;
  if (target.bucket === undefined) throw new S3Error('InvalidRequest');
  return { accountId, mode, depth, bucket: target.bucket };
}

/** The object of a request that has one. */
export function objectOf(call: S3Call): ObjectPlace & { readonly mode: Caller['mode'] } {
  const { key } = call.target;
  if (key === undefined) throw new S3Error('InvalidRequest');
  return { ...bucketOf(call), key };
}

/** A document that may be long. Most are written before anybody would notice; of others, others have their turn meanwhile. */
export async function listAnswer(
  { services, key }: Pick<S3Call, 'services' | 'key'>,
  root: string,
  content: readonly XmlNode[],
): Promise<S3Answer> {
  const work = writeXmlInSteps(root, content);
  const begun = work.next();
  if (begun.done === true) return xmlAnswer(begun.value);
  return xmlAnswer(await services.heavyTurns.runSteps(key.caller.accountId, work));
}

/** Reads XML that has come, in turns with others. */
export function readXmlInTurn<Result>({ xmlTurns, services, key }: S3Call, reading: Steps<Result>): Promise<Result> {
  const { accountId } = key.caller;
  return xmlTurns.run(accountId, () => services.heavyTurns.runSteps(accountId, reading));
}

export function xmlAnswer(body: string, headers: Readonly<Record<string, string>> = {}): S3Answer {
  return { headers: { 'content-type': 'application/xml', ...headers }, body };
}
