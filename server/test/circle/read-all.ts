import type { Asked, Instance } from './instance.js';

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextPageToken?: string;
}

/** All of a list, page by page. @param path with a query or without. */
export async function readAll<Item>(instance: Instance, path: string, asked: Asked = {}): Promise<readonly Item[]> {
  const found: Item[] = [];
  const first = `${path}${path.includes('?') ? '&' : '?'}pageSize=100`;
  for (let next = first; ; ) {
    const page = await instance.call<PageOf<Item>>('GET', next, asked);
    found.push(...page.items);
    if (page.nextPageToken === undefined) return found;
    next = `${first}&page_token=${encodeURIComponent(page.nextPageToken)}`;
  }
}

/** What polling has told so far, each time it was asked. */
export class Poller<Item extends { readonly [id: string]: unknown }> {
  readonly items: Item[] = [];
  #token: string | undefined;
  readonly #instance: Instance;
  readonly #kind: 'transactions' | 'executions';
  readonly #key: string;

  constructor(instance: Instance, kind: 'transactions' | 'executions', key: string) {
    this.#instance = instance;
    this.#kind = kind;
    this.#key = key;
  }

  /** Asks once. @returns how many were new. */
  async poll(): Promise<number> {
    const query =
      this.#token === undefined
        ? 'startDateTime=2020-01-01T00:00:00Z'
        : `page_token=${encodeURIComponent(this.#token)}`;
    const page = await this.#instance.call<PageOf<Item>>('GET', `/2023-08-01/polling/${this.#kind}?${query}`, {
      key: this.#key,
    });
    this.#token = page.nextPageToken ?? this.#token;
    this.items.push(...page.items);
    return page.items.length;
  }
}
