interface Kept<Value> {
  readonly value: Value;
  readonly weight: number;
}

/**
 * Values that are kept up to a weight in all. Where that is passed, the account that has most of it loses what it asked for longest
 * ago: nobody loses anything to an account that has more than itself.
 */
export class KeptByAccount<Value> {
  readonly #accounts = new Map<string, { weight: number; readonly values: Map<string, Kept<Value>> }>();
  readonly #most: number;
  #weight = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(accountId: string, key: string): Value | undefined {
    const values = this.#accounts.get(accountId)?.values;
    const kept = values?.get(key);
    if (values === undefined || kept === undefined) return undefined;
    // A map keeps the order of insertion: the first is the oldest.
    values.delete(key);
    values.set(key, kept);
    return kept.value;
  }

  /** What weighs more than all may is not kept. */
  set(accountId: string, key: string, value: Value, weight: number): void {
    this.delete(accountId, key);
    const account = this.#accounts.get(accountId) ?? { weight: 0, values: new Map() };
    this.#accounts.set(accountId, account);
    account.values.set(key, { value, weight });
    account.weight += weight;
    this.#weight += weight;
    while (this.#weight > this.#most) this.#dropOne();
  }

  delete(accountId: string, key: string): void {
    const account = this.#accounts.get(accountId);
    const kept = account?.values.get(key);
    if (account === undefined || kept === undefined) return;
    account.values.delete(key);
    account.weight -= kept.weight;
    this.#weight -= kept.weight;
    if (account.values.size === 0) this.#accounts.delete(accountId);
  }

  #dropOne(): void {
    let most = -1;
    let from = '';
    for (const [accountId, { weight }] of this.#accounts) {
      if (weight <= most) continue;
      most = weight;
      from = accountId;
    }
    for (const oldest of this.#accounts.get(from)?.values.keys() ?? []) return this.delete(from, oldest);
  }
}
