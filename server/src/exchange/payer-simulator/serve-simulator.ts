import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answered, writeError, writeResponse, writeUnreadable, writtenFault } from '../../caqh-core/answer.js';
import { checkRequest } from '../../caqh-core/check-request.js';
import type { Credentials, ReceivedCredentials } from '../../caqh-core/envelope.js';
import { coreError } from '../../caqh-core/errors.js';
import { isEnvelopeType, readEnvelope } from '../../caqh-core/read-envelope.js';
import { UnreadableEnvelope } from '../../caqh-core/unreadable.js';
import type { WrittenEnvelope } from '../../caqh-core/write-envelope.js';
import { systemClock } from '../../clock.js';
import { isSame } from '../../secrets/is-same.js';
import { EligibilityEngines } from '../eligibility/eligibility-engine.js';
import type { Fault } from './orders.js';
import { type SimulatedPayer, simulatedPayer } from './simulated-payer.js';

export interface SimulatorOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Milliseconds before every answer, beside what is ordered. */
  readonly delayMs: number;
  /** What whoever asks must log in with: HTTP Basic, or the UsernameToken of an envelope. Default: anybody may ask. */
  readonly login?: Credentials | undefined;
}

/** A 270 has some kilobytes. */
const MOST_BYTES = 1024 * 1024;
const LOGIN = 'Log in with the name and the password that the simulator was started with.';
const WANTED = 'Send one interchange with one 270 about one patient.';

/** The payer simulator as a server of its own: X12 by POST, and CAQH CORE in real time, at any path. */
export async function serveSimulator(options: SimulatorOptions): Promise<Server> {
  const payer = simulatedPayer(() => systemClock.now(), new EligibilityEngines());
  const server = createServer((request, response) => {
    // A client that is gone is no reason to end.
    void answered(payer, options, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return server;
}

async function answered(
  payer: SimulatedPayer,
  { delayMs, login }: SimulatorOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  if (request.method !== 'POST') return send(response, 405, 'text/plain', `POST it. ${WANTED}\n`, { allow: 'POST' });
  if (body === undefined) return send(response, 413, 'text/plain', `That is too large. ${WANTED}\n`);
  const { authorization, 'content-type': contentType = '' } = request.headers;
  const isLoggedIn = (given: ReceivedCredentials | undefined): boolean =>
    login === undefined || isLogin(given ?? basicLogin(authorization), login);
  const asked = questionOf(body, contentType, isLoggedIn);
  if (asked === undefined) return send(response, 401, 'text/plain', `${LOGIN}\n`, { 'www-authenticate': 'Basic' });
  if ('refused' in asked) return sendWritten(response, asked.status, asked.refused);
  const { x12, to } = asked;
  const answer = await payer(x12);
  await pause(delayMs + answer.delayMs, undefined, { ref: false });
  if (answer.kind === 'fault') return fail(response, answer.fault, to);
  if (to === undefined) {
    if (answer.kind === 'refused') return send(response, 400, 'text/plain', `${WANTED}\n`);
    return send(response, 200, 'application/edi-x12', answer.x12);
  }
  const now = systemClock.now();
  sendWritten(
    response,
    200,
    answer.kind === 'refused'
      ? writeError(to, coreError('illegal', WANTED, 'Payload'), now)
      : writeResponse(to, answer.x12, now),
  );
}

type Asked =
  | { readonly x12: Uint8Array; readonly to?: Answered }
  | { readonly status: number; readonly refused: WrittenEnvelope };

/**
 * What a body asks; an envelope that breaks the rule is answered by the code of what is wrong, as payers do.
 * @returns `undefined`: X12 whose sender has not logged in.
 */
function questionOf(
  body: Uint8Array,
  contentType: string,
  isLoggedIn: (given: ReceivedCredentials | undefined) => boolean,
): Asked | undefined {
  if (!isEnvelopeType(contentType)) return isLoggedIn(undefined) ? { x12: body } : undefined;
  const now = systemClock.now();
  try {
    const envelope = readEnvelope(body, contentType);
    if ('code' in envelope) return { status: 400, refused: writtenFault('Sender', 'A fault asks nothing.') };
    if (!isLoggedIn(envelope.credentials)) {
      return { status: 403, refused: writeError(envelope, coreError('unauthorized', LOGIN), now) };
    }
    const checked = checkRequest(envelope);
    return 'error' in checked
      ? { status: 200, refused: writeError(envelope, checked.error, now) }
      : { x12: checked.request.x12, to: envelope };
  } catch (error) {
    if (error instanceof UnreadableEnvelope) return { status: 400, refused: writeUnreadable(error, contentType, now) };
    throw error;
  }
}

function isLogin(given: ReceivedCredentials | undefined, { username, password }: Credentials): boolean {
  return given?.kind === 'text' && isSame(given.username, username) && isSame(given.password, password);
}

/** Of HTTP Basic. */
function basicLogin(authorization = ''): ReceivedCredentials | undefined {
  const [, coded = ''] = /^Basic +(\S+)$/i.exec(authorization) ?? [];
  const [, username, password] = /^([^:]+):(.*)$/s.exec(Buffer.from(coded, 'base64').toString('utf8')) ?? [];
  return username === undefined || password === undefined ? undefined : { kind: 'text', username, password };
}

/** Read to its end also where it is too large, for else no answer reaches the sender. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= MOST_BYTES) chunks.push(chunk as Buffer);
  }
  return size > MOST_BYTES ? undefined : Buffer.concat(chunks);
}

function fail(response: ServerResponse, fault: Fault, to: Answered | undefined): void {
  switch (fault.kind) {
    case 'never':
      return;
    case 'closed':
      response.destroy();
      return;
    case 'http':
      return send(response, fault.status, 'text/plain', 'As ordered.\n');
    case 'html':
      return send(response, 200, 'text/html', '<!doctype html><title>Maintenance</title><p>Back soon.</p>\n');
    case 'soap-fault':
      return sendWritten(response, 500, writtenFault('Receiver', 'As ordered.'));
    case 'boundary':
      return sendBroken(response, to);
  }
}

/** A form that ends at another boundary than its head says; SOAP and plain X12 have none, and are cut off within a tag. */
function sendBroken(response: ServerResponse, to: Answered | undefined): void {
  if (to === undefined) return send(response, 200, 'application/edi-x12', '<boundary');
  const written: WrittenEnvelope = writeResponse(to, Buffer.from('ISA*'), systemClock.now());
  const isForm = written.contentType.startsWith('multipart/');
  const type = isForm ? 'multipart/form-data; boundary=another' : written.contentType;
  send(response, 200, type, isForm ? written.bytes : written.bytes.subarray(0, written.bytes.length - 9));
}

function sendWritten(response: ServerResponse, status: number, { contentType, bytes }: WrittenEnvelope): void {
  send(response, status, contentType, bytes);
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...headers, 'content-type': type }).end(body);
}
