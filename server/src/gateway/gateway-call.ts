import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.js';
import { AccountQueries } from '../store/account-queries.js';
import { writeAudit } from './audit.js';
import type { Answer, Call, Caller } from './call.js';
import type { Claim } from './claims.js';
import type { AskedPage } from './paging.js';
import { type Rendered, render } from './rendered.js';
import type { AnyRoute } from './route.js';

export interface CallParts {
  readonly services: Services;
  readonly route: AnyRoute;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly claim: Claim | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly page: AskedPage;
}

interface Committed<Body> {
  readonly answer: Answer<Body>;
  readonly rendered: Rendered;
}

/** A call as handlers get it. */
export class GatewayCall implements Call {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly services: Services;
  readonly page: AskedPage;
  readonly #parts: CallParts;
  #signal: AbortSignal | undefined;
  #committing = false;
  #committed: Rendered | undefined;

  constructor(parts: CallParts) {
    this.#parts = parts;
    this.caller = parts.caller;
    this.params = parts.params;
    this.query = parts.query;
    this.body = parts.body;
    this.services = parts.services;
    this.page = parts.page;
  }

  get requestId(): string {
    return this.#parts.request.id;
  }

  get address(): string {
    return this.#parts.request.ip;
  }

  get log() {
    return this.#parts.request.log;
  }

  get signal(): AbortSignal {
    if (this.#signal !== undefined) return this.#signal;
    const controller = new AbortController();
    const { raw } = this.#parts.reply;
    raw.once('close', () => {
      if (!raw.writableFinished) controller.abort();
    });
    this.#signal = controller.signal;
    return controller.signal;
  }

  /** The answer that was committed, as it was kept. */
  get committed(): Rendered | undefined {
    return this.#committed;
  }

  read<Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result> {
    return this.services.store.read((db) => work(new AccountQueries(db, this.caller.accountId)));
  }

  commit<Body>(work: (queries: AccountQueries) => Promise<Answer<Body>>): Promise<Answer<Body>> {
    return this.#commit(async (queries) => {
      const answer = await work(queries);
      const rendered = render(answer);
      await this.#keep(queries, answer, rendered);
      return { answer, rendered };
    });
  }

  commitAnswer<Body>(answer: Answer<Body>, work: (queries: AccountQueries) => Promise<void>): Promise<Answer<Body>> {
    const rendered = render(answer);
    return this.#commit(async (queries) => {
      await Promise.all([work(queries), this.#keep(queries, answer, rendered)]);
      return { answer, rendered };
    });
  }

  async #commit<Body>(work: (queries: AccountQueries) => Promise<Committed<Body>>): Promise<Answer<Body>> {
    if (this.#committing) throw new Error('A request commits once: put all of it into one commit.');
    this.#committing = true;
    const { answer, rendered } = await this.services.store.write((tx) =>
      work(new AccountQueries(tx, this.caller.accountId)),
    );
    this.#committed = rendered;
    return answer;
  }

  /** Writes what an answer leaves in the store: its audit, and its copy for repeated requests. */
  async #keep(queries: AccountQueries, answer: Answer, rendered: Rendered): Promise<void> {
    await Promise.all([this.audit(queries, answer), this.#parts.claim?.complete(queries, rendered)]);
  }

  /** Writes down what was done, for routes that say so. */
  async audit(queries: AccountQueries, answer: Answer): Promise<void> {
    const { audit } = this.#parts.route;
    if (audit === undefined) return;
    const { action, objectKind, objectParam } = audit;
    const param = objectParam === undefined ? undefined : this.params[objectParam];
    await writeAudit(queries, this.services.clock, {
      action,
      objectKind,
      objectId: typeof param === 'string' ? param : (answer.objectId ?? ''),
      keyId: this.caller.keyId,
      address: this.address,
      requestId: this.requestId,
    });
  }
}
