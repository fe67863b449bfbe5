import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';

/** What a list of enrollments is narrowed by, as the store has it; several values of one: any of them. */
export interface EnrollmentFilters {
  /** In small letters: part of the provider's name, of the NPI or of the payer's platform id. */
  readonly text?: string | undefined;
  /** Of the same text, where it is a whole tax id. */
  readonly textTaxIndex?: string | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly npis?: readonly string[] | undefined;
  readonly taxIndexes?: readonly string[] | undefined;
  /** Whole names, in letters of either case. */
  readonly names?: readonly string[] | undefined;
  readonly providerIds?: readonly string[] | undefined;
  readonly payerIds?: readonly string[] | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly transactions?: readonly string[] | undefined;
  readonly emailIndexes?: readonly string[] | undefined;
  readonly importId?: string | undefined;
  /** Ranges by the column of their instants or days; from: inclusive, before: not. */
  readonly ranges?: readonly EnrollmentRange[] | undefined;
}

export interface EnrollmentRange {
  readonly column: 'created_at' | 'status_updated_at' | 'last_era_at' | 'requested_date';
  readonly from?: number | string | undefined;
  readonly before?: number | string | undefined;
}

/** One thing that a list is narrowed by. */
export interface Condition {
  /** By its index, where there is one: so few rows are found. */
  readonly is: RawBuilder<SqlBool>;
  /** So that no index is chosen for it: rows that the order of the list has led to are tried by it. */
  readonly trying: RawBuilder<SqlBool>;
  readonly isIndexed: boolean;
}

/** On rows of `provider_enrollments`. */
export function conditionsOf({ accountId }: AccountQueries, filters: EnrollmentFilters): readonly Condition[] {
  const among = (expression: RawBuilder<unknown>, values: readonly string[] | undefined): readonly Condition[] =>
    values === undefined || values.length === 0
      ? []
      : [
          {
            is: sql<SqlBool>`${expression} in (${sql.join(values)})`,
            trying: sql<SqlBool>`coalesce(${expression}, '') in (${sql.join(values)})`,
            isIndexed: true,
          },
        ];
  const { text, textTaxIndex, transactions = [], importId, ranges = [] } = filters;
  return [
    ...among(sql.ref('status'), filters.statuses),
    ...among(sql.ref('provider_npi'), filters.npis),
    ...among(sql.ref('provider_tax_index'), filters.taxIndexes),
    ...among(sql`lower(provider_name)`, filters.names),
    ...among(sql.ref('provider_id'), filters.providerIds),
    ...among(sql.ref('payer_id'), filters.payerIds),
    ...among(sql.ref('source'), filters.sources),
    ...among(sql.ref('email_index'), filters.emailIndexes),
    ...(importId === undefined
      ? []
      : [
          {
            is: sql<SqlBool>`import_id = ${importId} and import_id is not null`,
            trying: sql<SqlBool>`coalesce(import_id, '') = ${importId}`,
            isIndexed: true,
          },
        ]),
    ...ranges.flatMap(rangeConditions),
    ...(transactions.length === 0
      ? []
      : [
          tried(sql<SqlBool>`(select count(*) from enrollment_transactions as enrolled where enrolled.enrollment_id = provider_enrollments.id
              and enrolled.account_id = ${accountId} and enrolled.transaction_type in (${sql.join(transactions)})) > 0`),
        ]),
    ...(text === undefined ? [] : [tried(hasText(text, textTaxIndex))]),
  ];
}

function tried(trying: RawBuilder<SqlBool>): Condition {
  return { is: trying, trying, isIndexed: false };
}

function rangeConditions({ column, from, before }: EnrollmentRange): readonly Condition[] {
  if (from === undefined && before === undefined) return [];
  const isText = column === 'requested_date';
  const within = (place: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql<SqlBool>`${sql.join(
      [
        ...(from === undefined ? [] : [sql`${place} >= ${from}`]),
        ...(before === undefined ? [] : [sql`${place} < ${before}`]),
        // What is not there is in no range: 0 and the empty text stand for it.
        ...(isText ? [sql`${place} > ''`] : []),
        ...(column === 'last_era_at' ? [sql`${place} > 0`] : []),
      ],
      sql` and `,
    )}`;
  const own = sql.ref(column);
  return [{ is: within(own), trying: within(isText ? sql`coalesce(${own}, '')` : sql`${own} + 0`), isIndexed: true }];
}

function hasText(text: string, taxIndex: string | undefined): RawBuilder<SqlBool> {
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const isLike = sql<SqlBool>`coalesce(search, '') like ${part} escape '\\'`;
  return taxIndex === undefined ? isLike : sql<SqlBool>`(${isLike} or coalesce(provider_tax_index, '') = ${taxIndex})`;
}
