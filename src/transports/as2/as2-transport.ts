import type { LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Journal } from '../../delivery/journal.js';
import type { InboundPayload, OutboundPayload } from '../../delivery/payload.js';
import type { CheckReport, Receipt, Transport } from '../../delivery/transport.js';
import { requireForm } from '../../model/check-options.js';
import { X12Error } from '../../model/error.js';
import type { OnStep } from '../files/deliver-file.js';
import { demandAuthorities } from '../network/demand-authorities.js';
import { LEAST_RATE } from '../network/least-rate.js';
import type { TlsTrust } from '../network/tls-trust.js';
import { demandConnection, UntilClosed } from '../until-closed.js';
import type { Partnership, PartnershipSettings } from './agreement/partnership.js';
import { partnershipFrom } from './agreement/partnership-from.js';
import { checkPartner } from './check-partner.js';
import type { As2Endpoint } from './endpoint/as2-endpoint.js';
import { type BasicAuth, demandUnseenPassword } from './sending/basic-auth.js';
import { deliverTransmission } from './sending/deliver-transmission.js';
import type { Spool } from './spool/octets.js';
import { createTemporarySpool } from './spool/temporary-spool.js';

export interface As2TransportOptions {
  /** Names this partner in the journal for ever; other connections in the same journal have other names. */
  readonly connection: string;
  readonly partnership: PartnershipSettings;
  /** One that outlives the process, or a restart may send under another Message-ID. */
  readonly journal: Journal;
  /** Where the partner's transmissions come in, for `receive`. It stays open when the transport is closed. */
  readonly endpoint?: As2Endpoint | undefined;
  /** Where compressed transmissions are while they are sent. Default `createTemporarySpool()`. */
  readonly spool?: Spool | undefined;
  /** Of the partner's https. */
  readonly trust?: TlsTrust | undefined;
  /** Shown to the partner's server; with an address of plain http only where that is this machine. */
  readonly basicAuth?: BasicAuth | undefined;
  /** How names become addresses, in place of Node's: for those who may reach some addresses only. */
  readonly lookup?: LookupFunction | undefined;
  /** Milliseconds for connecting, TLS included. Default 30,000. */
  readonly connectMs?: number | undefined;
  /** Milliseconds without a byte either way. Default: as long as a receipt with the answer is waited for (`mdn.waitMinutes`), else 300,000. */
  readonly idleMs?: number | undefined;
  /** Bytes a second that a transmission must go out by, on the average of the time that we wait for the partner's server. Default 1,024; 0: any. */
  readonly minBytesPerSecond?: number | undefined;
  /** Milliseconds of that time before the average counts. Default 120,000. */
  readonly slowMs?: number | undefined;
  /**
   * What `deliver` does until an asynchronous receipt comes. `leave`: it throws `mdn-awaited`, whose details have the `deadline`, and is called
   * again when the receipt is there (`as2NewsIn`) or at the deadline. Default `wait`.
   */
  readonly asyncReceipts?: 'wait' | 'leave' | undefined;
  /** Milliseconds between looks for a receipt that another process took in. Default 2,000. */
  readonly lookMs?: number | undefined;
  readonly now?: (() => Date) | undefined;
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Called before each step of a delivery, with its name; for tests that end the process there. */
  readonly onStep?: OnStep | undefined;
}

/**
 * The transport to a partner over AS2.
 * @throws X12Error `X12_OPTION_INVALID`, `X12_CONNECTION_INVALID`.
 */
export function createAs2Transport(options: As2TransportOptions): Transport {
  requireForm('createAs2Transport', 'options', options, 'object');
  return new As2Transport(options);
}

class As2Transport implements Transport {
  readonly kind = 'as2';
  readonly #options: As2TransportOptions;
  readonly #partnership: Partnership;
  readonly #life = new UntilClosed();

  constructor(options: As2TransportOptions) {
    demandConnection(options.connection);
    demandAuthorities('trust.ca', options.trust?.ca);
    this.#options = { ...options };
    this.#partnership = partnershipFrom(options.partnership);
    demandUnseenPassword(options.basicAuth, this.#partnership.url);
  }

  deliver(payload: OutboundPayload, signal?: AbortSignal): Promise<Receipt> {
    return this.#life.run(signal, async (either) => {
      if (payload.id === '') throw new X12Error('X12_OPTION_INVALID', 'A payload needs an id.');
      const partnership = this.#partnership;
      const { journal, connection, trust, basicAuth, lookup, onStep, now = () => new Date() } = this.#options;
      const { spool = createTemporarySpool(), connectMs = 30_000, lookMs = 2_000, wait = waitReally } = this.#options;
      const { asyncReceipts = 'wait' } = this.#options;
      const waiting = partnership.mdn.mode === 'sync' ? partnership.mdn.waitMinutes * 60_000 : 300_000;
      const { idleMs = waiting, minBytesPerSecond = LEAST_RATE.minBytesPerSecond } = this.#options;
      const leastRate = { minBytesPerSecond, slowTimeout: this.#options.slowMs ?? LEAST_RATE.slowTimeout };
      const times = { connectMs, idleMs, leastRate, lookMs, now, wait, asyncReceipts };
      return deliverTransmission(payload, {
        ...times,
        partnership,
        journal,
        connection,
        spool,
        trust,
        basicAuth,
        lookup,
        onStep,
        signal: either,
      });
    });
  }

  async *receive(signal?: AbortSignal): AsyncGenerator<InboundPayload> {
    const { endpoint } = this.#options;
    if (endpoint === undefined) {
      throw new X12Error(
        'X12_CONNECTION_INVALID',
        'This AS2 connection has no endpoint, so it receives nothing. Give one: listen in a connection file, endpoint in code.',
      );
    }
    const { ourId, partnerId } = this.#partnership;
    const life = this.#life.begin(signal);
    try {
      yield* endpoint.receive(life.signal, { ourId, partnerId });
    } catch (error) {
      throw life.reasonOf(error);
    } finally {
      life.end();
    }
  }

  check(signal?: AbortSignal): Promise<CheckReport> {
    return this.#life.run(signal, async (either) => {
      const { trust, lookup, connectMs = 30_000, now = () => new Date() } = this.#options;
      return checkPartner({ partnership: this.#partnership, trust, lookup, connectMs, now, signal: either });
    });
  }

  close(): Promise<void> {
    return this.#life.close();
  }
}

async function waitReally(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal });
}
