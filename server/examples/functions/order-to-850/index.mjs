// Makes a purchase order (850) of an order as a shop has it, and sends it to a partner. KEY: an API key. PARTNERSHIP, SETTING: to whom, and
// by which outbound transaction setting; the demo partner, if nothing is said.

const { EDILOOM_URL, KEY, PARTNERSHIP = 'demo', SETTING = 'demo-850' } = process.env;

export const handler = async (order) => {
  const answer = await fetch(`${EDILOOM_URL}/2023-08-01/x12/partnerships/${PARTNERSHIP}/generate-edi`, {
    method: 'POST',
    headers: {
      authorization: KEY,
      'content-type': 'application/json',
      // An order is sent once, however often this is invoked with it.
      'idempotency-key': `order-${order.number}`,
    },
    body: JSON.stringify({
      filename: `order-${order.number}.edi`,
      transactionGroups: [{ transactionSettingId: SETTING, transactions: [purchaseOrder(order)] }],
    }),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${body.message}`);
  return { number: order.number, fileExecutionId: body.fileExecutionId, edi: body.edi };
};

// Guide JSON of 850-004010: GET /2022-03-09/guides of the server has the schema.
const purchaseOrder = ({ number, date, lines }) => ({
  heading: {
    beginning_segment_for_purchase_order_BEG: {
      transaction_set_purpose_code_01: '00',
      purchase_order_type_code_02: 'SA',
      purchase_order_number_03: number,
      date_05: date,
    },
  },
  detail: {
    baseline_item_data_PO1_loop: lines.map(({ quantity, price, article }, index) => ({
      baseline_item_data_PO1: {
        assigned_identification_01: String(index + 1),
        quantity_ordered_02: quantity,
        unit_or_basis_for_measurement_code_03: 'EA',
        unit_price_04: price,
        product_service_id_qualifier_06: 'VP',
        product_service_id_07: article,
      },
    })),
  },
});
