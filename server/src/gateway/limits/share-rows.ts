import pg from 'pg';
import { grouped } from '../../store/grouped.js';
import { divide } from './divide.js';

// The table `pool_shares`: a row an account, pool and process, with the part of the account's limit that the process may use.

/** What a process asks for one pool of an account. */
export interface AskedShare {
  readonly accountId: string;
  readonly pool: string;
  /** The limit of the account. */
  readonly most: number;
  /** As many as it could use. */
  readonly wanted: number;
  /** As many as it uses, which it cannot give away. */
  readonly used: number;
}

export interface ShareExchange {
  readonly processId: string;
  readonly now: number;
  /** Until when the shares are its own; a process that dies renews them no more. */
  readonly until: number;
  readonly asked: readonly AskedShare[];
  /** Pools that it needs no longer. */
  readonly returned: readonly Pick<AskedShare, 'accountId' | 'pool'>[];
}

/** Answer or connection later than this: the database is lost for now. */
const ANSWER_MS = 2000;
/** One exchange at a time over all processes: shares together never are more than the limit. It is a few short statements. */
const EXCHANGE_LOCK = 7_203_115;

interface ShareRow {
  readonly account_id: string;
  readonly pool: string;
  readonly process_id: string;
  readonly wanted: string;
  readonly share: string;
}

/** A connection of its own, so that neither requests nor jobs wait for it, nor it for them. */
export class ShareRows {
  readonly #newClient: () => pg.Client;
  /** The one in use, and when it is connected. */
  #current: { readonly client: pg.Client; readonly connected: Promise<pg.Client> } | undefined;

  /** @param newClient makes a client that is not connected yet. */
  constructor(url: string, newClient: () => pg.Client = () => clientOf(url)) {
    this.#newClient = newClient;
  }

  /**
   * Says what this process wants, and takes what it may have: what others have is theirs until they give it back or their time has run out.
   * @returns shares in the order of what was asked. Rejects where the database does not answer in time.
   */
  async exchange(exchange: ShareExchange): Promise<readonly number[]> {
    const client = await this.#connected();
    try {
      await client.query(`begin; select pg_advisory_xact_lock(${EXCHANGE_LOCK})`);
      const shares = await exchanged(client, exchange);
      await client.query('commit');
      return shares;
    } catch (error) {
      this.#drop(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    const client = await current?.connected.catch(() => undefined);
    await client?.end().catch(() => {});
  }

  #connected(): Promise<pg.Client> {
    this.#current ??= this.#connect();
    return this.#current.connected;
  }

  #connect(): { readonly client: pg.Client; readonly connected: Promise<pg.Client> } {
    const client = this.#newClient();
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    const connected = client.connect().then(
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
    keepAlive: true,
  });
}

async function exchanged(client: pg.Client, exchange: ShareExchange): Promise<readonly number[]> {
  const { processId, now, until, asked, returned } = exchange;
  await client.query('delete from pool_shares where until <= $1', [now]);
  await client.query(
    `delete from pool_shares using unnest($2::text[], $3::text[]) as gone (account_id, pool)
     where pool_shares.account_id = gone.account_id and pool_shares.pool = gone.pool and process_id = $1`,
    [processId, returned.map(({ accountId }) => accountId), returned.map(({ pool }) => pool)],
  );
  const accounts = asked.map(({ accountId }) => accountId);
  const pools = asked.map(({ pool }) => pool);
  await client.query(
    `insert into pool_shares (account_id, pool, process_id, wanted, share, until)
     select account_id, pool, $1, wanted, 0, $2
     from unnest($3::text[], $4::text[], $5::bigint[]) as asked (account_id, pool, wanted)
     on conflict (account_id, pool, process_id) do update set wanted = excluded.wanted, until = excluded.until`,
    [processId, until, accounts, pools, asked.map(({ wanted }) => wanted)],
  );
  const { rows } = await client.query<ShareRow>(
    `select account_id, pool, process_id, wanted, share from pool_shares
     where (account_id, pool) in (select * from unnest($1::text[], $2::text[])) order by process_id`,
    [accounts, pools],
  );
  // A process asks for thousands of pools at once where as many accounts are at work.
  const ofPools = grouped(rows, ({ account_id, pool }) => `${account_id} ${pool}`);
  const shares = asked.map((one) => shareOf(processId, one, ofPools.get(`${one.accountId} ${one.pool}`) ?? []));
  await client.query(
    `update pool_shares set share = mine.share from unnest($2::text[], $3::text[], $4::bigint[]) as mine (account_id, pool, share)
     where pool_shares.account_id = mine.account_id and pool_shares.pool = mine.pool and process_id = $1`,
    [processId, accounts, pools, shares],
  );
  return shares;
}

/** Its part of what all of them want; but what it uses, and not what others have. */
function shareOf(processId: string, { most, used }: AskedShare, rows: readonly ShareRow[]): number {
  const parts = divide(
    most,
    rows.map(({ wanted }) => Math.min(most, Number(wanted))),
  );
  const part = parts[rows.findIndex((row) => row.process_id === processId)] ?? 0;
  const ofOthers = rows.reduce((sum, row) => sum + (row.process_id === processId ? 0 : Number(row.share)), 0);
  return Math.max(0, Math.min(Math.max(part, used), most - ofOthers));
}
