import { route } from '../../../operations/route.js';
import { findProfile, presentProfile } from '../../../resources/profiles/rows.js';
import { Profile, ProfileParams } from '../../../resources/profiles/schemas.js';

export const getProfileRoute = route({
  operation: 'GetX12Profile',
  family: 'partners',
  method: 'GET',
  path: '/x12/profiles/:profileId',
  summary: 'Reads a profile',
  schemas: { params: ProfileParams, response: { 200: Profile } },
  handle: async (call) => ({
    body: presentProfile(await call.read((queries) => findProfile(queries, call.params.profileId))),
  }),
});
