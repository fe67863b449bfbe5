import pg from 'pg';
import { exchangeShares, type Granted, type ShareExchange, type ShareQuery } from './exchange-shares.js';

/** Answer or connection later than this: the database is lost for now. */
const ANSWER_MS = 2000;
/** A process that stopped in the midst of an exchange keeps others from theirs for so long at most: less than they wait. */
const IDLE_IN_EXCHANGE_MS = ANSWER_MS / 2;
/** Where processes tell each other that one is short of places, or has given some up. */
const CHANNEL = 'ediloom_pools';

/** Another process is short of places of a pool, or has given some up. */
export interface Told {
  readonly processId: string;
  readonly accountId: string;
  readonly pool: string;
}

export interface ShareRowsOptions {
  readonly onTold?: ((told: Told) => void) | undefined;
  /** Makes a client that is not connected yet. */
  readonly newClient?: (() => pg.Client) | undefined;
}

/** A connection of its own, so that neither requests nor jobs wait for it, nor it for them. */
export class ShareRows {
  readonly #newClient: () => pg.Client;
  readonly #onTold: (told: Told) => void;
  /** The one in use, and when it is connected. */
  #current: { readonly client: pg.Client; readonly connected: Promise<pg.Client> } | undefined;

  constructor(url: string, { onTold = () => {}, newClient = () => clientOf(url) }: ShareRowsOptions = {}) {
    this.#newClient = newClient;
    this.#onTold = onTold;
  }

  /** Connects, so that the first who ask need not wait for that; where it cannot, they find it out. */
  connect(): void {
    this.#connected().catch(() => {});
  }

  /**
   * Says what this process wants, and takes what it may have: what others have is theirs until they give it back or their time has run
   * out. A connection that was lost since the last time is replaced first. Rejects where the database does not answer in time.
   * @param say is called as soon as no other process says anything.
   */
  async exchange(say: () => ShareExchange): Promise<Granted> {
    const known = this.#current;
    try {
      return await this.#once(say);
    } catch (error) {
      // A timeout is an answer: who waits has waited long enough.
      if (known === undefined || isTimeout(error)) throw error;
      return await this.#once(say);
    }
  }

  async close(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    const client = await current?.connected.catch(() => undefined);
    await client?.end().catch(() => {});
  }

  async #once(say: () => ShareExchange): Promise<Granted> {
    const client = await this.#connected();
    try {
      const query: ShareQuery = async (text, values) => (await client.query(text, [...values])).rows;
      await client.query('begin');
      const granted = await exchangeShares(query, say);
      await client.query('commit');
      return granted;
    } catch (error) {
      this.#drop(client);
      throw error;
    }
  }

  #connected(): Promise<pg.Client> {
    this.#current ??= this.#connect();
    return this.#current.connected;
  }

  #connect(): { readonly client: pg.Client; readonly connected: Promise<pg.Client> } {
    const client = this.#newClient();
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    client.on('notification', ({ payload = '' }) => {
      const [processId = '', accountId = '', ...pool] = payload.split(' ');
      this.#onTold({ processId, accountId, pool: pool.join(' ') });
    });
    const connected = client
      .connect()
      // Shares are of this moment: none is looked for after a crash of the database.
      .then(() => client.query(`set synchronous_commit = off; listen ${CHANNEL}`))
      .then(
        () => client,
        (error: unknown) => {
          this.#drop(client);
          throw error;
        },
      );
    return { client, connected };
  }

  /** It may hang: its end is not waited for. What it says after that, late, is of no other's: the next one goes on. */
  #drop(client: pg.Client): void {
    if (this.#current?.client === client) this.#current = undefined;
    client.removeAllListeners('end');
    client.removeAllListeners('notification');
    client.end().catch(() => {});
  }
}

function clientOf(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: 'ediloom-server pools',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    statement_timeout: ANSWER_MS,
    idle_in_transaction_session_timeout: IDLE_IN_EXCHANGE_MS,
    keepAlive: true,
  });
}

/** Of the client, or of the database (57014). */
function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /timeout/i.test(error.message) || ('code' in error && error.code === '57014');
}
