import type { ReceivingEvent } from 'ediloom/transports/sftp-server';
import { errorText } from '../../jobs/error-text.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Services } from '../services.js';
import { auditFile, type FileAction } from './user-audit.js';

/** An upload is audited by the commit that puts it there. */
const AUDITED: Partial<Record<ReceivingEvent['kind'], FileAction>> = {
  downloaded: 'download',
  removed: 'remove',
  renamed: 'rename',
};

/** Whose session it is, and what they see as `/`. */
export interface SessionUser {
  readonly accountId: string;
  readonly username: string;
  readonly bucket: string;
  /** Without slashes at the ends; `''`: all of the bucket. */
  readonly home: string;
}

/** Entries that wait to be written; what would make it more is logged as lost. */
const MOST_WAITING = 10_000;

/** What the servers for files report: into the log, without names of files, the metrics, and the audit. */
export class FileEvents {
  readonly #services: Services;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  note(event: ReceivingEvent): void {
    const { log, metrics } = this.#services;
    const { kind, protocol, address, user, text } = event;
    metrics.fileServer(protocol, kind);
    const facts = { protocol, address, user, ...(text === undefined ? {} : { text }) };
    if (kind === 'fault') log.error(facts, 'a server for files has met a fault');
    else if (kind === 'login-failed' || kind === 'throttled' || kind === 'refused') log.warn(facts, kind);
    else log[kind === 'connected' || kind === 'closed' ? 'debug' : 'info'](facts, kind);
  }

  /** The same, what a user has done: as whoever they were when they logged in, whatever has become of the name since. */
  noteOf(user: SessionUser, event: ReceivingEvent): void {
    const action = AUDITED[event.kind];
    if (action !== undefined) this.#audit(user, event, action);
  }

  /** Resolves when everything that was reported is written. */
  settled(): Promise<void> {
    return this.#last;
  }

  #audit(user: SessionUser, event: ReceivingEvent, action: FileAction): void {
    if (this.#waiting >= MOST_WAITING) return this.#lost('too many wait to be written');
    this.#waiting++;
    this.#last = this.#last
      .then(() => this.#write(user, event, action))
      .catch((error: unknown) => this.#lost(errorText(error)))
      .then(() => {
        this.#waiting--;
      });
  }

  async #write(
    { accountId, username, bucket, home }: SessionUser,
    { path = '', address }: ReceivingEvent,
    action: FileAction,
  ): Promise<void> {
    const services = this.#services;
    const object = `${bucket}${home === '' ? '' : `/${home}`}${path}`;
    await services.store.write((tx) =>
      auditFile(services, new AccountQueries(tx, accountId), { action, username, object, address }),
    );
  }

  #lost(why: string): void {
    this.#services.log.error({ why }, 'what a partner did with a file could not be written into the audit');
  }
}
