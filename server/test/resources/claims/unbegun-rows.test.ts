import { expect, it } from 'vitest';
import { isUnbegun, MAY_HAVE_LEFT } from '../../../src/resources/claims/unbegun-files.js';
import type { ClaimFiles } from '../../../src/store/claim-tables.js';
import { insertRows } from '../../../src/store/insert-rows.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { openTestStore } from '../../support/open-test-store.js';

/** What each column may be that the rule looks at, and those that say how a file went and which it leaves aside. */
const VALUES = {
  state: ['WRITTEN', 'SENT', 'HELD'],
  artifact_id: ['', 'bytes'],
  sent_at: [null, 0, 1],
  handing_since: [null, 0, 1],
  execution_id: [null, '', 'execution'],
  attempts: [0, 1, 7],
  handed_by: [null, 'partnership'],
  failure: [null, 'timed-out'],
} as const satisfies { readonly [Column in keyof ClaimFiles]?: readonly ClaimFiles[Column][] };

/** Every combination of them. */
function filesOf(): readonly Omit<ClaimFiles, 'account_id'>[] {
  let rows: readonly Partial<ClaimFiles>[] = [{}];
  for (const [column, values] of Object.entries(VALUES)) {
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [column]: value })));
  }
  const same = { route_id: 'r', type: 'dental', claim_count: 1, interchange_number: '', group_number: 0 } as const;
  const times = { carrier_account_id: null, created_at: 1, updated_at: 1, expires_at: null };
  return rows.map((row, at) => ({ ...same, ...times, ...row, id: `file ${at}` }) as ClaimFiles);
}

it('whether a file may have left is the same to a statement as to the program, whatever its row is', async () => {
  const store = await openTestStore();
  await addAccount(store, 'a');
  const files = filesOf();
  await writeAs(store, 'a', (queries) => insertRows(queries, 'claim_files', files));
  const rows = await store.read((db) => db.selectFrom('claim_files as file').selectAll().execute());
  const left = await store.read((db) =>
    db.selectFrom('claim_files as file').select('file.id').where(MAY_HAVE_LEFT).execute(),
  );
  const byStatement = new Set(left.map(({ id }) => id));
  // As a column, too: there it is never NULL, which is neither.
  const shown = await store.read((db) =>
    db
      .selectFrom('claim_files as file')
      .select(['file.id', MAY_HAVE_LEFT.as('left')])
      .execute(),
  );
  expect(rows).toHaveLength(files.length);
  const unlike = rows.filter((row) => isUnbegun(row as ClaimFiles) === byStatement.has(row.id));
  expect(unlike).toEqual([]);
  expect(shown.filter(({ id, left: isLeft }) => isLeft === null || Boolean(isLeft) !== byStatement.has(id))).toEqual(
    [],
  );
  // Both are to be seen among them.
  expect([byStatement.size > 100, files.length - byStatement.size > 20]).toEqual([true, true]);
});
