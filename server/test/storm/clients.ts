import { randomUUID } from 'node:crypto';
import type { ServerProcess } from '../support/built-server.js';
import { orderRequest } from '../support/orders.js';
import { below, type Fleet } from './fleet.js';
import { after } from './patience.js';

/** What a living server has for an answer. */
const ANSWER_MS = 30_000;
/** What came from a process before it was killed is still read. */
const DEAD_MS = 1_000;
/**
 * Requests without an answer beyond which no new one is begun: else those begun while nobody lives pile up, and are sent one after
 * another when the storm is over.
 */
const MOST_OPEN = 20;

/** A request under its own Idempotency-Key, sent until it is answered, and now and then once more. */
export interface Sent {
  readonly key: string;
  readonly filename: string;
  readonly body: string;
  tries: number;
  readonly answers: Answered[];
}

/** The part of an answer that the storm compares. */
export interface Answered {
  readonly fileExecutionId: string;
  readonly edi: string;
  readonly number: number;
}

/** Clients that send to any process that lives, as long as they are let. */
export class Clients {
  readonly requests: Sent[] = [];
  /** Statuses other than 200, and how often they came. */
  readonly others = new Map<number, number>();
  /** Requests that a dead process left without an end, as well as without an answer. */
  hanging = 0;
  #ending = false;
  #stopped = false;
  #running: Promise<unknown> = Promise.resolve();
  readonly #fleet: Fleet;
  readonly #testKey: string;
  readonly #pauseMs: number;
  /** Sent without an answer; any client may send them again, to any process. */
  readonly #open: Sent[] = [];

  /** @param options.pauseMs Most milliseconds between an answer and the next request of a client. */
  constructor(fleet: Fleet, { testKey, pauseMs }: { readonly testKey: string; readonly pauseMs: number }) {
    this.#fleet = fleet;
    this.#testKey = testKey;
    this.#pauseMs = pauseMs;
  }

  /** @returns what rejects when one of them meets an answer that there must not be. */
  start(count: number): Promise<unknown> {
    this.#running = Promise.all(Array.from({ length: count }, () => this.#run()));
    return this.#running;
  }

  /** Begins no new requests, and has every one that was sent answered. */
  async finish(): Promise<void> {
    this.#ending = true;
    await this.#running;
    const again = this.requests.filter((_, index) => index % 10 === 0);
    for (const request of again) await this.#sendUntilAnswered(request);
  }

  /** For the end of a storm that failed: whatever is under way, nothing more is sent. */
  stop(): void {
    this.#stopped = true;
  }

  /** Until no execution is under way, as the interface tells it. */
  async waitForDeliveries(): Promise<void> {
    while ((await this.#underWay()) > 0 && !this.#stopped) await after(100);
  }

  async #underWay(): Promise<number> {
    const [server] = this.#fleet.living;
    const url = `${server?.url}/2023-08-01/executions?status=IN_PROGRESS&pageSize=1`;
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(url, { headers: { authorization: this.#testKey }, signal });
    const body: unknown = await response.json();
    if (response.status !== 200) throw new Error(`The list of executions: ${response.status} ${JSON.stringify(body)}`);
    return (body as { readonly items: readonly unknown[] }).items.length;
  }

  /** How far they are, for the error of a storm that stands still. */
  describe(): string {
    const unanswered = this.requests.filter(({ answers }) => answers.length === 0);
    const tries = Math.max(0, ...unanswered.map((one) => one.tries));
    const others = JSON.stringify([...this.others]);
    return `${this.requests.length} requests, ${unanswered.length} without an answer after ${tries} tries at most; others ${others}`;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      if (this.#fleet.living.length === 0) {
        await after(5);
        continue;
      }
      const request = this.#next();
      if (request === undefined) return;
      if (!(await this.#send(request))) {
        this.#open.push(request);
        await after(20);
      }
      if (request.answers.length > 0 && Math.random() < 0.05) await this.#send(request);
      if (this.#pauseMs > 0) await after(below(this.#pauseMs));
    }
  }

  #next(): Sent | undefined {
    if (this.#ending || this.#open.length >= MOST_OPEN || Math.random() < 0.3) {
      const open = this.#open.splice(below(this.#open.length), 1)[0];
      if (open !== undefined || this.#ending) return open;
    }
    const number = this.requests.length + 1;
    const filename = `order-${number}-${randomUUID()}.edi`;
    const request = { key: randomUUID(), filename, body: orderRequest(number, filename), tries: 0, answers: [] };
    this.requests.push(request);
    return request;
  }

  async #sendUntilAnswered(request: Sent): Promise<void> {
    for (let tries = 0; !(await this.#send(request)); tries++) {
      if (tries > 200) throw new Error(`A request is not answered: ${this.describe()}`);
      await after(100);
    }
  }

  /** @returns whether it was answered: not when the process was killed, or when the first request of the key is still held. */
  async #send(request: Sent): Promise<boolean> {
    const { living } = this.#fleet;
    const server = living[below(living.length)];
    if (server === undefined) return false;
    request.tries++;
    const answer = await post(server, this.#testKey, request);
    if (answer === 'hanging') this.hanging++;
    if (answer === undefined || answer === 'hanging') return false;
    this.#fleet.answered(server);
    if (answer.status === 200) {
      request.answers.push(answered(answer.body));
      return true;
    }
    this.others.set(answer.status, (this.others.get(answer.status) ?? 0) + 1);
    // Under way elsewhere, too many at once, or it ends: all are told to come again.
    if ([409, 429, 503].includes(answer.status)) return false;
    throw new Error(`status ${answer.status}: ${JSON.stringify(answer.body)}\n${server.output()}`);
  }
}

/**
 * @returns `undefined` when the connection ended before the whole answer came, `hanging` when not even that became known of a dead
 * process.
 * @throws Error when a living process does not answer.
 */
export async function post(
  server: ServerProcess,
  key: string,
  request: Pick<Sent, 'key' | 'body'>,
): Promise<{ readonly status: number; readonly body: unknown } | 'hanging' | undefined> {
  const end = new AbortController();
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<'late' | 'hanging'>((resolve) => {
    late = setTimeout(() => resolve('late'), ANSWER_MS);
    void server.ended.then(() => setTimeout(() => resolve('hanging'), DEAD_MS));
  });
  const outcome = await Promise.race([send(server, key, request, end.signal), tooLate]);
  clearTimeout(late);
  if (outcome === 'late' || outcome === 'hanging') end.abort();
  if (outcome === 'late') throw new Error(`A server does not answer: ${server.output()}`);
  return outcome;
}

async function send(
  server: ServerProcess,
  key: string,
  request: Pick<Sent, 'key' | 'body'>,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
  try {
    const response = await fetch(`${server.url}/2023-08-01/x12/partnerships/demo/generate-edi`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json', 'idempotency-key': request.key },
      body: request.body,
      signal,
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

function answered(body: unknown): Answered {
  // The shape of the interface's answer; what is not there shows in the comparison.
  const { fileExecutionId, edi } = body as { readonly fileExecutionId: string; readonly edi: string };
  return { fileExecutionId, edi, number: controlNumberOf(edi) };
}

/** ISA13, which stands at its place whatever the delimiters are. */
export function controlNumberOf(edi: string): number {
  return Number(edi.slice(90, 99));
}
