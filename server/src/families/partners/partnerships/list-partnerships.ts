import { listRoute } from '../../../operations/route.js';
import { PAGED, PageOf } from '../answers.js';
import { listPartnerships } from './queries.js';
import { PartnershipSummary } from './schemas.js';

export const listPartnershipsRoute = listRoute({
  operation: 'ListX12Partnerships',
  family: 'partners',
  method: 'GET',
  path: '/x12/partnerships',
  summary: 'Lists partnerships, oldest first',
  schemas: { response: { 200: PageOf(PartnershipSummary) } },
  paged: PAGED,
  list: (call) => call.read((queries) => listPartnerships(queries, call.page)),
});
