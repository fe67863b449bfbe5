import { formOf, writeError, writeUnreadable, writtenFault } from '../../caqh-core/answer.js';
import { type CoreRequest, checkRequest } from '../../caqh-core/check-request.js';
import type { ReceivedEnvelope } from '../../caqh-core/envelope.js';
import { type CoreError, coreError } from '../../caqh-core/errors.js';
import type { Interaction } from '../../caqh-core/interactions.js';
import { readEnvelope, readEnvelopeHead, readEnvelopeInSteps } from '../../caqh-core/read-envelope.js';
import { UnreadableEnvelope, type UnreadableReason } from '../../caqh-core/unreadable.js';
import type { WrittenEnvelope } from '../../caqh-core/write-envelope.js';
import type { Services } from '../../exchange/services.js';
import type { ApiError } from '../../gateway/api-error.js';
import type { Answer, Call } from '../../gateway/call.js';
import type { NamedKey, Protocol, ProtocolBody } from '../../gateway/protocol.js';
import type { Rendered } from '../../gateway/render-answer.js';
import type { Steps } from '../../heavy-turns.js';
import { denied } from '../../problems.js';

/** CAQH CORE beside JSON: its errors are envelopes or faults, and its keys stand in UsernameTokens. */
export const CORE_PROTOCOL: Protocol = {
  keyIn({ bytes, contentType }: ProtocolBody): NamedKey | undefined {
    const read = bytes === undefined ? undefined : readHead(bytes, contentType);
    const credentials = read?.credentials;
    if (credentials?.kind === 'digest') {
      throw denied(
        'A PasswordDigest cannot be checked, as no API key is kept. Send the key as PasswordText, over TLS.',
      );
    }
    return credentials === undefined ? undefined : { name: credentials.username, key: credentials.password };
  },
  renderError(error: ApiError, { bytes, contentType }: ProtocolBody, now: number): Rendered {
    const form = formOf(contentType);
    const { status, headers } = error;
    const coded = codedError(error);
    const read = bytes === undefined ? undefined : readHead(bytes, contentType);
    // In SOAP, what is wrong with no envelope is a fault.
    const isFault = form === 'soap' && coded.kind !== 'unauthorized' && (read === undefined || status >= 500);
    const written = isFault
      ? writtenFault(status >= 500 ? 'Receiver' : 'Sender', coded.message)
      : writeError({ form, structure: read?.structure, texts: read?.texts ?? {} }, coded, now);
    return { status, headers: { ...headers, 'content-type': written.contentType }, body: Buffer.from(written.bytes) };
  },
};

/** An envelope as it goes out. */
export function envelopeAnswer({ bytes, contentType }: WrittenEnvelope): Pick<Answer, 'body' | 'headers'> {
  return { body: bytes, headers: { 'content-type': contentType } };
}

type ReadOrRefused =
  | { readonly envelope: ReceivedEnvelope }
  | { readonly refused: WrittenEnvelope; readonly status: number };

/** SOAP 1.2, part 2, 7.5.2.2: faults that are not the sender's content are 500. */
const UNREADABLE_STATUS: Partial<Record<UnreadableReason, number>> = {
  'soap-version': 500,
  header: 500,
  'too-large': 413,
};

/** The envelope of a body, or how one that has none is answered. */
function readOrRefuse(body: Uint8Array, contentType: string, now: number): ReadOrRefused {
  const read = readOnce(body, contentType);
  if (read instanceof UnreadableEnvelope) {
    return { status: UNREADABLE_STATUS[read.reason] ?? 400, refused: writeUnreadable(read, contentType, now) };
  }
  if (!('code' in read)) return { envelope: read };
  return {
    status: 400,
    refused: writtenFault('Sender', 'The body is a fault of SOAP. Send an envelope of the rule.'),
  };
}

/** Bytes of a body that take some milliseconds to read. */
const LARGE_BYTES = 64 * 1024;

/** Has a large body read in turns with those of others. */
export async function readLargeBody({
  services,
  caller,
  body,
  contentType,
}: Pick<Call<unknown, unknown, unknown, Services>, 'services' | 'caller' | 'body' | 'contentType'>): Promise<void> {
  if (!(body instanceof Uint8Array) || body.length <= LARGE_BYTES) return;
  await services.heavyTurns.runSteps(caller.accountId, readInSteps(body, contentType));
}

/** What is asked in a body, judged; or how it is answered where nothing can be. @param interactions that are taken. */
export function requestOrAnswer(
  { services, body, contentType }: Pick<Call<unknown, unknown, unknown, Services>, 'services' | 'body' | 'contentType'>,
  interactions?: readonly Interaction[],
): { readonly to: ReceivedEnvelope; readonly request: CoreRequest } | { readonly answer: Answer } {
  const now = services.clock.now();
  const read = readOrRefuse(body instanceof Uint8Array ? body : new Uint8Array(), contentType, now);
  if ('refused' in read) return { answer: { status: read.status, ...envelopeAnswer(read.refused) } };
  const checked = checkRequest(read.envelope, interactions);
  if ('error' in checked) return { answer: envelopeAnswer(writeError(read.envelope, checked.error, now)) };
  return { to: read.envelope, request: checked.request };
}

type ReadBody = ReturnType<typeof readEnvelope> | UnreadableEnvelope;

/** Bodies that have been read: the inquiry and an error are looked for in the same one, and each reading takes long. */
const readBodies = new WeakMap<Uint8Array, ReadBody>();

function readOnce(body: Uint8Array, contentType: string): ReadBody {
  const known = readBodies.get(body);
  if (known !== undefined) return known;
  const read = orReason(() => readEnvelope(body, contentType));
  readBodies.set(body, read);
  return read;
}

/** Reads a body so that it has been read. */
function* readInSteps(body: Uint8Array, contentType: string): Steps<void> {
  if (readBodies.has(body)) return;
  try {
    readBodies.set(body, yield* readEnvelopeInSteps(body, contentType));
  } catch (error) {
    if (error instanceof UnreadableEnvelope) readBodies.set(body, error);
    else throw error;
  }
}

function orReason(read: () => ReadBody): ReadBody {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableEnvelope) return error;
    throw error;
  }
}

/**
 * The envelope, where there is one: for what must be known before it is judged, as who sends it. A short one is read once for all; of a
 * long one, what stands before the payload, and nobody without a key has more of it read.
 */
function readHead(bytes: Uint8Array, contentType: string): ReceivedEnvelope | undefined {
  const read =
    bytes.length <= LARGE_BYTES
      ? readOnce(bytes, contentType)
      : (readBodies.get(bytes) ?? orReason(() => readEnvelopeHead(bytes, contentType)));
  return 'texts' in read ? read : undefined;
}

/** An error of the gateway as the rule says it. Its sentences are ours, and have no value in them. */
function codedError({ status, message }: ApiError): CoreError {
  if (status === 403) return coreError('unauthorized', message);
  if (status === 429 || status === 503) return coreError('busy', message);
  if (status >= 500) return coreError('receiver', message);
  return coreError('illegal', message);
}
