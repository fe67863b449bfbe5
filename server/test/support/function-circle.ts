/** What a circle is driven by: requests with the live key of a server that runs. */
export type Ask = (method: string, path: string, body?: object) => Promise<Response>;

const PARTNERS = '/2022-01-01/x12';

/**
 * A function of a few lines: an order in the customer's own JSON, which was put into a bucket, goes to the partner as an 850. What is delivered into the
 * same bucket is told, too, and passed over.
 */
const ORDER_TO_850 = `exports.handler = async ({ Records }) => {
  const ask = async (method, path, body) => {
    const answer = await fetch(process.env.EDILOOM_URL + path, {
      method, body, headers: { authorization: process.env.KEY, 'content-type': 'application/json' },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(path + ': ' + answer.status + ' ' + text);
    return text;
  };
  const [{ s3 }] = Records;
  const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
  const source = process.env.SOURCE || key;
  if (!source.endsWith('.json')) return 'passed over';
  const order = await ask('GET', '/2022-05-05/buckets/' + s3.bucket.name + '/objects/' + encodeURIComponent(source));
  const transaction = JSON.parse(await ask('POST', '/2021-06-01/mappings/' + process.env.MAPPING + '/map', order));
  const sent = await ask('POST', '/2023-08-01/x12/partnerships/' + process.env.PARTNERSHIP + '/generate-edi', JSON.stringify({
    filename: source.split('/').pop().replaceAll(' ', '-').replace('.json', '.edi'),
    transactionGroups: [{ transactionSettingId: process.env.SETTING, transactions: [transaction] }],
  }));
  console.log('sent');
  return JSON.parse(sent);
};`;

const MAPPING = `{
  "heading": { "beginning_segment_for_purchase_order_BEG": {
    "transaction_set_purpose_code_01": "00", "purchase_order_type_code_02": "SA",
    "purchase_order_number_03": number, "date_05": day } },
  "detail": { "baseline_item_data_PO1_loop": [lines.{ "baseline_item_data_PO1": {
    "assigned_identification_01": place, "quantity_ordered_02": count, "unit_or_basis_for_measurement_code_03": "EA",
    "unit_price_04": price, "product_service_id_qualifier_06": "VP", "product_service_id_07": part } }] }
}`;

/** An order as the customer writes it. */
export const OWN_ORDER = {
  number: 'PO-3001',
  day: '2026-01-31',
  lines: [
    { place: '1', part: 'CUP', count: 12, price: 9.75 },
    { place: '2', part: 'PLATE', count: 6, price: 14.5 },
  ],
};

/** Segments of the 850 that it becomes. */
export const SENT_ORDER = [
  /BEG\*00\*SA\*PO-3001\*\*20260131/,
  /PO1\*1\*12\*EA\*9\.75\*\*VP\*CUP/,
  /PO1\*2\*6\*EA\*14\.5\*\*VP\*PLATE/,
];

export interface Circle {
  /** That tells the function. */
  readonly bucketName: string;
  readonly kind: string;
  readonly connection: object;
  /** The key of an order that the function sends whatever it is told of. Default: what it is told of, where that is one. */
  readonly source?: string;
}

/** A partner whom files are delivered to over this connection, and the function that writes them. */
export async function functionCircle(
  ask: Ask,
  key: string,
  { bucketName, kind, connection, source = '' }: Circle,
): Promise<void> {
  const make = async (method: string, path: string, body: object): Promise<Readonly<Record<string, string>>> => {
    const answer = await ask(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text);
  };
  for (const [profileId, profileType, interchangeId] of [
    ['us', 'local', 'SHOP'],
    ['mill', 'partner', 'MILL'],
  ]) {
    const profile = { profileId, profileType, interchangeQualifier: 'ZZ', interchangeId };
    await make('POST', `${PARTNERS}/profiles`, profile);
  }
  const { partnershipId = '' } = await make('POST', `${PARTNERS}/partnerships`, {
    ...{ localProfileId: 'us', partnerProfileId: 'mill', interchangeUsageIndicator: 'P' },
    ...{ timezone: 'UTC', timeFormat: 'HHMM' },
  });
  const below = `${PARTNERS}/partnerships/${partnershipId}`;
  const { connectionId } = await make('POST', `${below}/connections/${kind}`, { name: 'files', ...connection });
  const setting = await make('POST', `${below}/outbound-transactions`, {
    ...{ release: '004010', transactionSetIdentifier: '850', guideId: '850-004010' },
    connection: { connectionId },
  });
  const mapping = await make('POST', '/2021-06-01/mappings', {
    name: 'orders',
    type: 'only_mapped_keys',
    mapping: MAPPING,
  });
  await make('POST', '/2021-11-16/functions', {
    ...{ functionName: 'order-to-850', code: ORDER_TO_850, timeout: 30 },
    environmentVariables: {
      ...{ KEY: key, MAPPING: mapping.id, PARTNERSHIP: partnershipId, SOURCE: source },
      SETTING: setting.outboundX12TransactionSettingsId,
    },
  });
  await make('PUT', `/2022-05-05/buckets/${bucketName}`, {
    notifications: { functions: [{ functionName: 'order-to-850' }] },
  });
}

/** Invocations of the function with what came of them, the newest first. */
export async function invocationsOf(ask: Ask): Promise<readonly unknown[]> {
  const path = '/2021-11-16/functions/order-to-850/invocations';
  const { items } = (await (await ask('GET', path)).json()) as { items: { invocationId: string }[] };
  return Promise.all(items.map(async ({ invocationId }) => (await ask('GET', `${path}/${invocationId}`)).json()));
}
