import { timingSafeEqual } from 'node:crypto';
import type { AuthContext, ParsedKey, PublicKeyAuthContext } from 'ssh2';
import { type LoginAnswer, type LoginRefusal, NO_USER } from '../receiving/logins.js';
import type { ReceivingSettings } from '../receiving/receiving-options.js';
import type { ReceivingUser } from '../receiving/receiving-user.js';
import type { Ssh2 } from '../sftp/load-ssh2.js';

const METHODS = ['publickey', 'password'] as const;
/** Clients ask about each key they have before they sign with one. */
const MAX_QUESTIONS = 20;

export interface AuthenticationOptions {
  readonly ssh2: Ssh2;
  readonly receiving: ReceivingSettings;
  readonly address: string;
  /** Failed attempts after which the connection is ended. */
  readonly maxAttempts: number;
  readonly accepted: (user: ReceivingUser) => void;
  readonly failed: (name: string, refusal: LoginRefusal) => void;
  readonly end: () => void;
}

const UNLISTED_KEY = 'The key is none of the user.';
const WEAK_KEY = 'The key is of a kind that proves nothing any more: DSA, or RSA with SHA-1.';

/** Whose key it was said to be, and what was wrong. */
interface TurnedDown {
  readonly name: string;
  readonly text: string;
}

/** The logins of one connection: by password, and by public key in two steps. */
export class Authentication {
  readonly #options: AuthenticationOptions;
  #attempts = 0;
  #questions = 0;
  #turnedDown: TurnedDown | undefined;

  /** The last question that was answered no, where nothing was attempted: a client that has no other key leaves without an attempt. */
  get turnedDown(): TurnedDown | undefined {
    return this.#attempts === 0 ? this.#turnedDown : undefined;
  }

  constructor(options: AuthenticationOptions) {
    this.#options = options;
  }

  async decide(context: AuthContext): Promise<void> {
    if (context.method === 'password') {
      const { username, password } = context;
      this.#answer(context, await this.#options.receiving.logins.byPassword(username, password, this.#options.address));
    } else if (context.method === 'publickey') {
      await this.#byKey(context);
    } else {
      context.reject([...METHODS]);
    }
  }

  async #byKey(context: PublicKeyAuthContext): Promise<void> {
    if (context.signature === undefined) return this.#question(context);
    const { receiving, address } = this.#options;
    const key = this.#keyOf(context);
    const answer = await receiving.logins.by(context.username, address, {
      prove: async (user) => {
        // The signature is checked in every case, so that a key that is not known takes as long as one that is.
        const signed = key !== undefined && isSignedBy(context, key);
        return this.#isListed(context.key.data, user) && signed;
      },
      wrong: (user) => {
        if (key === undefined) return WEAK_KEY;
        return this.#isListed(context.key.data, user)
          ? 'The signature is not by the key that was shown.'
          : UNLISTED_KEY;
      },
    });
    this.#answer(context, answer);
  }

  async #question(context: PublicKeyAuthContext): Promise<void> {
    const { receiving, address, end } = this.#options;
    const { users, throttle } = receiving;
    this.#questions++;
    if (this.#questions > MAX_QUESTIONS) return end();
    const key = this.#keyOf(context);
    const isThrottled = throttle.refused(address) !== undefined;
    // `null`: nobody knows.
    const found = isThrottled ? null : await users(context.username).catch(() => null);
    const user = found ?? undefined;
    if (key !== undefined && this.#isListed(context.key.data, user)) return context.accept();
    const text = user === undefined ? NO_USER : key === undefined ? WEAK_KEY : UNLISTED_KEY;
    if (found !== null) this.#turnedDown = { name: context.username, text };
    context.reject([...METHODS]);
  }

  #answer(context: AuthContext, answer: LoginAnswer): void {
    const { maxAttempts, accepted, failed, end } = this.#options;
    if (answer.user !== undefined) {
      accepted(answer.user);
      context.accept();
      return;
    }
    failed(context.username, answer);
    this.#attempts++;
    if (this.#attempts >= maxAttempts || answer.why === 'throttled') end();
    else context.reject([...METHODS]);
  }

  /** RSA with SHA-1 is no proof any more. */
  #keyOf({ key, hashAlgo }: PublicKeyAuthContext): ParsedKey | undefined {
    if (key.algo === 'ssh-dss' || (key.algo === 'ssh-rsa' && hashAlgo === undefined)) return undefined;
    const parsed = this.#options.ssh2.utils.parseKey(key.data);
    const first = Array.isArray(parsed) ? parsed[0] : parsed;
    return first === undefined || first instanceof Error || first.type !== key.algo ? undefined : first;
  }

  #isListed(data: Buffer, user: ReceivingUser | undefined): boolean {
    let listed = false;
    for (const line of user?.publicKeys ?? []) {
      const base64 = line
        .trim()
        .split(/\s+/)
        .find((word) => word.startsWith('AAAA'));
      const known = Buffer.from(base64 ?? '', 'base64');
      // Every key is compared, whichever fits.
      listed = (known.length === data.length && timingSafeEqual(known, data)) || listed;
    }
    return listed;
  }
}

function isSignedBy({ blob, signature, hashAlgo }: PublicKeyAuthContext, key: ParsedKey): boolean {
  if (blob === undefined || signature === undefined) return false;
  return key.verify(blob, signature, hashAlgo) === true;
}
