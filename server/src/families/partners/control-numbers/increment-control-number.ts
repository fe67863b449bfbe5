import { route } from '../../../operations/route.js';
import { pairOfPartnership } from '../../../resources/control-numbers/pair-of-partnership.js';
import { ControlNumberToTake, TakenControlNumber } from '../../../resources/control-numbers/schemas.js';

export const incrementControlNumberRoute = route({
  operation: 'IncrementX12OutboundControlNumber',
  family: 'partners',
  method: 'POST',
  path: '/x12/outbound-control-numbers/increment',
  summary: 'Takes one control number, which is then not given to a file',
  schemas: { body: ControlNumberToTake, response: { 200: TakenControlNumber } },
  keys: 'live',
  audit: { action: 'take', objectKind: 'control-number' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { partnershipId, controlNumberType } = call.body;
      const pair = await pairOfPartnership(queries, partnershipId);
      const x12ControlNumber = await call.services.controlNumbers.increment(queries, pair, controlNumberType);
      return { body: { x12ControlNumber, controlNumberType }, objectId: partnershipId };
    }),
});
