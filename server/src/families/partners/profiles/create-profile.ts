import { route } from '../../../operations/route.js';
import { createProfile, presentProfile } from '../../../resources/profiles/rows.js';
import { NewProfile, Profile } from '../../../resources/profiles/schemas.js';

export const createProfileRoute = route({
  operation: 'CreateX12Profile',
  family: 'partners',
  method: 'POST',
  path: '/x12/profiles',
  summary: 'Creates a profile: who sends or receives interchanges',
  schemas: { body: NewProfile, response: { 201: Profile } },
  keys: 'live',
  audit: { action: 'create', objectKind: 'profile' },
  handle: (call) =>
    call.commit(async (queries) => ({
      status: 201,
      body: presentProfile(await createProfile(queries, call.services.clock, call.body)),
      objectId: call.body.profileId,
    })),
});
