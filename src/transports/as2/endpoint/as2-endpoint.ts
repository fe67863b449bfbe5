import type { Journal } from '../../../delivery/journal.js';
import type { InboundPayload } from '../../../delivery/payload.js';
import type { TlsTrust } from '../../network/tls-trust.js';
import type { Partnership } from '../agreement/partnership.js';
import type { Spool } from '../spool/octets.js';
import type { SpoolBudgetLimits } from '../spool/spool-budget.js';
import type { OpenTransmissionLimits } from '../transmission/open-transmission.js';
import type { As2Request, As2Response } from './as2-exchange.js';
import type { PartnerFilter } from './hand-over.js';
import type { RequestSlotLimits } from './request-slots.js';
import type { TakenReceipt } from './take-receipt.js';

export interface As2EndpointOptions {
  /** All partnerships, or what finds the one of a sender (AS2-From) and receiver (AS2-To). */
  readonly partnerships:
    | readonly Partnership[]
    | ((from: string, to: string) => Partnership | undefined | Promise<Partnership | undefined>);
  /**
   * One that outlives the process; for asynchronous receipts the one that the deliveries are written in. A function, where partnerships have
   * journals of their own: `check` then looks at none, and `resume` finds nothing.
   */
  readonly journal: Journal | ((partnership: Partnership) => Journal);
  /** Where transmissions are while they are held. Default `createTemporarySpool()`. */
  readonly spool?: Spool | undefined;
  /** Milliseconds from hand-over to accept; then the sender is answered with an error. Default 120,000. */
  readonly holdMs?: number | undefined;
  readonly limits?: Partial<As2EndpointLimits> | undefined;
  /** For asynchronous receipts. */
  readonly receipts?: Partial<ReceiptSettings> | undefined;
  readonly now?: (() => Date) | undefined;
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** A receipt that came in by itself, late ones and those that change nothing (`counts`) too; judged and written down already. */
  readonly onReceipt?: ((receipt: TakenReceipt) => void) | undefined;
  readonly onEvent?: ((event: As2Event) => void) | undefined;
  /** Called before each step, with its name; for tests that end the process there. */
  readonly onStep?: ((step: string) => void | Promise<void>) | undefined;
}

export interface As2EndpointLimits extends OpenTransmissionLimits, RequestSlotLimits, SpoolBudgetLimits {
  /** Of a body. Default 2 GiB. */
  readonly maxBodyBytes: number;
  /** Milliseconds without a byte of a body. Default 60,000. */
  readonly idleMs: number;
  /** Milliseconds for all of a body. Default 3,600,000. */
  readonly bodyMs: number;
  /** Bytes a second that a body must have come in by, on the average, once it took `slowMs`. Default 1,024. */
  readonly minBytesPerSecond: number;
  /** Default 30,000. */
  readonly slowMs: number;
  /** Bodies coming in at once; further requests are asked to come again. Default 256. */
  readonly maxBodies: number;
  /** Those from one address (IPv6: one /64). Default 48. Behind a proxy all come from its address: as many as `maxBodies`. */
  readonly maxBodiesPerAddress: number;
  /** Those under the ids of one partnership, which anyone may claim while the body comes in. Default 128. */
  readonly maxBodiesPerPartnership: number;
  /** Requests at once whose body is whole, held ones included. Default 64. */
  readonly maxRequests: number;
  /** Those of one partnership. Default 48. */
  readonly maxRequestsPerPartnership: number;
}

export interface ReceiptSettings {
  /** `elsewhere`: those that are owed are written into the journal, and `postOwedReceipt` posts them. Default `here`. */
  readonly post: 'here' | 'elsewhere';
  readonly trust: TlsTrust;
  /** Only public addresses, beside the one where the partner receives. Default true. */
  readonly publicOnly: boolean;
  /** Posts of one, in one process. Default 6. */
  readonly attempts: number;
  /** Milliseconds to the second; each wait is twice the one before. Default 30,000. */
  readonly delayMs: number;
  /** Default 30,000. */
  readonly connectMs: number;
  /** Default 60,000. */
  readonly idleMs: number;
}

/** What happened that nobody asked for; ids and texts of ours, no value of a payload. */
export interface As2Event {
  /** `refused`: not taken. `receipt-unmatched`: for nothing that was sent.
   * `receipt-unproven`: a no that changes nothing, as the partner did not sign it, it ended an earlier attempt, or another receipt has proven the delivery. `receipt-unsent`: given up for now. `fault`: of our own. */
  readonly kind: 'refused' | 'duplicate' | 'receipt-unmatched' | 'receipt-unproven' | 'receipt-unsent' | 'fault';
  readonly text: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly messageId?: string | undefined;
  readonly address?: string | undefined;
  readonly cause?: unknown;
}

/** Receives over AS2, whatever brings the requests of HTTP. */
export interface As2Endpoint {
  /** Takes a request and gives the answer; a transmission is held until it is accepted. Never rejects. */
  handle(request: As2Request): Promise<As2Response>;
  /** Yields what comes in, one at a time, until the signal. Several may receive at once. */
  receive(signal?: AbortSignal, partner?: PartnerFilter): AsyncIterable<InboundPayload>;
  /**
   * Tries whether the journal and the spool can be written.
   * @throws X12Error `X12_JOURNAL_UNAVAILABLE`; `X12_OPTION_INVALID` for a spool that cannot.
   */
  check(): Promise<void>;
  /** Posts the asynchronous receipts that an earlier process left. @returns how many the partners have now. */
  resume(): Promise<number>;
  /** Answers what is held with an error; what comes from now on is asked to come again. */
  close(): Promise<void>;
}
