import type { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { runCommandLine } from '../src/start/run-command-line.js';

const PLACE = { Bucket: 'parts', Key: 'one' };
const PART = 64 * 1024 * 1024;

/** Where a server that has said where it listens takes requests of S3. */
export function s3PortOf(output: string): number {
  const [, port] = /"listener":"S3"[^\n]*"port":(\d+)/.exec(output) ?? [];
  if (port === undefined) throw new Error('The server has not said where it listens for S3.');
  return Number(port);
}

export interface LargeClient {
  readonly s3: S3Client;
  /** What was put. */
  get(): Promise<Readable>;
}

/** A client with a key pair of its own, and its bucket. */
export async function createS3Keys(environment: Readonly<Record<string, string>>, port: number): Promise<LargeClient> {
  const said: string[] = [];
  const hear = { out: (one: string) => void said.push(one), error: (one: string) => void said.push(one) };
  const words = ['s3-keys', 'create', '--name', 'bench', '--mode', 'test', '--access', 'write', '--json'];
  if ((await runCommandLine(words, environment, hear)) !== 0) throw new Error(said.join(''));
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = JSON.parse(said.join(''));
  const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await s3.send(new CreateBucketCommand({ Bucket: PLACE.Bucket }));
  return {
    s3,
    get: async () => {
      const { Body } = await s3.send(new GetObjectCommand(PLACE));
      // On Node it is one.
      return Body as Readable;
    },
  };
}

/** Four parts at once, as clients do. */
export async function uploadInParts(
  { s3 }: LargeClient,
  bytes: number,
  part: (from: number, to: number) => Readable,
): Promise<void> {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(PLACE));
  const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next * PART < bytes) {
      const at = next++;
      const end = Math.min(bytes, (at + 1) * PART);
      const { ETag } = await s3.send(
        new UploadPartCommand({
          ...{ ...PLACE, UploadId, PartNumber: at + 1, ContentLength: end - at * PART },
          Body: part(at * PART, end),
        }),
      );
      Parts.push({ ETag, PartNumber: at + 1 });
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  Parts.sort((a, b) => a.PartNumber - b.PartNumber);
  await s3.send(new CompleteMultipartUploadCommand({ ...PLACE, UploadId, MultipartUpload: { Parts } }));
}
