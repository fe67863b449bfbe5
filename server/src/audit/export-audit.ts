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
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = selection;
  let after: Audit | undefined;
  for (;;) {
    const rows: readonly Audit[] = await pageAfter(store, selection, after);
    // Times are compared here: a statement that looked for them would read all there is at once, where few fit.
    const asked = rows.filter(({ at }) => Number(at) >= from && Number(at) < to);
    if (asked.length > 0) yield `${asked.map(auditLine).join('\n')}\n`;
    after = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}

function pageAfter(store: Store, { accountId }: AuditSelection, after: Audit | undefined): Promise<Audit[]> {
  return store.read((db) => {
    // Over all accounts by its nature: only the operator asks.
    let query = db.selectFrom('audit').selectAll().orderBy('account_id').orderBy('id').limit(PAGE);
    if (accountId !== undefined) query = query.where('account_id', '=', accountId);
    if (after !== undefined) {
      const { account_id, id } = after;
      query = query.where((row) => row(row.refTuple('account_id', 'id'), '>', row.tuple(account_id, id)));
    }
    return query.execute();
  });
}
