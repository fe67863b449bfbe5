import type { LoginAttempt, LoginThrottle } from './login-throttle.js';
import { verifyPassword } from './password.js';
import type { FindUser, ReceivingUser } from './receiving-user.js';

/**
 * `throttled`: too many failures before; nothing was looked at. `fault`: the user could not be looked up or has a broken hash.
 * `text`: what was wrong, for whoever runs the server and never for the client.
 */
export type LoginRefusal =
  | { readonly user: undefined; readonly why: 'wrong'; readonly text: string }
  | { readonly user: undefined; readonly why: 'throttled' | 'fault'; readonly cause?: unknown };
export type LoginAnswer = { readonly user: ReceivingUser } | LoginRefusal;

export const NO_USER = 'There is no such user.';

/** What is compared with what is known of a user. */
export interface LoginProof {
  /** Is asked for a user that does not exist, too: it must do the same work and say no. */
  readonly prove: (user: ReceivingUser | undefined) => Promise<boolean>;
  /** What was wrong, once it has said no of a user that exists. */
  readonly wrong: (user: ReceivingUser) => string;
}

/** Logs users in, as slowly as the throttle wants. Every refusal looks the same from outside. */
export class Logins {
  readonly #find: FindUser;
  readonly #throttle: LoginThrottle;

  constructor(find: FindUser, throttle: LoginThrottle) {
    this.#find = find;
    this.#throttle = throttle;
  }

  byPassword(name: string, password: string, address: string): Promise<LoginAnswer> {
    return this.by(name, address, {
      prove: (user) => verifyPassword(password, user?.passwordHash),
      wrong: ({ passwordHash }) =>
        passwordHash === undefined ? 'The user has no password, but keys.' : 'The password is wrong.',
    });
  }

  async by(name: string, address: string, proof: LoginProof): Promise<LoginAnswer> {
    const attempt = await this.#throttle.attemptInTurn(name, address);
    if (attempt.refusedFor !== undefined) return { user: undefined, why: 'throttled' };
    await attempt.waited();
    try {
      return await this.#decide(name, attempt, proof);
    } catch (cause) {
      return { user: undefined, why: 'fault', cause };
    } finally {
      // Whatever did not succeed, a fault of ours too: else it could be used to guess on.
      attempt.failed();
    }
  }

  async #decide(name: string, attempt: LoginAttempt, { prove, wrong }: LoginProof): Promise<LoginAnswer> {
    const user = await this.#find(name);
    const proven = await prove(user);
    if (user === undefined) return { user: undefined, why: 'wrong', text: NO_USER };
    if (!proven) return { user: undefined, why: 'wrong', text: wrong(user) };
    attempt.succeeded();
    return { user };
  }
}
