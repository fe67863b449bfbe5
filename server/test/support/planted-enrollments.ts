import type { Services } from '../../src/exchange/services.js';
import { sealedEnrollment } from '../../src/resources/enrollments/columns.js';
import { sealedProvider } from '../../src/resources/providers/columns.js';
import type { EnrollmentStatus } from '../../src/store/enrollment-tables.js';
import { writeAs } from './accounts.js';

/** A person who is told of an enrollment that is none: whatever of it turns up where none may be is found. */
export const ENROLLMENT = {
  id: '7a1f6f0e-5a3c-4a55-9a55-3d0d5a0c1e11',
  userEmail: 'kanarie-owner@snoothollow.example',
  providerName: 'Snoothollow Family Practice',
  providerTransactionAccessNumber: 'KANARPTAN7',
} as const;

type PlantingServices = Pick<Services, 'store' | 'sealedColumns' | 'clock'>;

/** Writes an enrollment of a provider with a payer down, with nothing around it. */
export function plantEnrollment(
  { store, sealedColumns, clock }: PlantingServices,
  {
    accountId = 'account-1',
    id = ENROLLMENT.id,
    providerName = ENROLLMENT.providerName as string,
    payerId = 'KMQTZ',
  } = {},
): Promise<void> {
  const now = clock.now();
  return writeAs(store, accountId, async (queries) => {
    const own = { id: `provider-of-${id}`, name: providerName, npi: '1999999984', tax_index: 'x', search: '' };
    const sealed = sealedProvider(
      sealedColumns,
      { accountId, id: own.id },
      { taxId: '981234567', taxIdType: 'EIN', contacts: [] },
    );
    await queries.insert('providers', { ...own, content: sealed, created_at: now, updated_at: now }).execute();
    const content = sealedEnrollment(
      sealedColumns,
      { accountId, id },
      {
        primaryContact: {
          ...{ organizationName: 'Snoothollow', email: 'kanarie-contact@snoothollow.example', phone: '6125550199' },
          ...{ streetAddress1: '4711 Snootering Lane', city: 'Snoothollow', state: 'MN', zipCode: '55401' },
        },
        userEmail: ENROLLMENT.userEmail,
        providerTransactionAccessNumber: ENROLLMENT.providerTransactionAccessNumber,
      },
    );
    const provider = {
      provider_id: own.id,
      provider_name: providerName,
      provider_npi: own.npi,
      provider_tax_index: 'x',
    };
    const times = { created_at: now, updated_at: now, status_updated_at: now, submitted_at: null, last_era_at: 0 };
    await queries
      .insert('provider_enrollments', {
        ...{ id, payer_id: payerId, submitted_payer: 'Example Health', ...provider, search: '', status: 'DRAFT' },
        ...{ source: 'API', import_id: null, email_index: 'x', requested_date: '', content, reason: null, ...times },
      })
      .execute();
    await queries
      .insert('enrollment_transactions', {
        ...{ enrollment_id: id, transaction_type: 'claimPayment', payer_id: payerId, npi: own.npi },
        ...{ tax_index: 'x', status: 'DRAFT' },
      })
      .execute();
  });
}

/** Writes a change of its status down. @returns its place in the history. */
export function plantChange(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  {
    accountId = 'account-1',
    id = ENROLLMENT.id,
    status,
  }: { accountId?: string; id?: string; status: EnrollmentStatus },
  also: (queries: Parameters<Parameters<typeof writeAs>[2]>[0], place: number) => Promise<void> = async () => {},
): Promise<number> {
  return writeAs(store, accountId, async (queries) => {
    const before = await queries.from('enrollment_history').select('place').where('enrollment_id', '=', id).execute();
    const place = before.length + 1;
    const row = { enrollment_id: id, place, changed_at: clock.now(), changed_by: 'service' as const };
    await queries.insert('enrollment_history', { ...row, new_status: status, previous_status: null }).execute();
    await also(queries, place);
    return place;
  });
}
