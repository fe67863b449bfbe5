import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../caller.js';
import type { Origin } from '../origins/origin.js';
import type { Platform } from '../platform.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { AskedPage } from '../store/page.js';
import type { Change } from '../store/shared-work.js';

/** A request that has passed the gateway. */
export interface Call<Params = unknown, Query = unknown, Body = unknown, Services = Platform> {
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly requestId: string;
  /** Of the body, as its header says; empty where it does not. */
  readonly contentType: string;
  /** The body of a route that streams it, as it comes; each call has one. @throws ApiError 413 for one that is told to be over the limit. */
  readonly bodyStream: Readable;
  /** Asked by HEAD: the headers are answered alone, whatever body is there, so that none need be made. */
  readonly isHead: boolean;
  /** A header of the request, by its name in lower case; several of one name are one, as HTTP joins them. */
  header(name: string): string | undefined;
  /** All of them that begin so: names in lower case. */
  headersWith(beginning: string): Readonly<Record<string, string>>;
  /** Of the peer, or of who stands before a trusted proxy. */
  readonly address: string;
  /** Where the request says it comes from, for the one rule that believes it; never for limits or the audit. */
  readonly origin: Origin;
  readonly log: FastifyBaseLogger;
  readonly services: Services;
  /** Of routes declared `paged`; for others of size 0. */
  readonly page: AskedPage;
  /** Aborts when the client has left. */
  readonly signal: AbortSignal;
  /** Has something done once the answer has gone out, or its client has left. */
  onOver(work: () => void): void;
  /** Queries of the account that change nothing; those of a list, or of a route that looks through many rows, apart from all others, as `Store.list`. */
  read<Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result>;
  /**
   * The one transaction of a request that changes something: rows, jobs, audit and, where the request has an Idempotency-Key, the
   * stored answer. It succeeds once only. It may run again, as `Store.write` says.
   */
  commit<Body>(change: Change<Answer<Body>>): Promise<Answer<Body>>;
  /** Writes the audit of the route, for a change that has a transaction of its own in place of {@link commit}: in there, and not once more with the answer. */
  audited(queries: AccountQueries, objectId?: string): Promise<void>;
}

/** What a route answers. */
export interface Answer<Body = unknown> {
  /** Default 200. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Goes out as JSON; a `Uint8Array` or a `Readable` as it is, with the content type of `headers`. A `Readable` whose length they have is
   * as long, or its connection is broken off.
   */
  readonly body: Body;
  /** What the audit names, where no parameter of the path does. */
  readonly objectId?: string | undefined;
}
