import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { LeastRate } from '../../http/least-rate.js';
import { type BodyFaults, StreamedBody } from '../../http/streamed-body.js';
import type { KnownS3Key, KnownS3Keys } from '../../resources/s3-keys/known-s3-keys.js';
import { LambdaError } from '../../s3-wire/lambda/lambda-error.js';
import type { RawRequest } from '../../s3-wire/raw-request.js';
import { checkSignature, checkTerms } from '../../s3-wire/signature/check-signature.js';
import { readSignature } from '../../s3-wire/signature/read-signature.js';

/** Bytes of what a function is invoked with whose result is waited for. */
const MOST_BYTES = 6 * 1024 * 1024;

export interface EventTerms {
  readonly keys: KnownS3Keys;
  readonly now: number;
  /** Takes memory for so many bytes. @param accountId `undefined`: nothing shows yet that it is of an account. */
  readonly takeRoom: (accountId: string | undefined, bytes: number) => void;
  /** Called once the signature is good: before its body where that can be. @throws to refuse it. */
  readonly admit: (key: KnownS3Key) => void;
  /** Asks a client for the body that sends none before. */
  readonly askFor: () => void;
  readonly leastRate?: LeastRate | undefined;
}

const FAULTS: BodyFaults = {
  left: () => new LambdaError('InvalidRequestContentException', 'The connection was closed before all had come.'),
  tooSlow: () => new LambdaError('RequestTimeoutException'),
  tooLarge: () => new LambdaError('RequestTooLargeException', TOO_LARGE),
};
const TOO_LARGE = 'A function is invoked with 6 MB at most.';

/**
 * Finds out whose request it is, and reads its body. Clients of Lambda sign the hash of the body; where it stands in no header, it is
 * known once the body is there.
 * @throws LambdaError, S3Error.
 */
export async function receiveEvent(
  request: IncomingMessage,
  raw: RawRequest,
  { keys, now, takeRoom, admit, askFor, leastRate }: EventTerms,
): Promise<{ readonly key: KnownS3Key; readonly event: Buffer }> {
  const signature = readSignature(raw, 'lambda');
  if (signature.form === 'query') throw new LambdaError('IncompleteSignatureException', 'Sign in the header.');
  checkTerms(raw, signature, now);
  const key = await keys.find(signature.accessKeyId);
  if (key === undefined) throw new LambdaError('UnrecognizedClientException');
  const check = (payload: string): void => {
    checkSignature(raw, signature, { secret: key.secret, payload });
    keys.used(key);
    admit(key);
  };
  const read = (): Promise<Buffer> =>
    buffer(new StreamedBody(request, { faults: FAULTS, askForBody: askFor, limit: MOST_BYTES, leastRate }));
  const length = lengthOf(raw);
  const payload = raw.headers.get('x-amz-content-sha256');
  if (payload === undefined) {
    takeRoom(undefined, length);
    const event = await read();
    check(sha256(event));
    return { key, event };
  }
  if (payload.startsWith('STREAMING-')) {
    throw new LambdaError('InvalidParameterValueException', 'The body of an invocation comes in one piece.');
  }
  check(payload);
  takeRoom(key.caller.accountId, length);
  const event = await read();
  if (payload !== 'UNSIGNED-PAYLOAD' && sha256(event) !== payload.toLowerCase()) {
    throw new LambdaError('InvalidSignatureException', 'The body does not have the hash in x-amz-content-sha256.');
  }
  return { key, event };
}

/** The most there may be where it is not told. */
function lengthOf({ headers }: RawRequest): number {
  const text = headers.get('content-length');
  const length = text === undefined ? MOST_BYTES : Number(text);
  if (length > MOST_BYTES) throw new LambdaError('RequestTooLargeException', TOO_LARGE);
  return length;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
