import { listRoute } from '../../../operations/route.js';
import { listPartnerships } from '../../../resources/partnerships/rows.js';
import { PartnershipSummary } from '../../../resources/partnerships/schemas.js';
import { PAGED, PageOf } from '../../../schemas/common.js';

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
