import type { InboundPayload, RejectReason } from '../../../delivery/payload.js';
import { transportError } from '../../../delivery/transport-error.js';
import type { Octets } from '../spool/octets.js';
import type { As2Response } from './as2-exchange.js';

/** How the hand-over of a payload ended. `orphaned`: whoever received is gone before it was taken. */
export type Settlement = 'accepted' | 'orphaned' | 'late' | 'left' | RejectReason;

export interface HeldInput {
  readonly id: string;
  readonly name: string;
  readonly contentType: string | undefined;
  readonly origin: Readonly<Record<string, string>>;
  readonly octets: Octets;
  /** Writes down and makes the answer; called once, unless it throws for `accepted`. */
  readonly settle: (settlement: Settlement) => Promise<As2Response>;
}

/** A payload whose sender waits for the answer. */
export class HeldPayload implements InboundPayload {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly contentType: string | undefined;
  readonly origin: Readonly<Record<string, string>>;
  /** What the sender is answered. */
  readonly answer: Promise<As2Response>;
  readonly #octets: Octets;
  readonly #settle: HeldInput['settle'];
  #resolve: (response: As2Response) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #settlement: Settlement | undefined;
  #settled: Promise<void> | undefined;

  constructor({ id, name, contentType, origin, octets, settle }: HeldInput) {
    this.id = id;
    this.name = name;
    this.size = octets.size;
    this.contentType = contentType;
    this.origin = origin;
    this.#octets = octets;
    this.#settle = settle;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // It is reported to whoever asks for the answer; a hand-over without a sender that waits is no fault.
    this.answer.catch(() => undefined);
  }

  get isSettled(): boolean {
    return this.#settlement !== undefined;
  }

  async *open(): AsyncGenerator<Uint8Array> {
    if (this.#settlement !== undefined) throw transportError('file-missing', { at: 'It was answered already' });
    yield* this.#octets.open();
  }

  async accept(): Promise<void> {
    await this.end('accepted');
    const { late, left } = TOO_LATE;
    if (this.#settlement === 'late') throw transportError('timed-out', { at: late });
    if (this.#settlement === 'left' || this.#settlement === 'orphaned') throw transportError('closed', { at: left });
  }

  async reject(reason: RejectReason = 'unexpected-processing-error'): Promise<void> {
    await this.end(reason);
  }

  /** The first settlement counts. @throws what keeps it from being written down; the sender is asked to come again. */
  async end(settlement: Settlement): Promise<void> {
    if (this.#settled === undefined) {
      this.#settlement = settlement;
      this.#settled = this.#settle(settlement).then(this.#resolve);
      this.#settled.catch(this.#reject);
    }
    await this.#settled;
  }
}

const TOO_LATE = {
  late: 'It was held too long, and its sender was answered with an error. The same id comes again when it is sent again',
  left: 'The next one was asked for, or the receiving ended, and its sender was answered with an error',
} as const;
