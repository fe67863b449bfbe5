import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { type Payer, payerOf } from './payer.js';

/** A payer that somebody may have meant. */
export type NamedPayer = Pick<Payer, 'platformId' | 'primaryPayerId' | 'displayName'>;

export type PayerFound =
  | { readonly kind: 'found'; readonly payer: Payer }
  /** An alias that several payers have. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly NamedPayer[] }
  /** `near`: those whose ids differ by zeros at their beginning, blanks around them, or the case of letters alone. */
  | { readonly kind: 'unknown'; readonly near: readonly NamedPayer[] };

/** Zeros that a spreadsheet may have taken from the beginning of an id. */
const MOST_ZEROS = 6;
const PLATFORM_ID = /^[A-Z]{5}$/;

/** Finds a payer by its platform id, primary id or an alias, in this order. Ids are compared exactly: zeros at their beginning count. */
export async function findPayer(db: Transaction, text: string): Promise<PayerFound> {
  const own = PLATFORM_ID.test(text) ? await payerWith(db, text) : undefined;
  if (own !== undefined) return { kind: 'found', payer: own };
  const named = await idsLike(db, [text]);
  const primary = named.find(({ kind }) => kind === 'primary');
  const ids = primary === undefined ? [...new Set(named.map(({ payer_id }) => payer_id))] : [primary.payer_id];
  const [first, ...more] = await Promise.all(ids.map((id) => payerWith(db, id)));
  if (first !== undefined && more.length === 0) return { kind: 'found', payer: first };
  if (first !== undefined) {
    return {
      kind: 'ambiguous',
      candidates: [first, ...more].flatMap((one) => (one === undefined ? [] : [nameOf(one)])),
    };
  }
  return { kind: 'unknown', near: await payersNear(db, text) };
}

async function payersNear(db: Transaction, text: string): Promise<readonly NamedPayer[]> {
  const bare = text.trim().replace(/^0+/, '');
  if (bare === '') return [];
  const cases = [...new Set([bare, bare.toUpperCase(), bare.toLowerCase()])];
  const spellings = cases.flatMap((one) =>
    Array.from({ length: MOST_ZEROS + 1 }, (_, zeros) => '0'.repeat(zeros) + one),
  );
  const named = (await idsLike(db, spellings)).map(({ payer_id }) => payer_id);
  const ids = [...new Set([bare.toUpperCase(), ...named])].filter((id) => PLATFORM_ID.test(id));
  const payers = await Promise.all(ids.map((id) => payerWith(db, id)));
  return payers.flatMap((payer) => (payer === undefined ? [] : [nameOf(payer)]));
}

function idsLike(db: Transaction, texts: readonly string[]) {
  return db
    .selectFrom('payer_ids')
    .select(['kind', 'payer_id'])
    .where('text', 'in', listOf(db, texts))
    .orderBy('payer_id')
    .limit(20)
    .execute();
}

/** By its platform id. */
export async function payerWith(db: Transaction, id: string): Promise<Payer | undefined> {
  const row = await db.selectFrom('payers').selectAll().where('id', '=', id).executeTakeFirst();
  return row && payerOf(row);
}

/** Display names by platform id. */
export async function payerNames(db: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('payers')
    .select(['id', 'display_name'])
    .where('id', 'in', listOf(db, [...new Set(ids)]))
    .execute();
  return new Map(rows.map(({ id, display_name }) => [id, display_name]));
}

/** What only the operator decides of each payer, by platform id. */
export async function policiesOf(
  db: Transaction,
): Promise<ReadonlyMap<string, Pick<Payer, 'enrollmentPolicy' | 'usOnly'>>> {
  const rows = await db.selectFrom('payers').select(['id', 'enrollment_policy', 'us_only']).execute();
  return new Map(
    rows.map(({ id, enrollment_policy, us_only }) => [
      id,
      { enrollmentPolicy: enrollment_policy, usOnly: us_only === 1 },
    ]),
  );
}

function nameOf({ platformId, primaryPayerId, displayName }: Payer): NamedPayer {
  return { platformId, primaryPayerId, displayName };
}
