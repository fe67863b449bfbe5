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

export interface Granted {
  /** In the order of what was asked. */
  readonly shares: readonly number[];
  readonly until: number;
  /** How many processes have shares, this one among them. */
  readonly processes: number;
}

/** One statement of a transaction; its rows. */
export type ShareQuery = (text: string, values: readonly (string | number)[]) => Promise<readonly unknown[]>;

/** One exchange at a time over all processes: shares together never are more than the limit. It is a few short statements. */
const EXCHANGE_LOCK = 7_203_115;
/** What is told is heard by all processes; see `ShareRows`. */
const TELL = `select pg_notify('ediloom_pools', value) from json_array_elements_text($1::json)`;

interface ShareRow {
  readonly account_id: string;
  readonly pool: string;
  readonly process_id: string;
  readonly wanted: string;
  readonly share: string;
}

/** Says what a process wants and takes what it may have, in the transaction of these statements. Values are JSON, which every driver takes. */
export async function exchangeShares(query: ShareQuery, say: () => ShareExchange): Promise<Granted> {
  await query('select pg_advisory_xact_lock($1)', [EXCHANGE_LOCK]);
  const { processId, now, until, asked, returned } = say();
  await query('delete from pool_shares where until <= $1', [now]);
  if (returned.length > 0) {
    await query(
      `delete from pool_shares using json_to_recordset($2::json) as gone ("accountId" text, pool text)
       where pool_shares.account_id = gone."accountId" and pool_shares.pool = gone.pool and process_id = $1`,
      [processId, JSON.stringify(returned.map(({ accountId, pool }) => ({ accountId, pool })))],
    );
  }
  const wanted = JSON.stringify(asked);
  await query(
    `insert into pool_shares (account_id, pool, process_id, wanted, share, until)
     select "accountId", pool, $1, wanted, 0, $2 from json_to_recordset($3::json) as asked ("accountId" text, pool text, wanted bigint)
     on conflict (account_id, pool, process_id) do update set wanted = excluded.wanted, until = excluded.until`,
    [processId, until, wanted],
  );
  const rows = (await query(
    `select account_id, pool, process_id, wanted, share from pool_shares
     where (account_id, pool) in (select "accountId", pool from json_to_recordset($1::json) as asked ("accountId" text, pool text))
     order by process_id`,
    [wanted],
    // It names these columns.
  )) as readonly ShareRow[];
  // A process asks for thousands of pools at once where as many accounts are at work.
  const ofPools = grouped(rows, ({ account_id, pool }) => `${account_id} ${pool}`);
  const settled = asked.map((one) => settle(processId, one, ofPools.get(`${one.accountId} ${one.pool}`) ?? []));
  await query(
    `update pool_shares set share = mine.share
     from json_to_recordset($2::json) as mine ("accountId" text, pool text, share bigint)
     where pool_shares.account_id = mine."accountId" and pool_shares.pool = mine.pool and process_id = $1`,
    [processId, JSON.stringify(settled)],
  );
  const told = [...settled.filter(({ concernsOthers }) => concernsOthers), ...returned];
  if (told.length > 0) {
    await query(TELL, [JSON.stringify(told.map(({ accountId, pool }) => `${processId} ${accountId} ${pool}`))]);
  }
  const [count] = await query('select count(distinct process_id) as processes from pool_shares', []);
  // It names this column.
  const processes = Number((count as { readonly processes: string } | undefined)?.processes ?? 1);
  return { shares: settled.map(({ share }) => share), until, processes };
}

/** Its part of what all of them want, but not what others have. */
function settle(processId: string, { accountId, pool, most, used, wanted }: AskedShare, rows: readonly ShareRow[]) {
  const parts = divide(
    most,
    rows.map((row) => Math.min(most, Number(row.wanted))),
  );
  const mine = rows.findIndex((row) => row.process_id === processId);
  const ofOthers = rows.reduce((sum, row, index) => sum + (index === mine ? 0 : Number(row.share)), 0);
  // What it uses counts, also where that is more than it may, as after the limit was lowered.
  const share = Math.max(used, Math.min(parts[mine] ?? 0, most - ofOthers));
  const isShort = share < Math.min(most, wanted);
  const givesUp = share < Number(rows[mine]?.share ?? 0);
  return { accountId, pool, share, concernsOthers: rows.length > 1 && (isShort || givesUp) };
}
