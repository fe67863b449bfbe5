import { ulid } from '../ids.js';
import type { Services } from '../services.js';
import { AccountQueries } from '../store/account-queries.js';
export async function applyPartners(
  { store, clock }: Services,
  accountId: string,
  _file: unknown,
  _options?: unknown,
): Promise<unknown> {
  const at = { created_at: clock.now(), updated_at: clock.now() };
  await store.write(async (tx) => {
    const q = new AccountQueries(tx, accountId);
    await q.insert('buckets', { name: 'ediloom-demo', notifications: null, ...at }).execute();
    await q
      .insert('profiles', [
        {
          profile_id: 'my-company',
          profile_type: 'local',
          interchange_qualifier: 'ZZ',
          interchange_id: 'MYCOMPANY',
          application_identifiers: JSON.stringify([{ value: 'MYAPP', isDefault: true }]),
          ...at,
        },
        {
          profile_id: 'demo-partner',
          profile_type: 'partner',
          interchange_qualifier: 'ZZ',
          interchange_id: 'DEMOPARTNER',
          application_identifiers: '[]',
          ...at,
        },
      ])
      .execute();
    await q
      .insert('partnerships', {
        partnership_id: 'demo',
        local_profile_id: 'my-company',
        partner_profile_id: 'demo-partner',
        usage_indicator: 'T',
        timezone: 'UTC',
        time_format: 'HHMM',
        ack_configuration: null,
        processing_configuration: null,
        ...at,
      })
      .execute();
    const id = ulid(clock);
    await q
      .insert('connections', {
        id,
        partnership_id: 'demo',
        kind: 'bucket',
        name: 'demo bucket',
        enabled: 1,
        test: 1,
        settings: JSON.stringify({ bucketName: 'ediloom-demo', outboundSubdirectory: 'outbound' }),
        ...at,
      })
      .execute();
    await q
      .insert('transaction_settings', {
        partnership_id: 'demo',
        id: 'demo-850',
        direction: 'outbound',
        release: '004010',
        transaction_set: '850',
        guide_id: '850-004010',
        local_application_id: null,
        partner_application_id: null,
        connection_id: id,
        subdirectory: null,
        filename: null,
        fragments: null,
        ...at,
      })
      .execute();
  });
  return {};
}
export async function exportPartners(): Promise<unknown> {
  return {};
}
