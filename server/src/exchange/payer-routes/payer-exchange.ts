import type { Delimiters } from 'ediloom';
import type { ClaimType } from 'ediloom/claims';
import type { Identity, ServiceTypes } from 'ediloom/eligibility';
import type { ClaimSettings, RouteTransaction } from '../../resources/payer-routes/claim-settings.js';
import type { BatchSettings } from '../../resources/payer-routes/columns.js';
import type { PayerRoutes as RouteRow } from '../../store/clearinghouse-tables.js';

/** A route as one payer is reached over it: what the envelope and the set need to know. No secret is in it. */
export interface ServingRoute {
  readonly routeId: string;
  /** It is asked as it is by this version, whatever it is changed to meanwhile. */
  readonly version: number;
  readonly name: string;
  readonly kind: RouteRow['kind'];
  /** ISA05, ISA06; ISA07, ISA08. */
  readonly sender: Identity;
  readonly receiver: Identity;
  /** GS02, GS03. */
  readonly applicationSender: string;
  readonly applicationReceiver: string;
  /** TRN03; absent: no TRN is written. */
  readonly traceOriginator?: string | undefined;
  readonly delimiters?: Delimiters | undefined;
  /** `apart`: one EQ for each service type. */
  readonly serviceTypes: ServiceTypes;
  /** NM109 and NM103 of 2100A. */
  readonly payerId: string;
  readonly payerName: string;
  readonly dependents: boolean;
  /** JSON text of its companion guide. */
  readonly overlay?: string | undefined;
  /** What becomes of a check whose provider is not enrolled where that is required; absent: what the payer has. */
  readonly enrollmentPolicy?: 'warn' | 'block' | undefined;
  /** Milliseconds in which the payer must have answered, from the first byte sent. */
  readonly answerMs: number;
  /** Checks of batches go over it as files; absent: one by one. */
  readonly batch?: BatchSettings | undefined;
  /** How claims go over it, where it has its own. */
  readonly claims?: ClaimSettings | undefined;
}

/** One interchange with one 270, to be answered while somebody waits. */
export interface PayerQuestion {
  /** Whose question it is: accounts share the places of a route. */
  readonly accountId: string;
  /** Nobody waits for the answer: it takes a place that would be free otherwise. Default false. */
  readonly isOfBatch?: boolean | undefined;
  readonly x12: Uint8Array;
  /** The UUID of the check's id; CORE calls it PayloadID. No data of a patient. */
  readonly payloadId: string;
  /** Called once, right before the first byte may leave: from then on it is never sent again. */
  readonly onSending: () => void;
}

/**
 * What becomes of a question. `answer`: bytes that begin with an ISA; whether they belong to the question is not judged here. The others:
 * there is no answer, and `wasSent` says whether the payer may have the question: only where it has not may another route be asked.
 */
export type PayerReply =
  | {
      readonly kind: 'answer';
      readonly x12: Uint8Array;
      /** Called where the answer belongs to another question: after one that came too late, each further one over its connection would. */
      readonly mistrust?: () => void;
    }
  | { readonly kind: 'none'; readonly failure: RouteFailure; readonly wasSent: boolean; readonly detail?: string };

/**
 * Why there is no answer. `closed`: outside of the route's hours; `breaker-open`; `busy`: as many are under way as the route takes, or
 * as many a second; `not-reached`: no connection; `refused`: the outgoing guard, TLS or a login; `timed-out`; `broken-off`;
 * `http-status`: another status than one of success; `envelope`: a SOAP fault, a CORE error, an envelope that cannot be read; `not-x12`: a success with something else in it;
 * `too-large`. Shown, counted and stored by these names; `detail` is a code of the protocol (`PayloadIDRequired`) or a status, never data.
 */
export type RouteFailure =
  | ('closed' | 'breaker-open' | 'busy' | 'not-reached' | 'refused')
  | ('timed-out' | 'broken-off' | 'http-status' | 'envelope' | 'not-x12' | 'too-large');

/**
 * What a file of questions needs of its payer, in this order; all but the first may be asked again and again. Results of which no group can be judged
 * are rejected, by a TA1.
 */
export type FileStep =
  | 'hand-in'
  | 'fetch-ta1'
  | 'fetch-999'
  | 'fetch-results'
  | 'acknowledge-results'
  | 'reject-results';

/** Checks, or claims of a type. */
export type FileContent = 'checks' | ClaimType;

/** One step of a file of questions or of claims. */
export interface FileExchange {
  /** Whose file it is: accounts share the places of a route. */
  readonly accountId: string;
  readonly step: FileStep;
  /** What the file has. Default: checks of a batch. */
  readonly content?: FileContent | undefined;
  /** A UUID, the same for all steps of a file: under it the payer takes the same file once. */
  readonly payloadId: string;
  /** The file that is handed in, or the 999 or TA1 about results. */
  readonly x12?: Uint8Array | undefined;
}

/** `receipt`: taken, or nothing is there to be picked up; `answer`, to claims that are handed in, too: bytes that begin with an ISA. */
export type FileReply =
  | { readonly kind: 'receipt' }
  | { readonly kind: 'answer'; readonly x12: Uint8Array }
  | Extract<PayerReply, { kind: 'none' }>;

export type BreakerState = 'closed' | 'open' | 'half-open';

/** What a route is like in this process; others count for themselves. */
export interface RouteFigures {
  readonly breaker: BreakerState;
  /** Milliseconds: until when an open breaker has nothing sent. */
  readonly openUntil?: number | undefined;
  readonly underWay: number;
}

/** Reaches payers over their routes. */
export interface PayerExchange {
  /** Routes that have this transaction for a payer, in the order in which they are tried; none: it is not offered. */
  serving(payerId: string, transaction: RouteTransaction): Promise<readonly ServingRoute[]>;
  /** Asks once. Never rejects for what a payer or the way to it does, and never sends twice. */
  ask(route: ServingRoute, question: PayerQuestion): Promise<PayerReply>;
  /** Does one step of a file, over a route that takes such files. Never rejects for what a payer or the way to it does. */
  exchange(route: Pick<ServingRoute, 'routeId' | 'version' | 'name'>, step: FileExchange): Promise<FileReply>;
  /**
   * Whether a check that nobody waits for may be asked now: within the hours of the route, not while its breaker is open, and with places to
   * spare. Asked before it is written down, so that one which waits for hours leaves no row for each look.
   */
  hasRoomForBatch(route: ServingRoute): Promise<boolean>;
  /** How many such checks may be under way over a route at once; 0: none at this moment. */
  batchPlaces(route: Pick<RouteRow, 'id' | 'settings'>): number;
  /** Tries a route, and asks nothing. @returns what was seen, or what to do. */
  check(routeId: string): Promise<{ readonly ok: boolean; readonly text: string }>;
  /** `undefined`: this process has asked nothing over it. */
  figures(routeId: string): RouteFigures | undefined;
  close(): Promise<void>;
}
