import { type RawBuilder, sql } from 'kysely';
import { openPostgres } from '../src/store/postgres/open-postgres.js';
import { openSqlite } from '../src/store/sqlite/open-sqlite.js';
import type { Store } from '../src/store/store.js';
import { BEGIN } from '../test/store/list-rows.js';

/** Rows of one statement. */
const PORTION = 50_000;

export interface FillOptions {
  readonly folder: string;
  /** Of a PostgreSQL database, in place of the store in the folder. */
  readonly url: string | undefined;
  /** Of each table. */
  readonly rows: number;
}

/** Tables that are filled. */
const FILLED = [
  'executions',
  'transactions',
  'business_identifiers',
  'feed',
  'events',
  'arrivals',
  'received_interchanges',
] as const;

/**
 * Gives the account of a first start as many executions, transactions, identifiers, feed entries and events, ten in each second; two of
 * five files came in.
 */
export async function fillLists({ folder, url, rows }: FillOptions): Promise<void> {
  const store: Store = url === undefined ? await openSqlite({ folder }) : await openPostgres({ url });
  try {
    const { id } = await store.read((db) => db.selectFrom('accounts').select('id').executeTakeFirstOrThrow());
    for (let from = 0; from < rows; from += PORTION) {
      await store.write(async (tx) => {
        for (const insert of insertsOf(id, from, Math.min(from + PORTION, rows))) await insert.execute(tx);
      });
    }
    if (url !== undefined) {
      for (const table of FILLED) {
        await store.write((tx) => sql`analyze ${sql.ref(table)}`.execute(tx));
      }
    }
  } finally {
    await store.close();
  }
}

/** Some values most rows have, others few, as in the tests of lists. */
function insertsOf(account: string, from: number, to: number): readonly RawBuilder<unknown>[] {
  const numbers = sql`with recursive n (x) as (select ${sql.lit(from)} union all select x + 1 from n where x < ${sql.lit(to - 1)})`;
  const id = sql`${account}`;
  const at = sql`${sql.lit(BEGIN)} + x * 100`;
  const execution = sql`'E' || (1000000000 + x)`;
  const transaction = sql`'T' || (1000000000 + x)`;
  const common = sql`case when x % 5 in (1, 3) then 'INBOUND' else 'OUTBOUND' end, case when x % 30 = 1 then 'test' else 'production' end,
    case when x % 20 = 1 then 'test' else 'live' end`;
  // As UUIDs are written.
  const eventId = sql`'01a20000-0000-7000-8000-' || substr(cast(1000000000000 + x as text), 2)`;
  const partner = sql`case when x % 5000 = 2 then 'p1' when x % 2 = 0 then 'p2' else 'p3' end`;
  return [
    sql`insert into executions (account_id, id, direction, mode, key_mode, status, file_type, transaction_count, fault_count,
        fault_code, retryable, partnership_id, directory, name, created_at, updated_at)
      ${numbers} select cast(${id} as text), ${execution}, ${common}, case when x % 5000 = 7 then 'FAILED' else 'COMPLETED' end, 'x12', 1, 0,
        case when x % 5000 = 7 then 'DELIVERY_FAILURE' end, 0, ${partner}, 'out', x || '.edi', ${at}, ${at} from n`,
    sql`insert into transactions (account_id, id, execution_id, place, status, direction, mode, key_mode, partnership_id, sender_id,
        receiver_id, transaction_set, x12, business_identifiers, acknowledgment, listed, processed_at, created_at)
      ${numbers} select cast(${id} as text), ${transaction}, ${execution}, 0, case when x % 5000 = 7 then 'failed' else 'succeeded' end,
        ${common}, ${partner}, case when x % 5000 = 4 then 's' else 'often' end, case when x % 5000 = 6 then 'r' else 'often' end,
        case when x % 5000 = 8 then '271' else '850' end, '{"metadata":{},"transactionSetting":{}}', '[]', 'not-expected',
        case when x % 10 = 9 then 0 else 1 end, ${at}, ${at} from n`,
    sql`insert into business_identifiers (account_id, transaction_id, element_id, value, created_at)
      ${numbers} select cast(${id} as text), ${transaction}, case when x % 2 = 0 then '127' else '324' end,
        case when x % 5000 = 11 then 'one' else 'every' end, ${at} from n`,
    sql`insert into events (account_id, id, type, mode, resource_kind, resource_id, detail, status, resends, created_at)
      ${numbers} select cast(${id} as text), ${eventId}, case when x % 5000 = 9 then 'file.failed.v2' when x % 2 = 0 then 'file.processed.v2'
        else 'transaction.processed.v2' end, case when x % 20 = 1 then 'test' else 'production' end, 'transaction', ${transaction}, '{}',
        case when x % 5000 = 12 then 'FAILED' when x % 5000 = 13 then 'PENDING' else 'DELIVERED' end, 0, ${at} from n`,
    sql`insert into arrivals (account_id, connection_id, payload_id, execution_id, created_at)
      ${numbers} select cast(${id} as text), 'c', ${execution}, ${execution}, ${at} from n where x % 5 in (1, 3)`,
    sql`insert into received_interchanges (account_id, id, execution_id, place, state, partnership_id, pair, control_number, sha256,
        byte_offset, byte_length, created_at, updated_at)
      ${numbers} select cast(${id} as text), 'I' || x, ${execution}, 1, 'accepted', ${partner}, 'pair', x, 'none', 0, 1, ${at}, ${at}
        from n where x % 5 in (1, 3)`,
    ...['execution', 'transaction'].map(
      (kind) => sql`insert into feed (account_id, kind, ref_id, mode, at)
      ${numbers} select cast(${id} as text), ${sql.lit(kind)}, ${kind === 'execution' ? execution : transaction},
        case when x % 20 = 1 then 'test' else 'live' end, ${at} from n`,
    ),
  ];
}
