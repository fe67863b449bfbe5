import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LeastRate } from '../../http/least-rate.js';
import { type BodyFaults, StreamedBody } from '../../http/streamed-body.js';
import type { KnownS3Key, KnownS3Keys } from '../../resources/s3-keys/known-s3-keys.js';
import { LambdaError } from '../../s3-wire/lambda/lambda-error.js';
import type { RawRequest } from '../../s3-wire/raw-request.js';
import { checkSignature, checkTerms } from '../../s3-wire/signature/check-signature.js';
import { readSignature } from '../../s3-wire/signature/read-signature.js';
import { demandMachine, type FunctionsHere } from '../functions/functions.js';
import { MOST_PAYLOAD, takeEvent } from '../functions/take-event.js';

/** Who is not known until their body has come: they wait for memory together, as one more account. */
const UNKNOWN = '';

export interface EventTerms {
  readonly keys: KnownS3Keys;
  readonly now: number;
  readonly functions: FunctionsHere;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** Called with whatever was taken for the request, which is to be given back once it is over. */
  readonly onTaken: (giveBack: () => void) => void;
  /** Called once the signature is good: before its body where that can be. @throws to refuse it. */
  readonly admit: (key: KnownS3Key) => void;
  /** Asks a client for the body that sends none before. */
  readonly askFor: () => void;
  readonly leastRate?: LeastRate | undefined;
}

const FAULTS: BodyFaults = {
  left: () => new LambdaError('InvalidRequestContentException', 'The connection was closed before all had come.'),
  tooSlow: () => new LambdaError('RequestTimeoutException'),
  tooLarge: () => tooLarge(),
};

/**
 * Finds out whose request it is, and reads its body. Clients of Lambda sign the hash of the body; where it stands in no header, it is
 * known once the body is there.
 * @throws LambdaError, S3Error; Problem `unavailable` where functions are off.
 */
export async function receiveEvent(
  request: IncomingMessage,
  raw: RawRequest,
  terms: EventTerms,
): Promise<{ readonly key: KnownS3Key; readonly event: Buffer }> {
  const { keys, now, admit } = terms;
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
  const payload = raw.headers.get('x-amz-content-sha256');
  if (payload === undefined) {
    const event = await bodyOf(request, raw, terms, UNKNOWN);
    check(sha256(event));
    return { key, event };
  }
  if (payload.startsWith('STREAMING-')) {
    throw new LambdaError('InvalidParameterValueException', 'The body of an invocation comes in one piece.');
  }
  check(payload);
  const event = await bodyOf(request, raw, terms, key.caller.accountId);
  if (payload !== 'UNSIGNED-PAYLOAD' && sha256(event) !== payload.toLowerCase()) {
    throw new LambdaError('InvalidSignatureException', 'The body does not have the hash in x-amz-content-sha256.');
  }
  return { key, event };
}

async function bodyOf(
  request: IncomingMessage,
  { headers }: RawRequest,
  { functions, askFor, leastRate, signal, onTaken }: EventTerms,
  owner: string,
): Promise<Buffer> {
  const text = headers.get('content-length');
  const told = text === undefined ? undefined : Number(text);
  if (told !== undefined && told > MOST_PAYLOAD) throw tooLarge();
  const terms = { faults: FAULTS, askForBody: askFor, limit: MOST_PAYLOAD, leastRate };
  const given = { body: new StreamedBody(request, terms), told, signal };
  const { bytes, release } = await takeEvent(demandMachine(functions), owner, given);
  onTaken(release);
  return bytes;
}

function tooLarge(): LambdaError {
  return new LambdaError('RequestTooLargeException', 'A function is invoked with 6 MB at most.');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
