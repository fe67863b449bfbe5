import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Transaction } from '../store/store.js';
import type { Tables } from '../store/tables.js';
import type { MasterKeys } from './secrets.js';

// How the owners of sealed columns seal them anew with the current master key; `maintenance/` goes through their pages.

/** The row at which a page ended. Over all accounts, as the master key is one for all of them. */
export interface RotationPlace {
  readonly account_id: string;
  readonly id: string;
}

/** What one page of rows came to. */
export interface RotatedPage {
  /** `undefined`: there is nothing behind it. */
  readonly last: RotationPlace | undefined;
  /** Rows that were sealed anew. */
  readonly changed: number;
}

/** Looks at the next rows of a table, so many however few of them are to be sealed anew, and seals those, in one transaction. */
export type Rotation = (
  tx: Transaction,
  keys: MasterKeys,
  page: { readonly after: RotationPlace; readonly most: number },
) => Promise<RotatedPage>;

type Sealed = 'secrets' | 'artifacts' | 'staged_transactions' | 'fragments' | 'eligibility_batch_items';

/** The condition for rows behind a place. */
export function behind({ account_id, id }: RotationPlace) {
  return <Table extends Sealed>(row: ExpressionBuilder<Tables, Table>): ExpressionWrapper<Tables, Table, SqlBool> => {
    // All of these tables have both columns; kysely's types cannot follow a table that is a parameter.
    const columns = row as unknown as ExpressionBuilder<Tables, 'secrets'>;
    const condition = columns(columns.refTuple('account_id', 'id'), '>', columns.tuple(account_id, id));
    return condition as unknown as ExpressionWrapper<Tables, Table, SqlBool>;
  };
}
