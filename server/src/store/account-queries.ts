import type {
  DeleteQueryBuilder,
  DeleteResult,
  Insertable,
  InsertQueryBuilder,
  InsertResult,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { Store, Transaction } from './store.js';
import type { AccountTable, Tables } from './tables.js';

/** A row without its account, which the queries add. */
export type OwnRow<Table extends AccountTable> = Omit<Insertable<Tables[Table]>, 'account_id'>;

/**
 * Queries on the rows of one account: whatever is asked through it, rows of others are neither seen nor changed. All that answers
 * a request goes through it.
 */
export class AccountQueries {
  readonly accountId: string;
  /** For what reaches over accounts by its nature; say why where it is used. */
  readonly tx: Transaction;

  constructor(tx: Transaction, accountId: string) {
    this.tx = tx;
    this.accountId = accountId;
  }

  from<Table extends AccountTable>(table: Table): SelectQueryBuilder<Tables, Table, object> {
    // Kysely's types cannot follow a table name that is a parameter; every account table has the column.
    const query = this.tx.selectFrom(table as 'jobs') as SelectQueryBuilder<Tables, 'jobs', object>;
    return query.where(`${table as 'jobs'}.account_id`, '=', this.accountId) as never;
  }

  insert<Table extends AccountTable>(
    table: Table,
    rows: OwnRow<Table> | readonly OwnRow<Table>[],
  ): InsertQueryBuilder<Tables, Table, InsertResult> {
    const owned = (Array.isArray(rows) ? rows : [rows]).map((row) => ({ account_id: this.accountId, ...row }));
    return this.tx.insertInto(table).values(owned as never) as never;
  }

  update<Table extends AccountTable>(table: Table): UpdateQueryBuilder<Tables, Table, Table, UpdateResult> {
    return this.tx.updateTable(table as 'jobs').where('account_id', '=', this.accountId) as never;
  }

  delete<Table extends AccountTable>(table: Table): DeleteQueryBuilder<Tables, Table, DeleteResult> {
    return this.tx.deleteFrom(table as 'jobs').where('account_id', '=', this.accountId) as never;
  }
}

/** Reads rows of an account, outside of any transaction. */
export function readRows<Result>(
  store: Store,
  accountId: string,
  work: (queries: AccountQueries) => Promise<Result>,
): Promise<Result> {
  return store.read((db) => work(new AccountQueries(db, accountId)));
}
