import { grouped } from '../../store/grouped.js';
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
/** Payers that are named where several, or none, have an id. */
const MOST_CANDIDATES = 20;

/** Finds a payer by its platform id, primary id or an alias, in this order. Ids are compared exactly: zeros at their beginning count. */
export async function findPayer(db: Transaction, text: string): Promise<PayerFound> {
  const found = (await findPayers(db, [text])).get(text);
  return found ?? { kind: 'unknown', near: await payersNear(db, text) };
}

/** The same of many, by what they are asked for: by few statements, whatever their number. Those that are unknown are not among them. */
export async function findPayers(
  db: Transaction,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Exclude<PayerFound, { kind: 'unknown' }>>> {
  const named = grouped(await idsAmong(db, texts), ({ text }) => text);
  const idsOf = (text: string): readonly string[] => {
    const all = named.get(text) ?? [];
    const primary = all.find(({ kind }) => kind === 'primary');
    return primary === undefined ? all.slice(0, MOST_CANDIDATES).map(({ payer_id }) => payer_id) : [primary.payer_id];
  };
  const payers = await payersWith(db, [...texts.filter(isPlatformId), ...texts.flatMap(idsOf)]);
  const found = new Map<string, Exclude<PayerFound, { kind: 'unknown' }>>();
  for (const text of texts) {
    const own = payers.get(text);
    const all = own === undefined ? idsOf(text).flatMap((id) => payers.get(id) ?? []) : [own];
    const [payer, ...others] = all;
    if (payer === undefined) continue;
    found.set(
      text,
      others.length === 0 ? { kind: 'found', payer } : { kind: 'ambiguous', candidates: all.map(nameOf) },
    );
  }
  return found;
}

function isPlatformId(text: string): boolean {
  return PLATFORM_ID.test(text);
}

async function payersNear(db: Transaction, text: string): Promise<readonly NamedPayer[]> {
  const bare = text.trim().replace(/^0+/, '');
  if (bare === '') return [];
  const cases = [...new Set([bare, bare.toUpperCase(), bare.toLowerCase()])];
  const spellings = cases.flatMap((one) =>
    Array.from({ length: MOST_ZEROS + 1 }, (_, zeros) => '0'.repeat(zeros) + one),
  );
  const named = (await idsAmong(db, spellings)).slice(0, MOST_CANDIDATES).map(({ payer_id }) => payer_id);
  const ids = [...new Set([bare.toUpperCase(), ...named])].filter(isPlatformId).sort();
  return [...(await payersWith(db, ids)).values()].map(nameOf);
}

function idsAmong(db: Transaction, texts: readonly string[]) {
  return db
    .selectFrom('payer_ids')
    .select(['text', 'kind', 'payer_id'])
    .where('text', 'in', listOf(db, texts))
    .orderBy('payer_id')
    .execute();
}

/** By their platform ids, in the order of these. */
async function payersWith(db: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Payer>> {
  const rows = await db
    .selectFrom('payers')
    .selectAll()
    .where('id', 'in', listOf(db, [...new Set(ids)]))
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.id, payerOf(row)]));
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
