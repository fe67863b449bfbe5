import type { Examples } from '../../gateway/docs/example.js';

/** Requests about control numbers, and their answers. */
export const CONTROL_NUMBER_EXAMPLES: Examples = {
  GetX12OutboundControlNumbers: [
    {
      summary: 'The next two',
      params: { partnershipId: 'northwind-lakeside' },
      answer: { interchangeControlNumber: 2, groupControlNumber: 2 },
    },
  ],
  UpdateX12OutboundControlNumber: [
    {
      summary: 'Where another system left off',
      params: { partnershipId: 'northwind-lakeside' },
      body: { x12ControlNumber: 4712, controlNumberType: 'interchange' },
      answer: { x12ControlNumber: 4712, controlNumberType: 'interchange' },
    },
  ],
  IncrementX12OutboundControlNumber: [
    {
      summary: 'For a file of another system',
      body: { partnershipId: 'northwind-lakeside', controlNumberType: 'interchange' },
      answer: { x12ControlNumber: 4712, controlNumberType: 'interchange' },
    },
  ],
};
