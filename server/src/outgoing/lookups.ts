import type { CheckedAddress } from './outgoing-guard.js';

export type Resolve = (host: string) => Promise<readonly CheckedAddress[]>;

/** Names that are looked up at once. Each keeps a thread of Node's until the resolver of the machine ends it, and Node gives it two of its four. */
const AT_ONCE = 2;
/** Milliseconds from when a name was asked for. The resolver itself may take longer: who asks must not. */
const PATIENCE_MS = 15_000;
/** Milliseconds after which a name's servers count as silent: its account shares one place with the others of this kind until one of its names is answered sooner. */
const SLOW_MS = 2_000;
/** Names of one account that wait. */
const MOST_WAITING = 1_000;

interface Waiting {
  readonly go: () => Promise<void>;
}

/**
 * Looks names up for accounts, which take turns, one name of each at once: names whose servers never answer keep none but their own
 * account waiting, nor do those of several: once known for them, all these accounts together have one name under way. Equal names that
 * an account asks for at the same time are one.
 */
export class Lookups {
  readonly #resolve: Resolve;
  readonly #underWay = new Map<string, Promise<readonly CheckedAddress[]>>();
  /** By account; whose turn is next stands first. */
  readonly #lines = new Map<string, Waiting[]>();
  /** Accounts of which a name is looked up. */
  readonly #busy = new Set<string>();
  /** Accounts whose last name was answered late or is not yet. */
  readonly #slow = new Set<string>();

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** @throws an Error with the `syscall` of the resolver, also where it did not answer in time; what the resolver throws. */
  find(account: string, host: string): Promise<readonly CheckedAddress[]> {
    const key = `${account} ${host}`;
    let found = this.#underWay.get(key);
    if (found === undefined) {
      found = this.#inTurn(account, host).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, found);
    }
    return found;
  }

  #inTurn(account: string, host: string): Promise<readonly CheckedAddress[]> {
    const line = this.#lines.get(account) ?? [];
    if (line.length >= MOST_WAITING) return Promise.reject(notAnswered());
    this.#lines.set(account, line);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        go: () =>
          this.#resolve(host)
            .then(resolve, reject)
            .finally(() => clearTimeout(late)),
      };
      const late = setTimeout(() => {
        reject(notAnswered());
        const at = line.indexOf(waiting);
        if (at >= 0) line.splice(at, 1);
      }, PATIENCE_MS);
      line.push(waiting);
      this.#serve();
    });
  }

  #serve(): void {
    for (const [account, line] of this.#lines) {
      if (this.#busy.size >= AT_ONCE) return;
      if (this.#busy.has(account) || (this.#slow.has(account) && this.#slowIsBusy())) continue;
      const next = line.shift();
      this.#lines.delete(account);
      // Set anew it is last in the map: the others come first.
      if (line.length > 0) this.#lines.set(account, line);
      if (next === undefined) continue;
      void this.#lookUp(account, next);
    }
  }

  async #lookUp(account: string, { go }: Waiting): Promise<void> {
    this.#busy.add(account);
    let slow = false;
    const slowFrom = setTimeout(() => {
      slow = true;
      this.#slow.add(account);
    }, SLOW_MS);
    await go();
    clearTimeout(slowFrom);
    if (!slow) this.#slow.delete(account);
    this.#busy.delete(account);
    this.#serve();
  }

  #slowIsBusy(): boolean {
    for (const account of this.#busy) if (this.#slow.has(account)) return true;
    return false;
  }
}

/** As the resolver of the machine says it of names that it could not ask for. */
function notAnswered(): Error {
  const error = new Error('The name servers of the host do not answer, or too many names wait for theirs.');
  return Object.assign(error, { code: 'ETIMEOUT', syscall: 'getaddrinfo' });
}
