import { route } from '../../../operations/route.js';
import { presentProfile, updateProfile } from '../../../resources/profiles/rows.js';
import { Profile, ProfileParams, ProfileUpdate } from '../../../resources/profiles/schemas.js';

export const updateProfileRoute = route({
  operation: 'UpdateX12Profile',
  family: 'partners',
  method: 'PUT',
  path: '/x12/profiles/:profileId',
  summary: 'Replaces the application identifiers of a profile',
  schemas: { params: ProfileParams, body: ProfileUpdate, response: { 200: Profile } },
  keys: 'live',
  audit: { action: 'update', objectKind: 'profile', objectParam: 'profileId' },
  handle: (call) =>
    call.commit(async (queries) => ({
      body: presentProfile(await updateProfile(queries, call.services.clock, call.params.profileId, call.body)),
    })),
});
