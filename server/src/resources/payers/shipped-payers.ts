import type { Clock } from '../../clock.js';
import { makeSetting } from '../../store/settings.js';
import type { Store, Transaction } from '../../store/store.js';
import { notePayersChanged } from './payers-version.js';
import type { Support } from './schemas.js';

/** A payer that comes with the server: those of the approved mock requests, and made-up ones. Whoever sends to real payers imports those. */
export interface ShippedPayer {
  readonly platformId: string;
  readonly primaryPayerId: string;
  readonly displayName: string;
  readonly names?: readonly string[];
  readonly aliases?: readonly string[];
  readonly coverageTypes: readonly ('medical' | 'dental' | 'vision')[];
  readonly eligibilityCheck?: Support;
  readonly usOnly?: true;
}

const MEDICAL = ['medical'] as const;
const DENTAL = ['dental'] as const;

export const SHIPPED_PAYERS: readonly ShippedPayer[] = [
  // Of the mock requests: ids and names that clients of the interface test with.
  { platformId: 'AETLM', primaryPayerId: '60054', displayName: 'Aetna', coverageTypes: ['medical', 'dental'] },
  { platformId: 'AMBLM', primaryPayerId: '68069', displayName: 'Ambetter', names: ['Centene'], coverageTypes: MEDICAL },
  { platformId: 'AMRLM', primaryPayerId: 'AMTAS00425', displayName: 'Ameritas', coverageTypes: DENTAL },
  {
    platformId: 'ANCLM',
    primaryPayerId: '040',
    displayName: 'Anthem Blue Cross Blue Shield of California',
    coverageTypes: MEDICAL,
  },
  {
    platformId: 'ANDLM',
    primaryPayerId: '84103',
    displayName: 'Anthem Blue Cross Blue Shield of California Dental',
    coverageTypes: DENTAL,
  },
  {
    platformId: 'BTXLM',
    primaryPayerId: 'G84980',
    displayName: 'Blue Cross Blue Shield of Texas',
    names: ['BCBS TX'],
    coverageTypes: MEDICAL,
  },
  {
    platformId: 'CIGLM',
    primaryPayerId: '62308',
    displayName: 'Cigna',
    aliases: ['SX071'],
    coverageTypes: ['medical', 'dental'],
  },
  {
    platformId: 'CMSLM',
    primaryPayerId: 'CMS',
    displayName: 'Medicare',
    names: ['CMS'],
    coverageTypes: MEDICAL,
    usOnly: true,
  },
  { platformId: 'HUMLM', primaryPayerId: '61101', displayName: 'Humana', coverageTypes: MEDICAL },
  {
    platformId: 'KSNLM',
    primaryPayerId: 'KSRCN',
    displayName: 'Kaiser Permanente Northern California',
    coverageTypes: MEDICAL,
  },
  {
    platformId: 'MBILM',
    primaryPayerId: 'MBILU',
    displayName: 'Medicare Beneficiary Lookup',
    coverageTypes: MEDICAL,
    usOnly: true,
  },
  { platformId: 'METLM', primaryPayerId: '10134', displayName: 'MetLife', coverageTypes: DENTAL },
  { platformId: 'OSCLM', primaryPayerId: 'OSCAR', displayName: 'Oscar Health', coverageTypes: MEDICAL },
  {
    platformId: 'UHCLM',
    primaryPayerId: '87726',
    displayName: 'UnitedHealthcare',
    names: ['UHC'],
    coverageTypes: MEDICAL,
  },
  { platformId: 'UHDLM', primaryPayerId: '52133', displayName: 'UnitedHealthcare Dental', coverageTypes: DENTAL },
  {
    platformId: 'LOOMA',
    primaryPayerId: 'LOOM',
    displayName: 'Loom Test Payer',
    aliases: ['STEDI'],
    coverageTypes: MEDICAL,
  },
  // Nobody's: to try lists, searches and imports with.
  {
    platformId: 'BRINK',
    primaryPayerId: '00042',
    displayName: 'Brinkwater Health Plan',
    names: ['Brinkwater HMO'],
    aliases: ['BWHP', '0042'],
    coverageTypes: MEDICAL,
  },
  {
    platformId: 'FERNW',
    primaryPayerId: '07715',
    displayName: 'Fernwold Mutual',
    aliases: ['FERN'],
    coverageTypes: ['medical', 'vision'],
    eligibilityCheck: 'ENROLLMENT_REQUIRED',
  },
  { platformId: 'KELPD', primaryPayerId: 'KELP1', displayName: 'Kelp Dental Cooperative', coverageTypes: DENTAL },
  {
    platformId: 'MOSSC',
    primaryPayerId: '00417',
    displayName: 'Mosscliff Community Care',
    coverageTypes: MEDICAL,
    eligibilityCheck: 'NOT_SUPPORTED',
  },
];

/** The setting that says which of them are there: those that an operator has removed since are not put in again. */
const SETTING = 'shipped-payers 1';

/** Puts them into the store, once; a payer that has the primary id of one already, or its platform id, stays as it is. */
export async function shipPayers({ store, clock }: { readonly store: Store; readonly clock: Clock }): Promise<void> {
  await store.write(async (tx) => {
    if (!(await makeSetting(tx, SETTING, ''))) return;
    for (const payer of SHIPPED_PAYERS) await ship(tx, payer, clock.now());
    await notePayersChanged(tx);
  });
}

async function ship(tx: Transaction, payer: ShippedPayer, now: number): Promise<void> {
  const {
    platformId,
    primaryPayerId,
    displayName,
    names = [],
    aliases = [],
    coverageTypes,
    eligibilityCheck = 'SUPPORTED',
    usOnly,
  } = payer;
  const known = await tx
    .selectFrom('payer_ids')
    .select('payer_id')
    .where('text', '=', primaryPayerId)
    .where('kind', '=', 'primary')
    .executeTakeFirst();
  if (known !== undefined) return;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payers')
    .values({
      id: platformId,
      display_name: displayName,
      primary_payer_id: primaryPayerId,
      details: JSON.stringify({ names, coverageTypes }),
      transaction_support: JSON.stringify({ eligibilityCheck }),
      enrollment_policy: 'warn',
      us_only: usOnly === true ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows ?? 0) === 0) return;
  const ids = [
    { text: primaryPayerId, kind: 'primary' as const },
    ...aliases.map((text) => ({ text, kind: 'alias' as const })),
  ];
  await tx
    .insertInto('payer_ids')
    .values(ids.map((one) => ({ ...one, payer_id: platformId })))
    .execute();
}
