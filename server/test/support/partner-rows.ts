import type { Guide } from 'ediloom';
import type { AccountQueries, OwnRow } from '../../src/store/account-queries.js';
import type { TransactionSettings } from '../../src/store/tables.js';

/** Ids of what `partnerRows` makes. */
export const PARTNERSHIP = 'north_buyer';
export const CONNECTION = '01JZ0000000000000000000001';
export const OTHER_CONNECTION = '01JZ0000000000000000000002';

/** Setting `in-parts` has this guide. */
export const FRAGMENT_GUIDE = '01JZ0000000000000000000003';
export const FRAGMENT_KEY = 'baseline_item_data_PO1_loop';

const stamp = { created_at: 1, updated_at: 1 };

/**
 * A partnership of two profiles, with settings for an 850 (`po`), a 997 (`ack`) and more, over a test connection.
 * @param guide of an 850.
 */
export async function partnerRows(queries: AccountQueries, guide: Guide): Promise<void> {
  const profile = (id: string, type: 'local' | 'partner', applications: readonly object[] = []) => ({
    profile_id: id,
    profile_type: type,
    interchange_qualifier: 'ZZ',
    interchange_id: id.toUpperCase(),
    application_identifiers: JSON.stringify(applications),
    ...stamp,
  });
  await queries
    .insert('profiles', [
      profile('north', 'local', [{ value: 'NORTHWH', isDefault: true }]),
      profile('buyer', 'partner'),
    ])
    .execute();
  await queries
    .insert('partnerships', {
      partnership_id: PARTNERSHIP,
      local_profile_id: 'north',
      partner_profile_id: 'buyer',
      usage_indicator: 'P',
      timezone: 'America/Chicago',
      time_format: 'HHMMSS',
      ack_configuration: null,
      expected_acknowledgments: null,
      processing_configuration: null,
      ...stamp,
    })
    .execute();
  await queries.insert('connections', [connection(CONNECTION, 1), connection(OTHER_CONNECTION, 0)]).execute();
  await queries
    .insert('transaction_settings', [
      setting('po', '004010', '850'),
      setting('po-base', '004010', '850', { guide_id: null, local_application_id: 'SETTINGAPP' }),
      setting('inquiry', '005010X279A1', '270', { guide_id: '270-005010X279A1' }),
      setting('no-guide', '004010', '100', { guide_id: null }),
      setting('named', '004010', '850', { filename: "'po-' & $interchangeControlNumber & '.edi'" }),
      setting('climbing', '004010', '850', { filename: "'../' & $partnershipId" }),
      setting('other-connection', '004010', '850', { connection_id: OTHER_CONNECTION }),
      setting('no-connection', '004010', '850', { connection_id: null }),
      setting('lost-connection', '004010', '850', { connection_id: '01JZ00000000000000000000ZZ' }),
      setting('lost-guide', '004010', '850', { guide_id: '01JZ00000000000000000000ZZ' }),
      setting('in', '004010', '855', { direction: 'inbound', guide_id: '855-004010' }),
      setting('in-po', '004010', '850', { direction: 'inbound' }),
      setting('in-parts', '004010', '850', { guide_id: FRAGMENT_GUIDE }),
    ])
    .execute();
  await queries.insert('guides', fragmentGuide(guide)).execute();
}

/** The guide of an 850 whose lines may be sent in parts. */
function fragmentGuide(guide: Guide): OwnRow<'guides'> {
  const target = { standard: 'x12', release: '004010', transactionSet: '850', version: '004010' };
  return {
    id: FRAGMENT_GUIDE,
    name: 'Orders in parts',
    target: JSON.stringify(target),
    draft: null,
    live: JSON.stringify(guide),
    resolved: null,
    base: null,
    draft_fragment_path: FRAGMENT_KEY,
    fragment_path: FRAGMENT_KEY,
    published_at: 1,
    ...stamp,
  };
}

function connection(id: string, test: 0 | 1): OwnRow<'connections'> {
  const settings = JSON.stringify({ bucketName: 'partner-bucket' });
  return { id, partnership_id: PARTNERSHIP, kind: 'bucket', name: `c${id}`, enabled: 1, test, settings, ...stamp };
}

function setting(
  id: string,
  release: string,
  transactionSet: string,
  more: Partial<TransactionSettings> = {},
): OwnRow<'transaction_settings'> {
  return {
    partnership_id: PARTNERSHIP,
    id,
    direction: 'outbound',
    release,
    transaction_set: transactionSet,
    guide_id: '850-004010',
    local_application_id: null,
    partner_application_id: null,
    connection_id: CONNECTION,
    subdirectory: null,
    filename: null,
    fragments: null,
    ...stamp,
    ...more,
  };
}

/** Guide JSON of a purchase order. */
export function purchaseOrder(number: string, lines = 1) {
  return {
    heading: {
      beginning_segment_for_purchase_order_BEG: {
        transaction_set_purpose_code_01: '00',
        purchase_order_type_code_02: 'SA',
        purchase_order_number_03: number,
        date_05: '2026-01-31',
      },
    },
    detail: {
      baseline_item_data_PO1_loop: Array.from({ length: lines }, (_, index) => ({
        baseline_item_data_PO1: {
          assigned_identification_01: String(index + 1),
          quantity_ordered_02: 12,
          unit_or_basis_for_measurement_code_03: 'EA',
          unit_price_04: 9.75,
        },
      })),
    },
    summary: { transaction_totals_CTT_loop: { transaction_totals_CTT: { number_of_line_items_01: lines } } },
  };
}
