import type { AnyRoute } from '../../../gateway/route.js';
import { createProfileRoute } from './create-profile.js';
import { deleteProfileRoute } from './delete-profile.js';
import { getProfileRoute } from './get-profile.js';
import { getProfileByInterchangeRoute } from './get-profile-by-interchange.js';
import { listProfilesRoute } from './list-profiles.js';
import { updateProfileRoute } from './update-profile.js';

export const profileRoutes: readonly AnyRoute[] = [
  createProfileRoute,
  listProfilesRoute,
  getProfileRoute,
  getProfileByInterchangeRoute,
  updateProfileRoute,
  deleteProfileRoute,
];
