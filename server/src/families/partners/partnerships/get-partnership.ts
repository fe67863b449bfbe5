import { route } from '../../../operations/route.js';
import { findPartnership } from '../../../resources/partnerships/rows.js';
import { Partnership } from '../../../resources/partnerships/schemas.js';
import { presentPartnership } from '../../../resources/partnerships/shown.js';
import { PartnershipParams } from '../../../schemas/common.js';

export const getPartnershipRoute = route({
  operation: 'GetX12Partnership',
  family: 'partners',
  method: 'GET',
  path: '/x12/partnerships/:partnershipId',
  summary: 'Reads a partnership with its profiles and transaction settings',
  schemas: { params: PartnershipParams, response: { 200: Partnership } },
  handle: async (call) => ({
    body: await call.read(async (queries) =>
      presentPartnership(queries, await findPartnership(queries, call.params.partnershipId)),
    ),
  }),
});
