import type { LoginAttempt, LoginThrottle } from './login-throttle.js';
import { verifyPassword } from './password.js';
import type { FindUser, ReceivingUser } from './receiving-user.js';

/** `throttled`: too many failures before; nothing was looked at. `fault`: the user could not be looked up or has a broken hash. */
export type LoginAnswer =
  | { readonly user: ReceivingUser }
  | { readonly user: undefined; readonly why: 'wrong' | 'throttled' | 'fault'; readonly cause?: unknown };

/** Logs users in, as slowly as the throttle wants. Every refusal looks the same from outside. */
export class Logins {
  readonly #find: FindUser;
  readonly #throttle: LoginThrottle;

  constructor(find: FindUser, throttle: LoginThrottle) {
    this.#find = find;
    this.#throttle = throttle;
  }

  byPassword(name: string, password: string, address: string): Promise<LoginAnswer> {
    return this.by(name, address, async (user) => await verifyPassword(password, user?.passwordHash));
  }

  /** `prove` is asked for a user that does not exist, too: it must do the same work and say no. */
  async by(
    name: string,
    address: string,
    prove: (user: ReceivingUser | undefined) => Promise<boolean>,
  ): Promise<LoginAnswer> {
    const attempt = await this.#throttle.attemptInTurn(name, address);
    if (attempt.refusedFor !== undefined) return { user: undefined, why: 'throttled' };
    await attempt.waited();
    try {
      return await this.#decide(name, attempt, prove);
    } catch (cause) {
      return { user: undefined, why: 'fault', cause };
    } finally {
      // Whatever did not succeed, a fault of ours too: else it could be used to guess on.
      attempt.failed();
    }
  }

  async #decide(
    name: string,
    attempt: LoginAttempt,
    prove: (user: ReceivingUser | undefined) => Promise<boolean>,
  ): Promise<LoginAnswer> {
    const user = await this.#find(name);
    const proven = await prove(user);
    if (!proven || user === undefined) return { user: undefined, why: 'wrong' };
    attempt.succeeded();
    return { user };
  }
}
