import { route } from '../../../operations/route.js';
import { deleteProfile } from '../../../resources/profiles/rows.js';
import { ProfileParams } from '../../../resources/profiles/schemas.js';
import { Nothing } from '../../../schemas/common.js';

export const deleteProfileRoute = route({
  operation: 'DeleteX12Profile',
  family: 'partners',
  method: 'DELETE',
  path: '/x12/profiles/:profileId',
  summary: 'Deletes a profile that no partnership has',
  schemas: { params: ProfileParams, response: { 204: Nothing } },
  keys: 'live',
  audit: { action: 'delete', objectKind: 'profile', objectParam: 'profileId' },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteProfile(queries, call.params.profileId);
      return { status: 204, body: undefined };
    }),
});
