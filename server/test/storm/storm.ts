import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, type ServerProcess, startServer } from '../support/built-server.js';
import { orderRequest } from '../support/orders.js';

/** What the storm saw; each list is empty when all held. */
export interface StormReport {
  readonly rounds: number;
  readonly sent: number;
  readonly acknowledged: number;
  /** Requests whose retry under the same key gave another file. */
  readonly answeredTwice: readonly string[];
  /** Control numbers that two different files carry. */
  readonly repeatedNumbers: readonly number[];
  /** Acknowledged files that were not delivered in the end, or with other bytes. */
  readonly lost: readonly string[];
  /** Acknowledged files whose execution is not COMPLETED in the end. */
  readonly unfinished: readonly string[];
}

interface Sent {
  readonly key: string;
  readonly body: string;
  answers: Answered[];
}

interface Answered {
  readonly fileExecutionId: string;
  readonly edi: string;
  readonly number: number;
}

export interface StormOptions {
  readonly rounds: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly clients?: number;
}

/** Short leases and intervals, so that a killed process is followed up at once. */
const FAST = { JOB_LEASE_MS: '1500', IDEMPOTENCY_LEASE_MS: '1500', DELIVERY_INTERVAL_MS: '200' };

/**
 * Kills a server under load again and again, at any instant, and repeats what was not answered under the same keys; then lets it
 * finish and compares what was acknowledged with what was delivered.
 */
export async function storm(
  built: BuiltServer,
  { rounds, environment = {}, clients = 8 }: StormOptions,
): Promise<StormReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-storm-'));
  const requests: Sent[] = [];
  const settings = { ...FAST, ...environment };
  try {
    for (let round = 0; round < rounds; round++) {
      const server = await startServer(built.main, dataDir, settings);
      const killing = after(randomInt(20, 900)).then(() => server.kill());
      await Promise.all(Array.from({ length: clients }, () => sendUntilKilled(server, requests)));
      await killing;
    }
    const server = await startServer(built.main, dataDir, settings);
    for (const request of requests) await repeat(server, request);
    const report = await compare(server, requests, rounds);
    await server.stop();
    return report;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function sendUntilKilled(server: ServerProcess, requests: Sent[]): Promise<void> {
  const open = requests.filter((request) => request.answers.length === 0 && Math.random() < 0.3).slice(0, 4);
  for (const request of open) if (!(await send(server, request))) return;
  for (;;) {
    const number = requests.length + 1;
    const request: Sent = {
      key: randomUUID(),
      body: orderRequest(number, `order-${number}-${randomUUID()}.edi`),
      answers: [],
    };
    requests.push(request);
    if (!(await send(server, request))) return;
  }
}

/** @returns false once the server is gone. A conflict is an answer: the first request of that key is still held. */
async function send(server: ServerProcess, request: Sent): Promise<boolean> {
  try {
    const response = await fetch(`${server.url}/2023-08-01/x12/partnerships/demo/generate-edi`, {
      method: 'POST',
      headers: { authorization: server.testKey, 'content-type': 'application/json', 'idempotency-key': request.key },
      body: request.body,
    });
    const body = await response.json();
    if (response.status === 200) request.answers.push(answered(body));
    else if (response.status !== 409) throw new Error(`status ${response.status}: ${JSON.stringify(body)}`);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('status')) throw error;
    return false;
  }
}

/** Until it is answered 200: a lease of a killed process runs out soon. */
async function repeat(server: ServerProcess, request: Sent): Promise<void> {
  const before = request.answers.length;
  for (let tries = 0; request.answers.length === before; tries++) {
    if (tries > 100) throw new Error(`A request is not answered: ${server.output()}`);
    if (!(await send(server, request))) throw new Error(`The server ended by itself: ${server.output()}`);
    if (request.answers.length === before) await after(100);
  }
}

async function compare(server: ServerProcess, requests: readonly Sent[], rounds: number): Promise<StormReport> {
  const files = requests.map((request) => ({ request, answer: request.answers[0] }));
  const numbers = new Map<number, Set<string>>();
  for (const { answer } of files) {
    if (answer === undefined) continue;
    const ids = numbers.get(answer.number) ?? new Set();
    numbers.set(answer.number, ids.add(answer.fileExecutionId));
  }
  const unfinished: string[] = [];
  const lost: string[] = [];
  for (const { request, answer } of files) {
    if (answer === undefined) continue;
    if ((await statusInTheEnd(server, answer.fileExecutionId)) !== 'COMPLETED') unfinished.push(answer.fileExecutionId);
    const { filename } = JSON.parse(request.body) as { readonly filename: string };
    const delivered = await readFile(join(server.dataDir, 'objects/ediloom-demo/outbound', filename), 'utf8').catch(
      () => '',
    );
    if (delivered !== answer.edi) lost.push(answer.fileExecutionId);
  }
  return {
    rounds,
    sent: requests.length,
    acknowledged: files.filter(({ answer }) => answer !== undefined).length,
    answeredTwice: requests
      .filter(({ answers }) => new Set(answers.map((one) => one.fileExecutionId)).size > 1)
      .map(({ key }) => key),
    repeatedNumbers: [...numbers].filter(([, ids]) => ids.size > 1).map(([number]) => number),
    lost,
    unfinished,
  };
}

async function statusInTheEnd(server: ServerProcess, executionId: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    const response = await fetch(`${server.url}/2023-08-01/executions/${executionId}`, {
      headers: { authorization: server.testKey },
    });
    const { status } = (await response.json()) as { readonly status: string };
    if (status === 'COMPLETED' || status === 'FAILED' || tries > 200) return status;
    await after(100);
  }
}

function answered(body: unknown): Answered {
  // The shape of the interface's answer; what is not there shows in the comparison.
  const { fileExecutionId, edi, metadata } = body as {
    readonly fileExecutionId: string;
    readonly edi: string;
    readonly metadata: { readonly interchangeMetadata: readonly { readonly interchangeControlNumber: number }[] };
  };
  return { fileExecutionId, edi, number: metadata.interchangeMetadata[0]?.interchangeControlNumber ?? 0 };
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
