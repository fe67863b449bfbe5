import type { Platform } from '../../platform.js';
import type { Connection, RouteKindName, SecretName } from '../../resources/payer-routes/schemas.js';
import type { EligibilityEngines } from '../eligibility/eligibility-engine.js';
import type { FileExchange, FileReply, PayerReply } from './payer-exchange.js';

/** What a route asks over, opened once and used until its settings change. */
export interface RouteClient {
  /**
   * Asks once, whatever comes: nothing is sent a second time. Rejects for nothing that a payer does.
   * @param signal aborts when the time of the question is over.
   */
  ask(question: ClientQuestion, signal: AbortSignal): Promise<PayerReply>;
  /** Does a step of a file once; absent: the route takes none. */
  exchange?(request: FileRequest, signal: AbortSignal): Promise<FileReply>;
  /** Connects as a question would, and sends none. @returns what was seen, or why it cannot be asked; without any secret. */
  check(signal: AbortSignal): Promise<RouteCheck>;
  close(): void;
}

/** As the exchange has made it ready. */
export interface ClientQuestion {
  readonly x12: Uint8Array;
  readonly payloadId: string;
  /** Called right before the first byte may leave. */
  readonly onSending: () => void;
}

/** The same of a step of a file. */
export interface FileRequest extends Omit<FileExchange, 'accountId'> {
  readonly onSending: () => void;
}

export interface RouteCheck {
  readonly ok: boolean;
  /** What was done, or what to do. */
  readonly text: string;
}

/** What a route of a kind is opened with. */
export interface OpenedRoute<Kind extends RouteKindName = RouteKindName> {
  /** As the schema of the kind let it through. */
  readonly connection: Connection<Kind>;
  readonly secrets: Readonly<Partial<Record<SecretName<Kind>, string | undefined>>>;
  readonly guard: Platform['outgoing'];
  readonly now: () => number;
  /** For kinds that answer by themselves. */
  readonly engines: Pick<EligibilityEngines, 'get'>;
  /** Roots in PEM that are trusted beside those of Node. */
  readonly trustedAuthorities: string | undefined;
}

export type OpenRoute<Kind extends RouteKindName = RouteKindName> = (opened: OpenedRoute<Kind>) => RouteClient;

/** Kinds by which payers are reached from here; files of others are carried by a partnership. */
export type OpenedKind = Exclude<RouteKindName, 'partnership'>;

/** What opens a route of each kind. */
export type RouteKinds = { readonly [Kind in OpenedKind]: OpenRoute<Kind> };
