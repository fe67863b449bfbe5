import Type from 'typebox';
import {
  type Answered,
  formOf,
  writeError,
  writeResponse,
  writeUnreadable,
  writtenFault,
} from '../../caqh-core/answer.js';
import { checkRequest } from '../../caqh-core/check-request.js';
import type { ReceivedEnvelope } from '../../caqh-core/envelope.js';
import { type CoreError, coreError } from '../../caqh-core/errors.js';
import { ENVELOPE_MEDIA, readEnvelope } from '../../caqh-core/read-envelope.js';
import { UnreadableEnvelope, type UnreadableReason } from '../../caqh-core/unreadable.js';
import type { WrittenEnvelope } from '../../caqh-core/write-envelope.js';
import { answerInquiry } from '../../exchange/eligibility/answer-inquiry.js';
import type { ApiError } from '../../gateway/api-error.js';
import type { Answer } from '../../gateway/call.js';
import type { NamedKey, Protocol, ProtocolBody } from '../../gateway/protocol.js';
import type { Rendered } from '../../gateway/render-answer.js';
import type { AnyRoute } from '../../gateway/route.js';
import { denied, Problem } from '../../problems.js';
import { route } from '../route.js';

/** An inquiry about one patient is some kilobytes. */
const MOST_BYTES = 256 * 1024;

/** From so many on it takes some milliseconds to read one. */
const HEAVY_BYTES = 16 * 1024;

/** Of one text. */
const MOST_ERRORS = 5;

/** CAQH CORE beside JSON: its errors are envelopes or faults, and its keys stand in UsernameTokens. */
const CORE_PROTOCOL: Protocol = {
  keyIn({ bytes, contentType }: ProtocolBody): NamedKey | undefined {
    const read = bytes === undefined ? undefined : readIfEnvelope(bytes, contentType);
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
    const read = bytes === undefined ? undefined : readIfEnvelope(bytes, contentType);
    // In SOAP, what is wrong with no envelope is a fault.
    const isFault = form === 'soap' && coded.kind !== 'unauthorized' && (read === undefined || status >= 500);
    const written = isFault
      ? writtenFault(status >= 500 ? 'Receiver' : 'Sender', coded.message)
      : writeError({ form, structure: read?.structure, texts: read?.texts ?? {} }, coded, now);
    return { status, headers: { ...headers, 'content-type': written.contentType }, body: Buffer.from(written.bytes) };
  },
};

const coreRoute = route({
  operation: 'CaqhCoreRealTime',
  family: 'healthcare',
  method: 'POST',
  path: '/protocols/caqh-core',
  unversioned: ['/protocols/caqh-core'],
  summary: 'Find out by a 270 in an envelope of CAQH CORE',
  description:
    'Envelopes of CAQH CORE Connectivity vC2.2.0 in real time: SOAP 1.2 (`application/soap+xml`) with COREEnvelopeRealTimeRequest, or `multipart/form-data` with a part for each element. The API key stands in the UsernameToken (in a form: the parts UserName and Password) as password, with the id of the account or of the key as name, or in the Authorization header. Answered is an envelope of the same kind with a 271, 999 or TA1, or with an error of the rule and no payload; a fault of SOAP where no envelope was sent. Batches are answered NotSupported.',
  mediaTypes: ENVELOPE_MEDIA,
  bodyLimit: MOST_BYTES,
  heavyBytes: HEAVY_BYTES,
  pool: 'eligibility',
  protocol: CORE_PROTOCOL,
  audit: { action: 'check', objectKind: 'eligibility-check' },
  schemas: {
    body: Type.Unknown({ description: 'An envelope.' }),
    response: { 200: Type.Unknown({ description: 'An envelope with the answer, or with an error of the rule.' }) },
  },
  handle: async (call): Promise<Answer> => {
    const { services, contentType } = call;
    const now = services.clock.now();
    const body = call.body instanceof Uint8Array ? call.body : new Uint8Array();
    const read = readOrRefuse(body, contentType, now);
    if ('refused' in read) return { status: read.status, ...answer(read.refused) };
    const to: Answered = read.envelope;
    const checked = checkRequest(read.envelope);
    if ('error' in checked) return answer(writeError(to, checked.error, now));
    const { x12 } = checked.request;
    try {
      const answered = await answerInquiry(call, { x12, origin: call.origin }, async ({ x12, checkId }, writes) => {
        await call.commit({ result: { ...answer(writeResponse(to, x12, now)), objectId: checkId }, writes });
      });
      return { ...answer(writeResponse(to, answered.x12, now)), objectId: answered.checkId };
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'invalid') throw error;
      return answer(writeError(to, coreError('illegal', messageOf(error), 'Payload'), now));
    }
  },
});

function answer({ bytes, contentType }: WrittenEnvelope): Pick<Answer, 'body' | 'headers'> {
  return { body: bytes, headers: { 'content-type': contentType } };
}

/** An envelope has one text: the things that are wrong stand behind one another, as far as they are of use. */
function messageOf({ message, errors }: Problem): string {
  if (errors.length === 0) return message;
  const each = errors
    .slice(0, MOST_ERRORS)
    .map(({ path, message }) => (path === undefined ? message : `${path}: ${message}`));
  return `The 270 is not taken as it is, and nothing was sent. ${each.join(' ')}`;
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

function readOrRefuse(body: Uint8Array, contentType: string, now: number): ReadOrRefused {
  const read = readOnce(body, contentType);
  if (read instanceof UnreadableEnvelope) {
    return { status: UNREADABLE_STATUS[read.reason] ?? 400, refused: writeUnreadable(read, contentType, now) };
  }
  if (!('code' in read)) return { envelope: read };
  return {
    status: 400,
    refused: writtenFault('Sender', 'The body is a fault of SOAP. Send COREEnvelopeRealTimeRequest.'),
  };
}

type ReadBody = ReturnType<typeof readEnvelope> | UnreadableEnvelope;

/** Bodies that have been read: the key, the inquiry and an error are looked for in the same one, and each reading takes long. */
const readBodies = new WeakMap<Uint8Array, ReadBody>();

function readOnce(body: Uint8Array, contentType: string): ReadBody {
  const known = readBodies.get(body);
  if (known !== undefined) return known;
  const read = readOrReason(body, contentType);
  readBodies.set(body, read);
  return read;
}

function readOrReason(body: Uint8Array, contentType: string): ReadBody {
  try {
    return readEnvelope(body, contentType);
  } catch (error) {
    if (error instanceof UnreadableEnvelope) return error;
    throw error;
  }
}

/** The envelope, where there is one: for what must be known before it is judged. */
function readIfEnvelope(bytes: Uint8Array, contentType: string): ReceivedEnvelope | undefined {
  const read = readOrRefuse(bytes, contentType, 0);
  return 'envelope' in read ? read.envelope : undefined;
}

/** An error of the gateway as the rule says it. Its sentences are ours, and have no value in them. */
function codedError({ status, message }: ApiError): CoreError {
  if (status === 403) return coreError('unauthorized', message);
  if (status === 429 || status === 503) return coreError('busy', message);
  if (status >= 500) return coreError('receiver', message);
  return coreError('illegal', message);
}

/** Partners' systems that speak CAQH CORE. */
export const coreRoutes: readonly AnyRoute[] = [coreRoute];
