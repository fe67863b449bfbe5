import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditRow, insertAudit } from '../audit/write-audit.js';
import type { Caller } from '../caller.js';
import type { Platform } from '../platform.js';
import { AccountQueries, type OwnRow } from '../store/account-queries.js';
import { type Change, type SharedChange, together } from '../store/shared-work.js';
import type { AnswerCommits } from './answer-commits.js';
import type { Answer, Call } from './call.js';
import type { Claim } from './idempotency/leases.js';
import type { AskedPage } from './paging/paging.js';
import { type Rendered, render } from './rendered.js';
import type { AnyRoute } from './route.js';

export interface CallParts {
  readonly services: Platform;
  readonly route: AnyRoute;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly claim: Claim | undefined;
  readonly commits: AnswerCommits;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly page: AskedPage;
}

/** A call as handlers get it. */
export class GatewayCall implements Call {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly services: Platform;
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

  async commit<Body>(change: Change<Answer<Body>>): Promise<Answer<Body>> {
    if (this.#committing) throw new Error('A request commits once: put all of it into one commit.');
    this.#committing = true;
    return typeof change === 'function' ? this.#commitAlone(change) : this.#commitTogether(change);
  }

  async #commitAlone<Body>(work: (queries: AccountQueries) => Promise<Answer<Body>>): Promise<Answer<Body>> {
    const { answer, rendered } = await this.services.store.write(async (tx) => {
      const queries = new AccountQueries(tx, this.caller.accountId);
      const given = await work(queries);
      const bytes = render(given);
      await Promise.all([this.audit(queries, given), this.#parts.claim?.complete(queries, bytes)]);
      return { answer: given, rendered: bytes };
    });
    this.#committed = rendered;
    return answer;
  }

  async #commitTogether<Body>({ result: answer, writes }: SharedChange<Answer<Body>>): Promise<Answer<Body>> {
    const { commits, claim } = this.#parts;
    const rendered = render(answer);
    const audited = this.#auditOf(answer);
    const works = audited === undefined ? [writes] : [writes, together(insertAudit, audited)];
    await commits.commit(this.caller.accountId, { rendered, claim, works });
    this.#committed = rendered;
    return answer;
  }

  /** Writes down what was done, for routes that say so. */
  async audit(queries: AccountQueries, answer: Answer): Promise<void> {
    const row = this.#auditOf(answer);
    if (row !== undefined) await insertAudit(queries, [row]);
  }

  #auditOf(answer: Answer): OwnRow<'audit'> | undefined {
    const { audit } = this.#parts.route;
    if (audit === undefined) return undefined;
    const { action, objectKind, objectParam } = audit;
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
