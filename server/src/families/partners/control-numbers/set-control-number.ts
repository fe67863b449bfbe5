import { route } from '../../../operations/route.js';
import { pairOfPartnership } from '../../../resources/control-numbers/pair-of-partnership.js';
import { ControlNumberToSet, TakenControlNumber } from '../../../resources/control-numbers/schemas.js';
import { PartnershipParams } from '../../../schemas/common.js';

export const setControlNumberRoute = route({
  operation: 'UpdateX12OutboundControlNumber',
  family: 'partners',
  method: 'PUT',
  path: '/x12/partnerships/:partnershipId/outbound-control-numbers',
  summary: 'Makes a control number the one that is given next, even if it was given before',
  schemas: { params: PartnershipParams, body: ControlNumberToSet, response: { 200: TakenControlNumber } },
  keys: 'live',
  audit: { action: 'set', objectKind: 'control-number', objectParam: 'partnershipId' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { x12ControlNumber, controlNumberType } = call.body;
      const pair = await pairOfPartnership(queries, call.params.partnershipId);
      await call.services.controlNumbers.set(queries, pair, controlNumberType, x12ControlNumber);
      return { body: call.body };
    }),
});
