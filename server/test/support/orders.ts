/** A generate-edi body for the demo partnership: an 850 of about 2 KB of JSON. */
export function orderRequest(number: number, filename?: string): string {
  return JSON.stringify({
    ...(filename === undefined ? {} : { filename }),
    transactionGroups: [{ transactionSettingId: 'demo-850', transactions: [order(number)] }],
  });
}

/** A generate-edi body for the demo partnership of about so many bytes: one 850 with as many lines as that takes. */
export function largeOrderRequest(bytes: number): string {
  const lines = Math.ceil(bytes / JSON.stringify(line(1, 100_000)).length);
  return JSON.stringify({
    transactionGroups: [{ transactionSettingId: 'demo-850', transactions: [order(1, lines)] }],
  });
}

/** A generate-edi body for the demo partnership: so many 850s of one line in one group. */
export function ordersRequest(sets: number): string {
  const transactions = Array.from({ length: sets }, (_, number) => order(number, 1));
  return JSON.stringify({ transactionGroups: [{ transactionSettingId: 'demo-850', transactions }] });
}

function line(number: number, index: number): unknown {
  return {
    baseline_item_data_PO1: {
      assigned_identification_01: String(index + 1),
      quantity_ordered_02: 12 + index,
      unit_or_basis_for_measurement_code_03: 'EA',
      unit_price_04: 9.75,
      product_service_id_qualifier_06: 'VP',
      product_service_id_07: `PART-${number}-${index}`,
    },
  };
}

function order(number: number, lines = 6): unknown {
  return {
    heading: {
      beginning_segment_for_purchase_order_BEG: {
        transaction_set_purpose_code_01: '00',
        purchase_order_type_code_02: 'SA',
        purchase_order_number_03: `PO-${number}`,
        date_05: '2026-01-31',
      },
    },
    detail: { baseline_item_data_PO1_loop: Array.from({ length: lines }, (_, index) => line(number, index)) },
  };
}
