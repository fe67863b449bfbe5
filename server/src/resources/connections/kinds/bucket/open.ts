import { Readable } from 'node:stream';
import { type OutboundPayload, transportError } from 'ediloom/transports';
import { type Clock, invalid, isFileKey, newStoredName, ObjectStoreError, Problem } from '../../for-kinds.js';
import { joinDirectories } from '../join-directories.js';
import type { OpenContext, OutboundTransport } from '../kind.js';
import type { BucketSettings } from './settings.js';

/** @throws Problem `invalid` for directories that lead upwards. */
export function openBucket(
  { bucketName, parentDirectory, outboundSubdirectory }: BucketSettings,
  { objects, putBytes, bucketExists, clock }: OpenContext,
): OutboundTransport {
  const prefix = (directory?: string): string => {
    const path = joinDirectories(parentDirectory, outboundSubdirectory, directory);
    return path === '' ? '' : `${path}/`;
  };
  // What the settings themselves say wrongly is reported now.
  prefix();
  return objectTransport({ objects, putBytes, clock, bucket: bucketName, prefix, bucketExists });
}

interface ObjectTransportOptions extends Pick<OpenContext, 'objects' | 'putBytes'> {
  readonly clock: Clock;
  readonly bucket: string;
  /** Segments below the bucket for a payload's directory, `''` or ending in `/`. */
  readonly prefix: (directory?: string) => string;
  /** The account has the bucket. */
  readonly bucketExists: boolean;
}

/** Bytes up to which a payload is put in one piece. */
const IN_ONE_PIECE = 1024 * 1024;

/**
 * Delivers into a bucket of this server. The bytes are put under a name of their own; the object's key and that name are in the receipt's
 * evidence, and its row is written by whoever commits the delivery: only then is the object there, or replaced. So a delivery needs
 * neither a journal nor a look, and what was done twice looks as if it were done once.
 */
function objectTransport({
  objects,
  putBytes,
  clock,
  bucket,
  prefix,
  bucketExists,
}: ObjectTransportOptions): OutboundTransport {
  return {
    kind: 'bucket',
    async deliver(payload, signal) {
      if (!bucketExists) throw bucketMissing(bucket);
      const key = `${prefix(payload.directory)}${payload.name}`;
      if (!isFileKey(key))
        throw transportError('name-refused', { at: 'The directory and name cannot be the key of an object.' });
      try {
        const bytes = (await wholeBytes(payload)) ?? Readable.from(payload.open(), { objectMode: false });
        const contentType = payload.contentType ?? 'application/edi-x12';
        const { name: object, size, sha256, md5 } = await putBytes(bytes, { contentType, signal });
        return { id: payload.id, name: payload.name, size, sha256, already: false, evidence: { key, object, md5 } };
      } catch (error) {
        if (error instanceof Problem) throw transportError('disk-full', { at: error.message, cause: error });
        throw error instanceof ObjectStoreError ? transportErrorOf(error) : error;
      }
    },
    async check() {
      if (!bucketExists) return report(bucketMissing(bucket).message);
      try {
        await objects.stat(newStoredName(clock.now()));
        return report(undefined);
      } catch (error) {
        if (error instanceof ObjectStoreError) return report(error.message);
        throw error;
      }
    },
    close: async () => {},
  };
}

async function wholeBytes(payload: OutboundPayload): Promise<Uint8Array | undefined> {
  if (payload.size === undefined || payload.size > IN_ONE_PIECE) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of payload.open()) chunks.push(chunk);
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

function bucketMissing(bucket: string): Error {
  return invalid(`The account has no bucket ${bucket}. Create it, or give the connection another.`, {
    code: 'INVALID_CONFIGURATION',
  });
}

/** The store's own text says what to do, so it is what is reported. */
function transportErrorOf(error: ObjectStoreError): Error {
  const reason = {
    'name-refused': 'name-refused',
    'too-large': 'file-too-large',
    unavailable: 'server-error',
    lost: 'server-error',
  } as const;
  return transportError(reason[error.code], { at: error.message, cause: error });
}

function report(problem: string | undefined) {
  const name = 'reach the bucket';
  const step = problem === undefined ? { name, ok: true } : { name, ok: false, text: problem };
  return { kind: 'bucket', ok: step.ok, steps: [step], facts: {} };
}
