import { route } from '../../../operations/route.js';
import { findPartnershipByInterchanges } from '../../../resources/partnerships/rows.js';
import { ByInterchanges, Partnership } from '../../../resources/partnerships/schemas.js';
import { presentPartnership } from '../../../resources/partnerships/shown.js';

export const getPartnershipByInterchangesRoute = route({
  operation: 'GetX12PartnershipByInterchanges',
  family: 'partners',
  method: 'POST',
  path: '/x12/get-partnership-by-interchanges',
  summary: 'Finds the partnership of two interchange ids',
  scope: 'partners:read',
  schemas: { body: ByInterchanges, response: { 200: Partnership } },
  handle: async (call) => ({
    body: await call.read(async (queries) => {
      const { localInterchangeIdentifier, partnerInterchangeIdentifier } = call.body;
      return presentPartnership(
        queries,
        await findPartnershipByInterchanges(queries, localInterchangeIdentifier, partnerInterchangeIdentifier),
      );
    }),
  }),
});
