import { applyOverlay, createEngine, type Overlay } from 'ediloom';
import { guide } from 'ediloom/guides/850-004010';

/** What the partner asks for beyond the standard: only original orders, numbers of ten characters, and a buyer's item number. */
export const HARBOR: Overlay = {
  overlay: 'harbor',
  base: '850-004010',
  patch: {
    title: 'Purchase Order for Harbor Stores',
    properties: {
      heading: {
        properties: {
          beginning_segment_for_purchase_order_BEG: {
            properties: {
              transaction_set_purpose_code_01: { enum: ['00'] },
              purchase_order_number_03: { x12: { max: 10 } },
            },
          },
        },
      },
    },
  },
  rules: [
    {
      at: 'PO1/PO1',
      rule: {
        id: 'buyer-item',
        when: [{ path: '06' }],
        then: { path: '06', must: 'beOneOf', values: ['IN'] },
        note: 'PO106 names the item by the number of the buyer.',
      },
    },
  ],
};

const harborGuide = applyOverlay(guide, HARBOR);
export const engine = createEngine({ guides: [harborGuide] });
