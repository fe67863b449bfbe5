import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answered, writeResponse, writtenFault } from '../../caqh-core/answer.js';
import { isEnvelopeType, readEnvelope } from '../../caqh-core/read-envelope.js';
import type { WrittenEnvelope } from '../../caqh-core/write-envelope.js';
import { systemClock } from '../../clock.js';
import type { Fault } from './orders.js';
import { type SimulatedPayer, simulatedPayer } from './simulated-payer.js';

export interface SimulatorOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Milliseconds before every answer, beside what is ordered. */
  readonly delayMs: number;
}

/** A 270 has some kilobytes. */
const MOST_BYTES = 1024 * 1024;

/** The payer simulator as a server of its own: X12 by POST, and CAQH CORE in real time, at any path. */
export async function serveSimulator(options: SimulatorOptions): Promise<Server> {
  const payer = simulatedPayer(() => systemClock.now());
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
  { delayMs }: SimulatorOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  if (request.method !== 'POST' || body === undefined) return send(response, 400, 'text/plain', 'POST a 270.\n');
  const contentType = request.headers['content-type'] ?? '';
  const envelope = isEnvelopeType(contentType) ? readEnvelope(body, contentType) : undefined;
  if (envelope !== undefined && 'code' in envelope) return send(response, 400, 'text/plain', 'That is a fault.\n');
  const answer = await payer(envelope === undefined ? body : (envelope.payload ?? new Uint8Array()));
  await pause(delayMs + answer.delayMs, undefined, { ref: false });
  if (answer.kind === 'fault') return fail(response, answer.fault, envelope);
  if (envelope === undefined) return send(response, 200, 'application/edi-x12', answer.x12);
  const { contentType: type, bytes } = writeResponse(envelope, answer.x12, systemClock.now());
  send(response, 200, type, bytes);
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
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
    case 'soap-fault': {
      const { contentType, bytes } = writtenFault('Receiver', 'As ordered.');
      return send(response, 500, contentType, bytes);
    }
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

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
