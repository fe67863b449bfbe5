import { Homes } from './homes.js';
import { LoginThrottle } from './login-throttle.js';
import { Logins } from './logins.js';
import { Presence } from './presence.js';
import type { FindUser, ReceivingEvent, ReceivingUser, Uploaded } from './receiving-user.js';
import { type IsTemporary, isTemporaryPath } from './temporary-name.js';

/** What every receiving server is given. */
export interface ReceivingOptions {
  readonly users: FindUser;
  /** Called once a completed file; a rejection is a failure for the client, who then has no file under the final name. */
  readonly uploaded?: Uploaded | undefined;
  readonly onEvent?: ((event: ReceivingEvent) => void) | undefined;
  /** Which names are those of files still being written. */
  readonly isTemporary?: IsTemporary | undefined;
  /** Given to two servers over the same users, so that what they count is counted together. */
  readonly homes?: Homes | undefined;
  /** The same. */
  readonly throttle?: LoginThrottle | undefined;
  /**
   * Milliseconds after which users who are logged in are looked up again; the sessions of one who is not found any more, or has another `id`
   * by now, are ended. Default 10,000.
   */
  readonly recheckMs?: number | undefined;
}

const RECHECK = 10_000;

/** The same with the defaults. */
export interface ReceivingSettings extends Pick<ReceivingOptions, 'users' | 'uploaded'> {
  readonly isTemporary: IsTemporary;
  readonly homes: Homes;
  readonly throttle: LoginThrottle;
  readonly logins: Logins;
  readonly presence: Presence;
  /** @param user who has logged in. */
  readonly report: (event: ReceivingEvent, user?: Pick<ReceivingUser, 'onEvent'>) => void;
}

export function receivingSettings(options: ReceivingOptions): ReceivingSettings {
  const { users, uploaded, onEvent, isTemporary = isTemporaryPath, throttle = new LoginThrottle() } = options;
  const homes = options.homes ?? new Homes({ isTemporary });
  const report: ReceivingSettings['report'] = (event, user) => {
    for (const listener of [onEvent, user?.onEvent]) {
      try {
        listener?.(event);
      } catch {
        // A listener that throws must not end a client's session, nor the process.
      }
    }
  };
  const presence = new Presence(users, options.recheckMs ?? RECHECK);
  return { users, uploaded, isTemporary, homes, throttle, logins: new Logins(users, throttle), presence, report };
}
