import type { Store } from '../store/store.js';
import type { Audit } from '../store/tables.js';
import { auditLine } from './audit-line.js';

const PAGE = 1000;

export interface AuditSelection {
  readonly accountId?: string | undefined;
  /** Milliseconds since 1970, inclusive. */
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly to?: number | undefined;
}

/** Audit entries as lines of JSON, account by account in the order they were written; read in pages, so of any length. */
export async function* exportAudit(store: Store, selection: AuditSelection): AsyncGenerator<string> {
  let after: Audit | undefined;
  for (;;) {
    const rows: readonly Audit[] = await pageAfter(store, selection, after);
    if (rows.length > 0) yield `${rows.map(auditLine).join('\n')}\n`;
    after = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}

function pageAfter(store: Store, { accountId, from, to }: AuditSelection, after: Audit | undefined): Promise<Audit[]> {
  return store.read((db) => {
    // Over all accounts by its nature: only the operator asks.
    let query = db.selectFrom('audit').selectAll().orderBy('account_id').orderBy('id').limit(PAGE);
    if (accountId !== undefined) query = query.where('account_id', '=', accountId);
    if (from !== undefined) query = query.where('at', '>=', from);
    if (to !== undefined) query = query.where('at', '<', to);
    if (after !== undefined) {
      const { account_id, id } = after;
      query = query.where((is) =>
        is.or([is('account_id', '>', account_id), is.and([is('account_id', '=', account_id), is('id', '>', id)])]),
      );
    }
    return query.execute();
  });
}
