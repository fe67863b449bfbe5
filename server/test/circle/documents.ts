// Guide JSON of what the two send each other; all of it is made up.

/** An 850 of one line, by its number. */
export function order(number: string): object {
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
      baseline_item_data_PO1_loop: [
        {
          baseline_item_data_PO1: {
            assigned_identification_01: '1',
            quantity_ordered_02: 12,
            unit_or_basis_for_measurement_code_03: 'EA',
            unit_price_04: 9.75,
          },
        },
      ],
    },
  };
}
