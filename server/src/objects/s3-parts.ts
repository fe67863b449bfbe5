import { demandTag } from './s3-error-of.js';
import type { S3Session } from './s3-session.js';

/*
 * Parts are sent here and not by `@aws-sdk/lib-storage`, which needs as much memory and time: once aborted it rejects at once, lets the
 * part under way go on and removes the parts only then, perhaps after the store was closed; and where removing fails, its error hides
 * the one of the source.
 */

/** What is smaller is sent at once; 10,000 parts are the most there can be. */
export const PART_BYTES = 16 * 1024 * 1024;

interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string | undefined;
}

interface Part {
  readonly PartNumber: number;
  readonly ETag: string | undefined;
}

/**
 * Sends a large object part by part, and makes it visible with the last; one that fails is given up, so that nobody pays for parts.
 * @returns the bytes of an object that is too small for parts, and was not sent.
 */
export async function putInParts(
  session: S3Session,
  target: Target,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Buffer | undefined> {
  const { s3, client } = session;
  const { Bucket, Key } = target;
  const parts: Part[] = [];
  let upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string | undefined } | undefined;
  const options = signal === undefined ? {} : { abortSignal: signal };
  try {
    let waiting: Buffer | undefined;
    for await (const bytes of inParts(source)) {
      if (waiting !== undefined) await send(waiting);
      waiting = bytes;
    }
    const last = waiting ?? Buffer.alloc(0);
    if (upload === undefined) return last;
    await send(last);
    const MultipartUpload = { Parts: parts };
    const { ETag } = await client.send(new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload }), options);
    demandTag(ETag);
    return undefined;
  } catch (error) {
    // What gave the error is what is reported, even where giving up fails too.
    if (upload !== undefined) await client.send(new s3.AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }

  async function send(Body: Buffer): Promise<void> {
    if (upload === undefined) {
      const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(target), options);
      upload = { Bucket, Key, UploadId };
    }
    const PartNumber = parts.length + 1;
    const input = { ...upload, PartNumber, Body, ContentLength: Body.length };
    const { ETag } = await client.send(new s3.UploadPartCommand(input), options);
    parts.push({ PartNumber, ETag });
  }
}

/** The bytes in pieces of the size of a part; the last may be smaller. */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    const bytes = Buffer.concat(chunks);
    let from = 0;
    for (; bytes.length - from >= PART_BYTES; from += PART_BYTES) yield bytes.subarray(from, from + PART_BYTES);
    chunks = [bytes.subarray(from)];
    size = bytes.length - from;
  }
  if (size > 0) yield Buffer.concat(chunks);
}
