import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { placeOf } from '../../http/address-place.js';
import type { LeastRate } from '../../http/least-rate.js';
import { type BodyFaults, StreamedBody } from '../../http/streamed-body.js';
import type { KnownS3Key, KnownS3Keys } from '../../resources/s3-keys/known-s3-keys.js';
import { LambdaError } from '../../s3-wire/lambda/lambda-error.js';
import type { RawRequest } from '../../s3-wire/raw-request.js';
import { checkSignature, checkTerms } from '../../s3-wire/signature/check-signature.js';
import { readSignature } from '../../s3-wire/signature/read-signature.js';
import { demandMachine, type FunctionMachine, type FunctionsHere } from '../functions/functions.js';
import { keepEvent, MOST_PAYLOAD, type TakenEvent, takeEvent } from '../functions/take-event.js';

export interface EventTerms {
  readonly keys: KnownS3Keys;
  readonly now: number;
  /** Of the client. */
  readonly address: string;
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
    return { key, event: await eventOfStranger(request, raw, terms, { accountId: key.caller.accountId, check }) };
  }
  if (payload.startsWith('STREAMING-')) {
    throw new LambdaError('InvalidParameterValueException', 'The body of an invocation comes in one piece.');
  }
  check(payload);
  const { memory } = demandMachine(terms.functions);
  const { bytes: event, release } = await takeBody(request, raw, { ...terms, memory, owner: key.caller.accountId });
  terms.onTaken(release);
  if (payload !== 'UNSIGNED-PAYLOAD' && sha256(event) !== payload.toLowerCase()) {
    throw new LambdaError('InvalidSignatureException', 'The body does not have the hash in x-amz-content-sha256.');
  }
  return { key, event };
}

/** Whose it is nobody knows until all of it is there: until then an address has memory of its own. */
async function eventOfStranger(
  request: IncomingMessage,
  raw: RawRequest,
  terms: EventTerms,
  { accountId, check }: { readonly accountId: string; readonly check: (payload: string) => void },
): Promise<Buffer> {
  const machine = demandMachine(terms.functions);
  const taking = { ...terms, memory: machine.strangers, owner: `address ${placeOf(terms.address)}` };
  const { bytes, release } = await takeBody(request, raw, taking);
  try {
    check(sha256(bytes));
    terms.onTaken(await keepEvent(machine, accountId, { bytes, signal: terms.signal }));
  } finally {
    release();
  }
  return bytes;
}

function takeBody(
  request: IncomingMessage,
  { headers }: RawRequest,
  {
    askFor,
    leastRate,
    signal,
    memory,
    owner,
  }: Pick<EventTerms, 'askFor' | 'leastRate' | 'signal'> & Pick<FunctionMachine, 'memory'> & { readonly owner: string },
): Promise<TakenEvent> {
  const text = headers.get('content-length');
  const told = text === undefined ? undefined : Number(text);
  if (told !== undefined && told > MOST_PAYLOAD) throw tooLarge();
  const terms = { faults: FAULTS, askForBody: askFor, limit: MOST_PAYLOAD, leastRate };
  const given = { body: new StreamedBody(request, terms), told, signal };
  return takeEvent({ memory }, owner, given);
}

function tooLarge(): LambdaError {
  return new LambdaError('RequestTooLargeException', 'A function is invoked with 6 MB at most.');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
