import { route } from '../../../operations/route.js';
import { pairOfPartnership } from '../../../resources/control-numbers/pair-of-partnership.js';
import { ControlNumbers } from '../../../resources/control-numbers/schemas.js';
import { PartnershipParams } from '../../../schemas/common.js';

export const getControlNumbersRoute = route({
  operation: 'GetX12OutboundControlNumbers',
  family: 'partners',
  method: 'GET',
  path: '/x12/partnerships/:partnershipId/outbound-control-numbers',
  summary: 'Reads the control numbers that are given next',
  schemas: { params: PartnershipParams, response: { 200: ControlNumbers } },
  handle: async (call) => ({
    body: await call.read(async (queries) => {
      const pair = await pairOfPartnership(queries, call.params.partnershipId);
      const { interchange, group } = await call.services.controlNumbers.peek(queries, pair);
      return { interchangeControlNumber: interchange, groupControlNumber: group };
    }),
  }),
});
