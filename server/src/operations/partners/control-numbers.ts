import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { pairOfPartnership } from '../../resources/control-numbers/pair-of-partnership.js';
import {
  ControlNumbers,
  ControlNumberToSet,
  ControlNumberType,
  TakenControlNumber,
} from '../../resources/control-numbers/schemas.js';
import { PartnershipId, PartnershipParams } from '../../schemas/ids.js';
import { closed } from '../../schemas/shapes.js';
import { route } from '../route.js';

/** The partnership stands in the body, as clients know this operation. */
const ControlNumberToTake = Type.Object({ partnershipId: PartnershipId, controlNumberType: ControlNumberType }, closed);

/** A look only: another request may take them before the next file does. */
const getControlNumbersRoute = route({
  operation: 'GetX12OutboundControlNumbers',
  family: 'partners',
  method: 'GET',
  path: '/x12/partnerships/:partnershipId/outbound-control-numbers',
  summary: 'Get the control numbers that are given next',
  description: 'A look only: another request may take them before the next file does.',
  schemas: { params: PartnershipParams, response: { 200: ControlNumbers } },
  handle: async (call) => ({
    body: await call.read(async (queries) => {
      const pair = await pairOfPartnership(queries, call.params.partnershipId);
      const { interchange, group } = await call.services.controlNumbers.peek(queries, pair);
      return { interchangeControlNumber: interchange, groupControlNumber: group };
    }),
  }),
});

/**
 * An operator's hand, for a partner who expects another number. A number that was given before is not refused: whoever sets it back wants
 * that. Partnerships of the same two interchange ids share the counters.
 */
const setControlNumberRoute = route({
  operation: 'UpdateX12OutboundControlNumber',
  family: 'partners',
  method: 'PUT',
  path: '/x12/partnerships/:partnershipId/outbound-control-numbers',
  summary: 'Set the control number that is given next',
  description:
    'Also one that was given before: a partner may expect it. Partnerships of the same two interchange ids share the counters.',
  schemas: { params: PartnershipParams, body: ControlNumberToSet, response: { 200: TakenControlNumber } },
  keys: 'live',
  // Counters have no id of their own: the audit names them by the partnership.
  audit: { action: 'set', objectKind: 'control-number', objectParam: 'partnershipId' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { x12ControlNumber, controlNumberType } = call.body;
      const pair = await pairOfPartnership(queries, call.params.partnershipId);
      await call.services.controlNumbers.set(queries, pair, controlNumberType, x12ControlNumber);
      return { body: call.body };
    }),
});

/** For files that are made elsewhere and have to count with ours. The number is spent even if no file ever has it. */
const incrementControlNumberRoute = route({
  operation: 'IncrementX12OutboundControlNumber',
  family: 'partners',
  method: 'POST',
  path: '/x12/outbound-control-numbers/increment',
  summary: 'Take one control number',
  description:
    'For files that are made elsewhere and count with these. The number is spent, even if no file ever has it.',
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

/** The counters of ISA13 and GS06 that a partnership's files take their numbers from. */
export const controlNumberRoutes: readonly AnyRoute[] = [
  getControlNumbersRoute,
  setControlNumberRoute,
  incrementControlNumberRoute,
];
