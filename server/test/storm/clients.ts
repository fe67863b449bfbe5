import { randomUUID } from 'node:crypto';
import type { ServerProcess } from '../support/built-server.js';
import { orderRequest } from '../support/orders.js';
import { after, below, type Fleet } from './fleet.js';

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
  #ending = false;
  #running: Promise<unknown> = Promise.resolve();
  readonly #fleet: Fleet;
  readonly #testKey: string;
  /** Sent without an answer; any client may send them again, to any process. */
  readonly #open: Sent[] = [];

  constructor(fleet: Fleet, testKey: string) {
    this.#fleet = fleet;
    this.#testKey = testKey;
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

  /** Until no execution is under way, as the interface tells it. */
  async waitForDeliveries(ms: number): Promise<void> {
    const end = performance.now() + ms;
    const left = [...this.requests];
    const wait = async (): Promise<void> => {
      for (let request = left.pop(); request !== undefined; request = left.pop()) {
        while ((await this.#statusOf(request)) === 'IN_PROGRESS' && performance.now() < end) await after(100);
      }
    };
    await Promise.all(Array.from({ length: 8 }, wait));
  }

  async #statusOf({ answers }: Sent): Promise<string | undefined> {
    const url = `${this.#fleet.living[0]?.url}/2023-08-01/executions/${answers[0]?.fileExecutionId}`;
    const response = await fetch(url, { headers: { authorization: this.#testKey } });
    return ((await response.json()) as { readonly status?: string }).status;
  }

  async #run(): Promise<void> {
    for (;;) {
      const request = this.#next();
      if (request === undefined) return;
      if (!(await this.#send(request))) {
        this.#open.push(request);
        await after(20);
      }
      if (request.answers.length > 0 && Math.random() < 0.05) await this.#send(request);
    }
  }

  #next(): Sent | undefined {
    if (this.#ending || Math.random() < 0.3) {
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
      if (tries > 200) throw new Error(`A request is not answered: ${JSON.stringify([...this.others])}`);
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
    if (answer === undefined) return false;
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

/** @returns `undefined` when the connection ended before the whole answer came. */
export async function post(
  server: ServerProcess,
  key: string,
  request: Pick<Sent, 'key' | 'body'>,
): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
  try {
    const response = await fetch(`${server.url}/2023-08-01/x12/partnerships/demo/generate-edi`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json', 'idempotency-key': request.key },
      body: request.body,
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
