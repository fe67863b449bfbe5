import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { contentMd5 } from '../../http/content-md5.js';
import type { LeastRate } from '../../http/least-rate.js';
import { type BodyFaults, StreamedBody } from '../../http/streamed-body.js';
import type { InTurn } from '../../joined-chunks.js';
import { MOST_PUT_BYTES } from '../../resources/buckets/put-object.js';
import { type AnnouncedChecksum, announcedChecksum } from '../../s3-wire/checksums/checksum.js';
import { AwsChunked } from '../../s3-wire/chunked/aws-chunked.js';
import { S3Error } from '../../s3-wire/s3-error.js';
import type { SigningContext } from '../../s3-wire/signature/check-signature.js';
import type { PayloadForm } from '../../s3-wire/signature/payload-form.js';
import { MAX_XML_BYTES } from '../../s3-wire/xml/read-xml.js';
import { CheckedBytes } from './checked-bytes.js';
import type { OpenedBody, S3Body } from './s3-call.js';

export interface BodyTerms {
  readonly headers: ReadonlyMap<string, string>;
  readonly bodyForm: PayloadForm;
  readonly signing: SigningContext;
  /** Asks a client for the body that sends none before. */
  readonly askFor: () => void;
  readonly leastRate?: LeastRate | undefined;
  readonly inTurn?: InTurn | undefined;
}

/** The body of a request as a stream. What is wrong with it may be known at its end only. */
export function receiveBody(request: IncomingMessage, terms: BodyTerms): S3Body {
  const { headers } = terms;
  return {
    open: () => openBody(request, terms, { most: MOST_PUT_BYTES, announced: announcedChecksum(headers) }),
    read: (sums) => {
      const announced = sums === 'of-object' ? undefined : announcedChecksum(headers);
      return readAll(openBody(request, terms, { most: MAX_XML_BYTES, announced }));
    },
  };
}

const FAULTS: BodyFaults = {
  left: () => new S3Error('IncompleteBody', 'The connection was closed before all of the body had come.'),
  tooSlow: () => new S3Error('RequestTimeout'),
  tooLarge: () => new S3Error('EntityTooLarge'),
};

interface Announced {
  readonly most: number;
  readonly announced: AnnouncedChecksum | undefined;
}

function openBody(request: IncomingMessage, terms: BodyTerms, { most, announced }: Announced): OpenedBody {
  const { headers, bodyForm, signing, askFor, leastRate, inTurn } = terms;
  const length = lengthOf(headers, bodyForm);
  if (length > most) throw new S3Error(most === MOST_PUT_BYTES ? 'EntityTooLarge' : 'MaxMessageLengthExceeded');
  const expected = { md5: md5Of(headers), sha256: bodyForm.kind === 'hashed' ? bodyForm.sha256 : undefined };
  let chunked: AwsChunked | undefined;
  const begin = (checked: CheckedBytes): void => {
    const body = new StreamedBody(request, { faults: FAULTS, askForBody: askFor, leastRate, inTurn });
    chunked =
      bodyForm.kind === 'chunked' ? new AwsChunked({ ...chunkTerms(bodyForm, length, signing), inTurn }) : undefined;
    // An error of one of them ends all: whoever reads the last one hears of it there.
    const ended = (): void => undefined;
    if (chunked === undefined) pipeline(body, checked, ended);
    else pipeline(body, chunked, checked, ended);
  };
  const checked = new CheckedBytes({ announced, begin, trailer: () => chunked?.trailer });
  return { bytes: checked, expected, checksum: () => checked.checksum };
}

function chunkTerms(
  { isSigned, hasTrailer }: PayloadForm & { readonly kind: 'chunked' },
  length: number,
  signing: SigningContext,
) {
  return { decodedLength: length, hasTrailer, signing: isSigned ? signing : undefined };
}

function lengthOf(headers: ReadonlyMap<string, string>, { kind }: PayloadForm): number {
  const name = kind === 'chunked' ? 'x-amz-decoded-content-length' : 'content-length';
  const text = headers.get(name);
  if (text === undefined) throw new S3Error('MissingContentLength', `The header ${name} is missing.`);
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new S3Error('InvalidArgument', `The header ${name} is no number.`);
}

function md5Of(headers: ReadonlyMap<string, string>): string | undefined {
  const text = headers.get('content-md5');
  if (text === undefined) return undefined;
  const digest = contentMd5(text);
  if (digest === undefined) throw new S3Error('InvalidDigest');
  return digest;
}

async function readAll({ bytes, expected }: OpenedBody): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes as AsyncIterable<Buffer>) chunks.push(chunk);
  const all = Buffer.concat(chunks);
  const hash = (algorithm: string): string => createHash(algorithm).update(all).digest('hex');
  if (expected.sha256 !== undefined && hash('sha256') !== expected.sha256)
    throw new S3Error('XAmzContentSHA256Mismatch');
  if (expected.md5 !== undefined && hash('md5') !== expected.md5) throw new S3Error('BadDigest');
  return all;
}
