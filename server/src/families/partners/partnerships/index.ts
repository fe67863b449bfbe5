import type { AnyRoute } from '../../../gateway/route.js';
import { createPartnershipRoute } from './create-partnership.js';
import { deletePartnershipRoute } from './delete-partnership.js';
import { getPartnershipRoute } from './get-partnership.js';
import { getPartnershipByInterchangesRoute } from './get-partnership-by-interchanges.js';
import { listPartnershipsRoute } from './list-partnerships.js';
import { updatePartnershipRoute } from './update-partnership.js';

export const partnershipRoutes: readonly AnyRoute[] = [
  createPartnershipRoute,
  listPartnershipsRoute,
  getPartnershipRoute,
  getPartnershipByInterchangesRoute,
  updatePartnershipRoute,
  deletePartnershipRoute,
];
