import type { ListeningAt } from 'ediloom/transports/as2';
import type { Logger } from 'pino';
import { errorText } from '../../jobs/error-text.js';

/** A listener of the exchange, whatever it speaks. */
export interface ExchangeListener {
  /** In logs and in `/health`: `AS2`. */
  readonly name: string;
  /** `undefined` while it does not listen. */
  readonly address: ListeningAt | undefined;
  /** Listens from now on whenever something needs it. Resolves after the first look. */
  start(): Promise<void>;
  /** Takes nothing new, and lets what is under way have so many milliseconds. */
  stop(graceMs: number): Promise<void>;
}

/** What listens. */
export interface OpenListener {
  readonly address: ListeningAt;
  /** Takes up what was renewed meanwhile, such as a certificate; asked at each look. @throws what keeps it from that: it goes on as it was. */
  readonly renew?: (() => Promise<void>) | undefined;
  close(graceMs: number): Promise<void>;
}

/** How often it is looked whether something would come in. */
export interface LookEvery {
  /** Milliseconds between looks. Default 2,000. */
  readonly everyMs?: number | undefined;
}

export interface ListenWhenNeededOptions extends LookEvery {
  readonly name: string;
  /** Whether something would come in, such as an enabled connection of the kind; asked again and again. */
  readonly isNeeded: () => Promise<boolean>;
  /** @throws what keeps it from listening, such as a port that is taken: it is logged, and tried again at the next look. */
  readonly open: () => Promise<OpenListener>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** Milliseconds for what is under way when nothing needs the listener any more. */
const GRACE = 10_000;

/**
 * A listener that takes its port once something needs it, and gives it back when nothing does: whichever process has changed that, and without
 * a restart.
 */
export class ListenWhenNeeded implements ExchangeListener {
  readonly name: string;
  readonly #options: ListenWhenNeededOptions;
  #open: OpenListener | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;
  /** What was logged last, so that a port that stays taken is one line and not one a look. */
  #trouble: string | undefined;

  constructor(options: ListenWhenNeededOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get address(): ListeningAt | undefined {
    return this.#open?.address;
  }

  start(): Promise<void> {
    return this.#look();
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#close(graceMs);
  }

  async #look(): Promise<void> {
    this.#looking = this.#see().catch((error: unknown) => this.#failed(error));
    await this.#looking;
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#look(), this.#options.everyMs ?? 2_000).unref();
  }

  async #see(): Promise<void> {
    const { isNeeded, open, log } = this.#options;
    const needed = await isNeeded();
    if (this.#stopped) return;
    if (needed && this.#open === undefined) {
      this.#open = await open();
      log.info({ listener: this.name, ...this.#open.address }, 'partners are listened for');
    } else if (!needed && this.#open !== undefined) {
      await this.#close(GRACE);
      log.info({ listener: this.name }, 'no connection needs the listener any more');
    } else {
      await this.#open?.renew?.();
    }
    this.#trouble = undefined;
  }

  async #close(graceMs: number): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.close(graceMs);
  }

  #failed(error: unknown): void {
    const text = error instanceof Error ? error.message : errorText(error);
    if (text === this.#trouble) return;
    this.#trouble = text;
    this.#options.log.error({ listener: this.name, error: text }, adviceFor(error));
  }
}

/** What the system says of an address that cannot be listened on, as advice: the setting is what the operator knows, not the listener. */
const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'The port of a listener is in use by another program. End that one, or give the listener another port (AS2_PORT, SFTP_PORT, FTPS_PORT, S3_PORT), or none: off. It is tried again.',
  EACCES:
    'This user may not listen on the port of a listener. Give it one from 1024 on (AS2_PORT, SFTP_PORT, FTPS_PORT, S3_PORT). It is tried again.',
  EADDRNOTAVAIL: 'This machine has no such address. Set EXCHANGE_HOST to one of its own. It is tried again.',
  ENOTFOUND: 'This machine has no such address. Set EXCHANGE_HOST to one of its own. It is tried again.',
};

function adviceFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ADVICE[code] ?? 'A listener cannot listen, or goes on with what was to be renewed; it is tried again.';
}
