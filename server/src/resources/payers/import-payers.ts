import type { Clock } from '../../clock.js';
import { invalid } from '../../problems.js';
import type { Payers } from '../../store/clearinghouse-tables.js';
import { grouped } from '../../store/grouped.js';
import type { Store, Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { notePayersChanged } from './payers-version.js';
import { type KnownPayer, type PlannedPayer, planImport } from './plan-import.js';
import type { GivenPayer } from './schemas.js';

export interface PayersReport {
  readonly dryRun: boolean;
  readonly created: number;
  readonly unchanged: number;
  /** With the members that changed, by name; a thousand at most. */
  readonly changed: readonly { readonly platformId: string; readonly members: readonly string[] }[];
  readonly changedCount: number;
  /** Aliases that several payers have now: whoever asks by one of them is told so. */
  readonly ambiguousAliases: readonly string[];
}

export interface ImportOptions {
  readonly dryRun: boolean;
  /** Also ids that differ from known ones by zeros at the beginning alone. */
  readonly asWritten: boolean;
}

const MOST_SHOWN = 1_000;
/** Rows that go into one statement. */
const PORTION = 500;

/**
 * Brings payers in, in one transaction: those that are known are changed, others created, none is removed. Imported again they change nothing.
 * @throws Problem `invalid` with each row that cannot be imported: nothing is imported then.
 */
export async function importPayers(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  given: readonly GivenPayer[],
  { dryRun, asWritten }: ImportOptions,
): Promise<PayersReport> {
  return store.write(async (tx) => {
    // Of imports that come at once the others wait here, and see what the first has written.
    await notePayersChanged(tx);
    const { planned, refused, ambiguousAliases } = planImport(await knownPayers(tx), given, asWritten);
    if (refused.length > 0) {
      throw invalid(`Nothing was imported: ${refused.length} row${refused.length === 1 ? '' : 's'} cannot be.`, {
        code: 'VALIDATION_FAILED',
        errors: refused.slice(0, 100).map((row) => ({ ...row })),
      });
    }
    const touched = planned.filter(({ members }) => members.length > 0);
    if (!dryRun && touched.length > 0) await write(tx, touched, clock.now());
    const changed = touched.filter(({ isNew }) => !isNew);
    return {
      dryRun,
      created: touched.length - changed.length,
      unchanged: planned.length - touched.length,
      changed: changed.slice(0, MOST_SHOWN).map(({ platformId, members }) => ({ platformId, members })),
      changedCount: changed.length,
      ambiguousAliases: ambiguousAliases.slice(0, MOST_SHOWN),
    };
  });
}

async function knownPayers(tx: Transaction): Promise<readonly KnownPayer[]> {
  const rows = await tx.selectFrom('payers').selectAll().execute();
  const ids = grouped(await tx.selectFrom('payer_ids').selectAll().execute(), ({ payer_id }) => payer_id);
  return rows.map((row) => ({
    row,
    aliases: (ids.get(row.id) ?? []).filter(({ kind }) => kind === 'alias').map(({ text }) => text),
  }));
}

async function write(tx: Transaction, planned: readonly PlannedPayer[], now: number): Promise<void> {
  // Before any is written: two payers may exchange their ids.
  const touched = planned.map(({ platformId }) => platformId);
  await tx.deleteFrom('payer_ids').where('payer_id', 'in', listOf(tx, touched)).execute();
  const rows = planned.map(({ row }) => ({ ...row, updated_at: now }));
  for (const portion of portionsOf(rows)) await writeRows(tx, portion, now);
  const ids = planned.flatMap(({ platformId, row, aliases }) => [
    { text: row.primary_payer_id, kind: 'primary' as const, payer_id: platformId },
    ...aliases.map((text) => ({ text, kind: 'alias' as const, payer_id: platformId })),
  ]);
  for (const portion of portionsOf(ids))
    await tx
      .insertInto('payer_ids')
      .values([...portion])
      .execute();
}

function portionsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / PORTION) }, (_, place) =>
    rows.slice(place * PORTION, (place + 1) * PORTION),
  );
}

async function writeRows(tx: Transaction, rows: readonly Omit<Payers, 'created_at'>[], now: number): Promise<void> {
  await tx
    .insertInto('payers')
    .values(rows.map((row) => ({ ...row, created_at: now })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((of) => ({
        display_name: of.ref('excluded.display_name'),
        primary_payer_id: of.ref('excluded.primary_payer_id'),
        details: of.ref('excluded.details'),
        transaction_support: of.ref('excluded.transaction_support'),
        enrollment_policy: of.ref('excluded.enrollment_policy'),
        us_only: of.ref('excluded.us_only'),
        updated_at: of.ref('excluded.updated_at'),
      })),
    )
    .execute();
}
