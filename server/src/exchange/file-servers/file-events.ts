import type { ReceivingEvent } from 'ediloom/transports/sftp-server';
import { errorText } from '../../jobs/error-text.js';
import { isNewLogin, writeLogin } from '../../resources/sftp-users/logins.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { SftpUsers } from '../../store/bucket-tables.js';
import type { Services } from '../services.js';
import { RepeatedLines } from './repeated-lines.js';
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

/** The same as they logged in. */
export interface LoggedIn extends SessionUser {
  readonly row: Pick<SftpUsers, 'username' | 'created_at' | 'last_connected_at'>;
}

/** Bytes that were not taken: where they were to be in the bucket. */
interface RefusedFile {
  readonly key: string;
  readonly address: string | undefined;
}

/** What was done with which file, and from where. */
type DoneWith = Partial<Pick<ReceivingEvent, 'path' | 'address'>>;

const DISABLED =
  'An upload was refused: the connection is disabled that has the directory. Enable it, or tell the partner; the audit names the object.';

const AUDIT_LOST = 'what a partner did with a file could not be written into the audit';
const LOGIN_LOST = 'when a partner has logged in could not be written down';

/** Entries that wait to be written; what would make it more is logged as lost. */
const MOST_WAITING = 10_000;

/** What the servers for files report: into the log, without names of files, the metrics, and the audit. */
export class FileEvents {
  readonly #services: Services;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  readonly #lines = new RepeatedLines();

  constructor(services: Services) {
    this.#services = services;
  }

  note(event: ReceivingEvent): void {
    const { log, metrics } = this.#services;
    const { kind, protocol, address, user, text } = event;
    metrics.fileServer(protocol, kind);
    const facts = { protocol, address, user, ...(text === undefined ? {} : { text }) };
    if (kind === 'fault') this.#repeated(facts, 'error', 'a server for files has met a fault');
    else if (kind === 'login-failed' || kind === 'throttled' || kind === 'refused') this.#repeated(facts, 'warn', kind);
    else log[kind === 'connected' || kind === 'closed' ? 'debug' : 'info'](facts, kind);
  }

  /** The same, what a user has done: as whoever they were when they logged in, whatever has become of the name since. */
  noteOf(user: LoggedIn, event: ReceivingEvent): void {
    if (event.kind === 'login') this.#noteLogin(user);
    const action = AUDITED[event.kind];
    if (action !== undefined) this.#audit(user, event, action);
  }

  /** An upload that nobody would have: its partner is told no more than that it is not permitted. */
  noteRefused({ accountId, username, bucket }: SessionUser, { key, address = '' }: RefusedFile): void {
    this.#repeated({ user: username, address }, 'warn', DISABLED);
    this.#audit({ accountId, username, bucket, home: '' }, { path: `/${key}`, address }, 'refuse');
  }

  /** What one user, or one address, has happen again and again: some lines, then how many more. */
  #repeated(
    facts: Partial<Pick<ReceivingEvent, 'address' | 'user' | 'text'>>,
    level: 'error' | 'warn',
    words: string,
  ): void {
    const { log } = this.#services;
    const who = facts.user ?? facts.address ?? '';
    this.#lines.write(
      JSON.stringify([level, words, who, facts.text]),
      () => log[level](facts, words),
      (times) => log[level]({ ...facts, times }, `${words}: as often again, without a line each`),
    );
  }

  /** Resolves when everything that was reported is written. */
  settled(): Promise<void> {
    this.#lines.flush();
    return this.#last;
  }

  /** Nobody waits for it who logs in. */
  #noteLogin({ accountId, row }: LoggedIn): void {
    const { store, clock } = this.#services;
    const now = clock.now();
    if (!isNewLogin(row, now)) return;
    this.#later(() => store.write((tx) => writeLogin(new AccountQueries(tx, accountId), row, now)), LOGIN_LOST);
  }

  #audit(user: SessionUser, event: DoneWith, action: FileAction): void {
    this.#later(() => this.#write(user, event, action), AUDIT_LOST);
  }

  /** Has it written in its turn. @param lost what the log says where it cannot be. */
  #later(write: () => Promise<void>, lost: string): void {
    if (this.#waiting >= MOST_WAITING) return this.#lost('too many wait to be written', lost);
    this.#waiting++;
    this.#last = this.#last
      .then(write)
      .catch((error: unknown) => this.#lost(errorText(error), lost))
      .then(() => {
        this.#waiting--;
      });
  }

  async #write(
    { accountId, username, bucket, home }: SessionUser,
    { path = '', address }: DoneWith,
    action: FileAction,
  ): Promise<void> {
    const services = this.#services;
    const object = `${bucket}${home === '' ? '' : `/${home}`}${path}`;
    await services.store.write((tx) =>
      auditFile(services, new AccountQueries(tx, accountId), { action, username, object, address }),
    );
  }

  #lost(why: string, lost: string): void {
    this.#services.log.error({ why }, lost);
  }
}
