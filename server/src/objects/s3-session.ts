import type { S3Client } from '@aws-sdk/client-s3';
import { loadS3, type S3Package } from './load-s3.js';
import type { S3Place } from './s3-place.js';

/** How long a connection is waited for, and then the next bytes in either direction, each time of three: the answer must come before the gateway ends the request. */
const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;

/** What a call needs: the package, a client and where in which bucket objects lie. */
export interface S3Session {
  readonly s3: S3Package;
  readonly client: S3Client;
  readonly place: S3Place;
}

/** Loads the client package; no connection is made before the first call. @param idleMs default 30,000. */
export async function openSession(place: S3Place, idleMs: number = IDLE_MS): Promise<S3Session> {
  const s3 = await loadS3();
  const client = new s3.S3Client({
    region: place.region,
    ...(place.endpoint === undefined ? {} : { endpoint: place.endpoint }),
    ...(place.credentials === undefined ? {} : { credentials: place.credentials }),
    forcePathStyle: place.pathStyle,
    // Checksums in trailers are unknown to many compatible stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // `requestTimeout` alone ends nothing: it only warns.
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idleMs },
  });
  return { s3, client, place };
}
