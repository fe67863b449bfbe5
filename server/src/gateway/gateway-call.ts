import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditRow, insertAudit } from '../audit/write-audit.js';
import type { Caller } from '../caller.js';
import type { AddressCheck } from '../http/networks.js';
import type { Origin } from '../origins/origin.js';
import type { Platform } from '../platform.js';
import { AccountQueries, type OwnRow } from '../store/account-queries.js';
import type { AskedPage } from '../store/page.js';
import { type Change, type SharedChange, shareWork } from '../store/shared-work.js';
import type { Transaction } from '../store/store.js';
import type { AnswerCommits } from './answer-commits.js';
import { ApiError } from './api-error.js';
import type { Answer, Call } from './call.js';
import type { KeyLease } from './idempotency/leases.js';
import { hasLeft } from './reading/body-errors.js';
import { streamBody } from './reading/stream-body.js';
import { type Rendered, render } from './render-answer.js';
import type { AnyRoute } from './route.js';
import { whenOver } from './when-over.js';

/** What a call is made of: the parts of the gateway it uses, its route, and the request as it was read. */
export interface CallParts {
  readonly services: Platform;
  readonly route: AnyRoute;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Of its Idempotency-Key, where it has one. */
  readonly lease: KeyLease | undefined;
  readonly commits: AnswerCommits;
  readonly isProxy: AddressCheck;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly page: AskedPage;
}

/** A call as handlers get it. It commits at most once: what is answered is what was kept for a repeated request, byte for byte. */
export class GatewayCall implements Call {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly services: Platform;
  readonly page: AskedPage;
  readonly #parts: CallParts;
  #signal: AbortSignal | undefined;
  #bodyStream: Readable | undefined;
  #committing = false;
  #isAudited = false;
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

  get contentType(): string {
    return this.#parts.request.headers['content-type'] ?? '';
  }

  get bodyStream(): Readable {
    const { route, request } = this.#parts;
    if (!route.streamsBody) throw new Error('The route does not stream its body: it has it in `body`.');
    this.#bodyStream ??= streamBody(request.raw, {
      limit: request.routeOptions.bodyLimit,
      inTurn: (work) => void this.services.heavyTurns.run(this.caller.accountId, work),
    });
    return this.#bodyStream;
  }

  get isHead(): boolean {
    return this.#parts.request.method === 'HEAD';
  }

  header(name: string): string | undefined {
    const value = this.#parts.request.headers[name];
    return Array.isArray(value) ? value.join() : value;
  }

  headersWith(beginning: string): Readonly<Record<string, string>> {
    const names = Object.keys(this.#parts.request.headers).filter((name) => name.startsWith(beginning));
    return Object.fromEntries(names.map((name) => [name, this.header(name) ?? '']));
  }

  /** No more of the body is read. */
  endBody(): void {
    this.#bodyStream?.destroy();
  }

  /**
   * What the handler has failed of, where others say that in words of their own: whoever wrote the body away, which did not come whole; and
   * whoever was told to give up, as the client has left, which the answer hears of before the body.
   */
  causeOf(error: unknown): unknown {
    const body = this.#bodyStream;
    if (body?.errored instanceof ApiError) return body.errored;
    const isGivenUp = this.#signal?.aborted === true && error instanceof Error && error.name === 'AbortError';
    return isGivenUp ? hasLeft() : error;
  }

  get address(): string {
    return this.#parts.request.ip;
  }

  get origin(): Origin {
    const { request, isProxy } = this.#parts;
    const peer = request.socket.remoteAddress ?? '';
    const forwarded = request.headers['x-forwarded-for'];
    // Node joins several of them; the type does not say so.
    return { peer, isTrustedProxy: isProxy(peer), forwarded: Array.isArray(forwarded) ? forwarded.join() : forwarded };
  }

  get log() {
    return this.#parts.request.log;
  }

  get signal(): AbortSignal {
    if (this.#signal !== undefined) return this.#signal;
    // Made when it is first asked for, as few handlers wait for something that they could give up.
    const controller = new AbortController();
    const { reply } = this.#parts;
    whenOver(reply, () => {
      if (!reply.raw.writableFinished) controller.abort();
    });
    this.#signal = controller.signal;
    return controller.signal;
  }

  onOver(work: () => void): void {
    const { reply } = this.#parts;
    // A client that has left already causes no second event.
    if (reply.raw.closed) work();
    else whenOver(reply, work);
  }

  /** The answer that was committed, as it was kept. */
  get committed(): Rendered | undefined {
    return this.#committed;
  }

  read<Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result> {
    const { store } = this.services;
    const ask = (db: Transaction): Promise<Result> => work(new AccountQueries(db, this.caller.accountId));
    const { route } = this.#parts;
    return 'paged' in route || route.looksThrough ? store.list(ask) : store.read(ask);
  }

  async commit<Body>(change: Change<Answer<Body>>): Promise<Answer<Body>> {
    if (this.#committing) throw new Error('A request commits once: put all of it into one commit.');
    this.#committing = true;
    try {
      return typeof change === 'function' ? await this.#commitAlone(change) : await this.#commitTogether(change);
    } catch (error) {
      // Nothing of it is there: a change that was made from what is not any more may be made anew.
      this.#committing = false;
      throw error;
    }
  }

  /** A transaction of its own. All in it may run again, so what is answered is what the last run gave. */
  async #commitAlone<Body>(work: (queries: AccountQueries) => Promise<Answer<Body>>): Promise<Answer<Body>> {
    const { answer, rendered } = await this.services.store.write(async (tx) => {
      const queries = new AccountQueries(tx, this.caller.accountId);
      const given = await work(queries);
      const bytes = render(given);
      await Promise.all([this.#insertAudit(queries, given), this.#parts.lease?.complete(queries, bytes)]);
      return { answer: given, rendered: bytes };
    });
    this.#committed = rendered;
    return answer;
  }

  /** A part in the transaction of those who commit at the same time. */
  async #commitTogether<Body>({ result: answer, writes }: SharedChange<Answer<Body>>): Promise<Answer<Body>> {
    const { commits, lease } = this.#parts;
    const rendered = render(answer);
    const audited = this.#auditOf(answer);
    const works = audited === undefined ? [writes] : [writes, shareWork(insertAudit, audited)];
    await commits.commit(this.caller.accountId, { rendered, lease, works });
    this.#committed = rendered;
    return answer;
  }

  async audited(queries: AccountQueries, objectId?: string): Promise<void> {
    await this.#insertAudit(queries, { body: undefined, objectId });
    this.#isAudited = true;
  }

  /** What is to be written down of what was done, for routes that say so; `undefined` for others, and where it was written down with the change. */
  auditOf(answer: Answer): OwnRow<'audit'> | undefined {
    return this.#isAudited ? undefined : this.#auditOf(answer);
  }

  async #insertAudit(queries: AccountQueries, answer: Answer): Promise<void> {
    const row = this.#auditOf(answer);
    if (row !== undefined) await insertAudit(queries, [row]);
  }

  #auditOf(answer: Answer): OwnRow<'audit'> | undefined {
    const { audit } = this.#parts.route;
    if (audit === undefined) return undefined;
    const { action, objectKind, objectParam } = audit;
    // Where no path names the object, as when it was made just now, the answer does.
    const param = objectParam === undefined ? undefined : this.params[objectParam];
    return auditRow(this.services.clock, {
      action,
      objectKind,
      objectId: typeof param === 'string' ? param : (answer.objectId ?? ''),
      keyId: this.caller.keyId,
      address: this.address,
      requestId: this.requestId,
    });
  }
}
