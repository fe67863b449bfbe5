import type { AnyRoute } from '../../../gateway/route.js';
import { createGuideRoute } from './create-guide.js';
import { deleteGuideRoute } from './delete-guide.js';
import { getGuideRoute } from './get-guide.js';
import { listGuidesRoute } from './list-guides.js';
import { publishGuideRoute } from './publish-guide.js';
import { revertGuideRoute } from './revert-guide.js';
import { updateGuideRoute } from './update-guide.js';

export const guideRoutes: readonly AnyRoute[] = [
  listGuidesRoute,
  createGuideRoute,
  getGuideRoute,
  updateGuideRoute,
  publishGuideRoute,
  revertGuideRoute,
  deleteGuideRoute,
];
